import { rankingSignals } from '@askline/contracts'
import { emphasisNames } from '@askline/text'
import { expect, test } from 'vitest'

test('a category can weigh every signal of the ranking', () => {
  expect(rankingSignals).toEqual(emphasisNames)
})
