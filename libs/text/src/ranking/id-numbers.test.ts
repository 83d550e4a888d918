import { expect, it } from 'vitest'
import { IdNumbers } from './id-numbers.ts'

it('numbers are found by ids of any length, and by no other id', () => {
  const ids = ['', 'a', 'ab', 'abc', 'xabc', '日本', ...Array.from({ length: 5_000 }, (_, i) => `person ${i}`)]
  const numbers = new IdNumbers()
  for (const [number, id] of ids.entries()) numbers.set(id, number)

  expect(ids.map((id) => numbers.get(id))).toEqual([...ids.keys()])
  expect(['b', 'person', 'person 5000'].map((id) => numbers.get(id))).toEqual([undefined, undefined, undefined])
})
