import { expect, test } from 'vitest'
import { wasEdited } from '../src/conversation/was-edited.ts'

test.each([
  ['2026-11-22T20:05:13Z', false],
  ['2026-11-22T20:05:14Z', false],
  ['2026-11-22T20:05:15Z', true],
])('a message of 20:05:13 that was last updated at %s was edited: %s', (lastUpdated, expected) => {
  expect(wasEdited({ dateCreated: '2026-11-22T20:05:13Z', lastUpdated })).toBe(expected)
})
