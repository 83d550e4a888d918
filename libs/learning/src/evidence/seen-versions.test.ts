import { expect, it } from 'vitest'
import { SeenVersions } from './seen-versions.ts'

it('each version counts as new once within at least ten seconds', () => {
  const seen = new SeenVersions()
  seen.rotate(1_000_000)
  expect(seen.isNew('question', 3)).toBe(true)

  seen.add('question', 3)
  expect([seen.isNew('question', 3), seen.isNew('question', 4)]).toEqual([false, true])

  seen.rotate(1_009_999)
  seen.rotate(1_010_000)
  expect([seen.isNew('question', 3), seen.isNew('question', 4)]).toEqual([false, true])

  seen.rotate(1_020_000)
  expect(seen.isNew('question', 3)).toBe(true)
})
