import { offerReasons } from '@askline/contracts'
import { reasonTexts } from '@askline/text'
import { expect, test } from 'vitest'

test('every reason of the ranking has a code in the contracts', () => {
  expect(Object.values(offerReasons).sort()).toEqual(Object.values(reasonTexts).sort())
})
