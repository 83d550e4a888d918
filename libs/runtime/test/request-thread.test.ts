import { expect, onTestFinished, test } from 'vitest'
import { buildRequestThread } from '../src/request-thread.ts'

/** Opens a thread that doubles numbers, throws for 13, and ends for 99. */
function openDoubler() {
  const module = new URL('../dist/request-thread.js', import.meta.url).href
  const source = `
    import { serveRequests } from '${module}'
    serveRequests(({ number }) => {
      if (number === 13) throw new RangeError('13 is refused')
      if (number === 99) process.exit(1)
      return number * 2
    })`
  const thread = buildRequestThread('doubler', new URL(`data:text/javascript,${encodeURIComponent(source)}`))
  onTestFinished(() => thread.close())
  return { ...thread, double: (number: number) => thread.run({ number }) }
}

test('each request gets its own result', async () => {
  const { double } = openDoubler()
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
})

test('a request that fails rejects alone', async () => {
  const { double } = openDoubler()
  const [before, refused, after] = await Promise.allSettled([double(1), double(13), double(2)])
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: '13 is refused' } })
  expect([before, after]).toMatchObject([{ value: 2 }, { value: 4 }])
})

test('a request that cannot be copied rejects alone', async () => {
  const { run, double } = openDoubler()
  await expect(run({ number: () => 1 })).rejects.toThrow('could not be cloned')
  expect(await double(1)).toBe(2)
})

test('a thread that ends rejects its open requests, and the next request starts another', async () => {
  const { double } = openDoubler()
  await expect(double(99)).rejects.toThrow('The thread doubler has ended')
  expect(await double(4)).toBe(8)
})

test('closing rejects open requests, and none that come afterwards', async () => {
  const { double, close } = openDoubler()
  const open = expect(double(1)).rejects.toThrow('has ended')
  const closed = close()
  const next = double(5)
  await Promise.all([open, closed])
  expect(await next).toBe(10)
})
