import { expect, it } from 'vitest'
import { Best } from './best.ts'
import { randomFrom } from './random.ts'

it('sorts by falling value, and equal values by key', () => {
  for (const size of [0, 1, 2, 7, 200]) {
    const random = randomFrom(size)
    const best = new Best(size)
    const offered = Array.from({ length: size }, (_, i) => ({ key: (i * 7) % 211, value: Math.floor(random() * 20) }))
    for (const { key, value } of offered) best.offer(key, value)

    best.sort()

    const sorted = Array.from({ length: best.length }, (_, i) => ({ key: best.keys[i]!, value: best.values[i]! }))
    expect(sorted).toEqual(offered.sort((a, b) => b.value - a.value || a.key - b.key))
  }
})

it('has no lowest value to beat until it is full', () => {
  const best = new Best(2)
  best.offer(1, 5)
  expect(best.least).toBe(Number.NEGATIVE_INFINITY)
  best.offer(2, 3)
  expect(best.least).toBe(3)
  best.offer(3, 4)
  expect(best.least).toBe(4)
})
