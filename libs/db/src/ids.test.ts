import { expect, test } from 'vitest'
import { newId } from './ids.ts'

const ids = Array.from({ length: 10_000 }, newId)

test('a row id is a version 7 UUID', () => {
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('row ids of one process sort by creation, also within a millisecond', () => {
  const milliseconds = new Set(ids.map((id) => id.slice(0, 13)))

  expect(milliseconds.size).toBeLessThan(ids.length)
  expect(ids.findIndex((id, at) => at > 0 && id <= (ids[at - 1] ?? ''))).toBe(-1)
})

test('row ids end in random digits that are not used again', () => {
  expect(new Set(ids.map((id) => id.slice(-11))).size).toBe(ids.length)
})
