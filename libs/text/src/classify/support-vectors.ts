import { randomFrom, shuffle } from '../columns/random.ts'
import type { Vector } from './vocabulary.ts'

export type SupportOptions = { readonly cost: number; readonly seed: number; readonly passes: number }

/** The last feature is a constant 1 for the bias. */
export type Weights = Float32Array

/**
 * One class against the rest: linear support vector machine with squared hinge loss, by dual coordinate descent with shrinking
 * (Hsieh et al. 2008). `weights` (features + 1) is overwritten and returned. `isPositive` is per vector.
 */
export function separate(
  { count, starts, indices, values, squares }: Rows,
  isPositive: (vector: number) => boolean,
  weights: Weights,
  { cost, seed, passes }: SupportOptions,
): Weights {
  const tolerance = 0.1
  const bias = weights.length - 1
  const regular = 1 / (2 * cost)
  const alpha = new Float64Array(count)
  const active = Int32Array.from({ length: count }, (_, i) => i)
  const random = randomFrom(seed)
  let length = count
  let bound = Number.POSITIVE_INFINITY
  weights.fill(0)
  for (let pass = 0; pass < passes; pass++) {
    shuffle(active, random, length)
    let largest = 0
    for (let place = 0; place < length; place++) {
      const i = active[place]!
      const sign = isPositive(i) ? 1 : -1
      const from = starts[i]!
      const to = starts[i + 1]!
      let score = weights[bias]!
      for (let k = from; k < to; k++) score += weights[indices[k]!]! * values[k]!
      const gradient = score * sign - 1 + regular * alpha[i]!
      if (alpha[i] === 0 && gradient > bound) {
        active[place--] = active[--length]!
        active[length] = i
        continue
      }
      const projected = alpha[i] === 0 ? Math.min(gradient, 0) : gradient
      largest = Math.max(largest, Math.abs(projected))
      if (Math.abs(projected) < 1e-9) continue
      const before = alpha[i]!
      alpha[i] = Math.max(before - gradient / (squares[i]! + 1 + regular), 0)
      const step = (alpha[i]! - before) * sign
      for (let k = from; k < to; k++) weights[indices[k]!]! += step * values[k]!
      weights[bias]! += step
    }
    if (largest >= tolerance) bound = largest
    else if (length === count) break
    else {
      length = count
      bound = Number.POSITIVE_INFINITY
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
