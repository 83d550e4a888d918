import { expect, it } from 'vitest'
import { buildLanes } from './lanes.ts'

/** Work that ends when it is told to. */
function held() {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name)
      ends.set(name, (error) => (error ? reject(error) : resolve(name)))
    })
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

it('whichever lane is free takes the next, in the order of coming', async () => {
  const run = buildLanes(2)
  const { begun, work, end } = held()
  const [, small, third] = ['large', 'small', 'third', 'fourth'].map((name) => run(work(name)))
  expect(begun).toEqual(['large', 'small'])

  end('small')
  expect(await small).toBe('small')
  expect(begun).toEqual(['large', 'small', 'third'])

  end('third')
  await third
  expect(begun).toEqual(['large', 'small', 'third', 'fourth'])
})

it('work that fails leaves its lane to the next', async () => {
  const run = buildLanes(1)
  const { begun, work, end } = held()
  const [first, second] = [run(work('first')), run(work('second'))]

  end('first', new Error('no'))

  await expect(first).rejects.toThrow('no')
  expect(begun).toEqual(['first', 'second'])
  end('second')
  expect(await second).toBe('second')
})
