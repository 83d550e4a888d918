import { expect, it } from 'vitest'
import { classFoldsToTrain, foldsToTrain } from './folds.ts'

it('holds out every example of a small set and enough of a large one', () => {
  expect(foldsToTrain(750, 150, 750 * 200)).toBe(10)
  expect(foldsToTrain(770, 77, 770 * 400)).toBe(10)
  expect(foldsToTrain(8_000, 77, 8_000 * 400)).toBe(2)
  expect(foldsToTrain(100_000, 2, 100_000 * 200)).toBe(1)
})

it('trains a single fold if examples times classes are many', () => {
  expect(foldsToTrain(2_500, 500, 2_500 * 200)).toBe(1)
  expect(foldsToTrain(10_000, 500, 10_000 * 200)).toBe(1)
})

it('trains fewer folds if the texts are long', () => {
  expect(foldsToTrain(770, 9, 770 * 400)).toBe(10)
  expect(foldsToTrain(770, 9, 770 * 12_000)).toBe(7)
  expect(foldsToTrain(770, 90, 770 * 12_000)).toBe(1)
})

it('holds out classes in at most a third of the time of the other trainings', () => {
  for (const [examples, classes] of [
    [10_000, 77],
    [10_000, 500],
    [1_500, 150],
    [10_000, 8],
  ] as const) {
    const trainings = 1 + 0.9 * foldsToTrain(examples, classes, examples * 400)
    const { trained, cost } = classFoldsToTrain(examples, classes, trainings)

    expect(trained).toBeGreaterThan(0)
    expect(trained * cost).toBeLessThanOrEqual(trainings / 3)
  }
})

it('holds out every class of a small set, and none if fewer than three are known', () => {
  expect(classFoldsToTrain(168, 12, 10)).toMatchObject({ count: 4, trained: 4 })
  expect(classFoldsToTrain(168, 8, 10)).toMatchObject({ count: 8, trained: 8 })
  expect(classFoldsToTrain(168, 2, 10)).toMatchObject({ trained: 0 })
})
