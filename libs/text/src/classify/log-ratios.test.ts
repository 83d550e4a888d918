import { expect, it } from 'vitest'
import { addLogRatios, ratioWeight, totalsOf } from './log-ratios.ts'
import { lanes, rowsOf } from './support-vectors.ts'

/** Features: 0 in texts of class 0 alone, 1 in all texts alike, 2 in texts of class 1 alone. */
const rows = rowsOf([
  { indices: Int32Array.of(0, 1), values: Float32Array.of(1, 1), known: 1 },
  { indices: Int32Array.of(1, 2), values: Float32Array.of(1, 1), known: 1 },
])

it('adds to a class what its texts hold more of, takes off what others hold, and leaves what all hold alike', () => {
  const lane = 3
  const weights = new Float32Array(5 * lanes).fill(5)
  addLogRatios(totalsOf(rows, 3), rows, [0], 0.1, weights, lane)
  const own = [0, 1, 2, 3].map((f) => weights[f * lanes + lane])

  expect(own[0]).toBeCloseTo(5 + 0.1 * Math.log(1.005 / 0.005))
  expect(own[1]).toBeCloseTo(5)
  expect(own[2]).toBeCloseTo(5 - 0.1 * Math.log(1.005 / 0.005))
  expect(own[3]).toBe(5)
  expect(weights.filter((weight) => weight !== 5)).toHaveLength(2)
})

it('counts weigh more if a class has more texts', () => {
  const weights = [5, 10, 100, 1_000].map((perClass) => ratioWeight(perClass * 20, 20))

  expect(weights).toEqual([...weights].sort((a, b) => a - b))
  expect(weights[0]!).toBeLessThan(weights[3]! / 5)
})
