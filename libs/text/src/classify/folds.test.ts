import { expect, it } from 'vitest'
import { foldsToTrain } from './folds.ts'

it('holds out every example of a small set, and of a large one enough', () => {
  expect(foldsToTrain(750, 150, 750 * 200)).toBe(10)
  expect(foldsToTrain(770, 77, 770 * 400)).toBe(10)
  expect(foldsToTrain(8_000, 77, 8_000 * 400)).toBe(2)
  expect(foldsToTrain(100_000, 2, 100_000 * 200)).toBe(1)
})

it('trains one fold alone where examples times classes are many', () => {
  expect(foldsToTrain(2_500, 500, 2_500 * 200)).toBe(1)
  expect(foldsToTrain(10_000, 500, 10_000 * 200)).toBe(1)
})

it('trains fewer folds of long texts, each of which costs as many short ones', () => {
  expect(foldsToTrain(770, 9, 770 * 400)).toBe(10)
  expect(foldsToTrain(770, 9, 770 * 12_000)).toBe(7)
  expect(foldsToTrain(770, 90, 770 * 12_000)).toBe(1)
})
