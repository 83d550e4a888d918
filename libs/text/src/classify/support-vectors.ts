import { randomFrom, shuffle } from '../columns/random.ts'
import type { Vector } from './vocabulary.ts'

export type SupportOptions = { readonly cost: number; readonly seed: number; readonly passes: number }

/** The last feature is a constant 1 for the bias. */
export type Weights = Float32Array

/** A vector that supports nothing and is further beyond the margin than this is passed over. */
const farBeyond = 0.1

/**
 * One class against the rest: linear support vector machine with squared hinge loss, by dual coordinate descent (Hsieh et al.
 * 2008). The first two passes and the last go over all vectors; those between pass over what is far beyond the margin, as nearly
 * all of the others are: Hsieh's bound, the largest violation of the pass before, would pass over next to none.
 * `weights` (features + 1) is overwritten and returned. `isPositive` is per vector.
 */
export function separate(
  { count, starts, indices, values, squares }: Rows,
  isPositive: (vector: number) => boolean,
  weights: Weights,
  { cost, seed, passes }: SupportOptions,
): Weights {
  const bias = weights.length - 1
  const regular = 1 / (2 * cost)
  const alpha = new Float64Array(count)
  const active = Int32Array.from({ length: count }, (_, i) => i)
  const random = randomFrom(seed)
  let length = count
  weights.fill(0)
  for (let pass = 0; pass < passes; pass++) {
    if (pass === passes - 1) length = count
    shuffle(active, random, length)
    for (let place = 0; place < length; place++) {
      const i = active[place]!
      const sign = isPositive(i) ? 1 : -1
      const from = starts[i]!
      const to = starts[i + 1]!
      let score = weights[bias]!
      for (let k = from; k < to; k++) score += weights[indices[k]!]! * values[k]!
      const before = alpha[i]!
      const gradient = score * sign - 1 + regular * before
      if (before === 0 && gradient >= 0) {
        if (pass === 0 || gradient <= farBeyond) continue
        active[place--] = active[--length]!
        active[length] = i
        continue
      }
      const after = Math.max(before - gradient / (squares[i]! + 1 + regular), 0)
      alpha[i] = after
      const step = (after - before) * sign
      for (let k = from; k < to; k++) weights[indices[k]!]! += step * values[k]!
      weights[bias]! += step
    }
  }
  return weights
}

/** Vectors end to end, so that training reads memory in order. */
export type Rows = {
  readonly count: number
  readonly starts: Int32Array
  readonly indices: Int32Array
  readonly values: Float32Array
  readonly squares: Float64Array
}

export function rowsOf(vectors: readonly Vector[]): Rows {
  const starts = new Int32Array(vectors.length + 1)
  vectors.forEach(({ indices }, i) => {
    starts[i + 1] = starts[i]! + indices.length
  })
  const total = starts[vectors.length]!
  const rows: Rows = {
    count: vectors.length,
    starts,
    indices: new Int32Array(total),
    values: new Float32Array(total),
    squares: Float64Array.from(vectors, ({ values }) => values.reduce((sum, value) => sum + value * value, 0)),
  }
  vectors.forEach(({ indices, values }, i) => {
    rows.indices.set(indices, starts[i]!)
    rows.values.set(values, starts[i]!)
  })
  return rows
}
