import { expect, test } from 'vitest'
import { together } from './together.ts'

const later = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))
const failing = (ms: number, message: string) =>
  later(ms, undefined).then(() => {
    throw new Error(message)
  })

test('results have the order of the statements, whatever ends first', async () => {
  expect(await together(later(5, 'first'), later(0, 2))).toEqual(['first', 2])
})

test('the first failure in the order of the statements is thrown, after all have ended', async () => {
  let hasEnded = false
  const last = later(10, undefined).then(() => {
    hasEnded = true
  })

  await expect(together(later(0, 1), failing(5, 'earlier'), failing(0, 'sooner'), last)).rejects.toThrow('earlier')
  expect(hasEnded).toBe(true)
})
