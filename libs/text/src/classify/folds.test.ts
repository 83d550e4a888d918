import { expect, it } from 'vitest'
import { foldsToTrain } from './folds.ts'

it('holds out every example of a small set, and of a large one enough', () => {
  expect(foldsToTrain(750, 150)).toBe(10)
  expect(foldsToTrain(770, 77)).toBe(10)
  expect(foldsToTrain(8_000, 77)).toBe(2)
  expect(foldsToTrain(100_000, 2)).toBe(1)
})

it('trains one fold alone where examples times classes are many', () => {
  expect(foldsToTrain(2_500, 500)).toBe(1)
  expect(foldsToTrain(10_000, 500)).toBe(1)
})
