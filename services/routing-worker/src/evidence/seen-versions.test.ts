import { expect, it } from 'vitest'
import { SeenVersions } from './seen-versions.ts'

it('a version is new once, its successor again, for ten seconds at least', () => {
  const seen = new SeenVersions()
  seen.turnPage(1_000_000)
  expect(seen.isNew('question', 3)).toBe(true)

  seen.add('question', 3)
  expect([seen.isNew('question', 3), seen.isNew('question', 4)]).toEqual([false, true])

  seen.turnPage(1_009_999)
  seen.turnPage(1_010_000)
  expect([seen.isNew('question', 3), seen.isNew('question', 4)]).toEqual([false, true])

  seen.turnPage(1_020_000)
  expect(seen.isNew('question', 3)).toBe(true)
})
