import { randomFrom, shuffle } from '../columns/random.ts'
import type { Vector } from './vocabulary.ts'

export type SupportOptions = {
  readonly cost: number
  readonly seed: number
  /** At least three. */
  readonly passes: number
  /**
   * The first pass reads one in `firstOneOf` vectors of other classes, because a sample is enough while nothing is learned. The
   * default is 1. If it is greater, the final pass is left out, which reads all vectors and corrects for later changes.
   */
  readonly firstOneOf?: number
}

/** Number of classes that are trained together. Each vector is read once, and its scores are summed in registers. */
export const lanes = 8

/**
 * Weights of one class per lane, (features + 1) × lanes. The last feature is a constant 1 for the bias. A row is half a cache line.
 */
export type Weights = Float32Array

/** Working memory of `separate`, reused for all groups of classes. */
export type Room = {
  readonly weights: Weights
  /** Weights of one class. */
  readonly single: Float32Array
  /** Dual variables, vectors × lanes. */
  readonly alpha: Float64Array
  readonly order: Int32Array
  /** For each lane, the vectors of its next pass. */
  readonly near: readonly Int32Array[]
}

export function roomFor({ count }: Rows, features: number): Room {
  return {
    weights: new Float32Array((features + 1) * lanes),
    single: new Float32Array(features + 1),
    alpha: new Float64Array(count * lanes),
    order: new Int32Array(count),
    near: Array.from({ length: lanes }, () => new Int32Array(count)),
  }
}

/** A vector is skipped if it supports no class and is further beyond the margin than this. */
const farBeyond = 0.1

/**
 * Trains up to `lanes` classes from `first` on, each against the rest. They are linear support vector machines with squared hinge
 * loss, trained by dual coordinate descent (Hsieh et al. 2008).
 *
 * The first pass reads a class's own vectors and one of `firstOneOf` others. The second reads all, and so does the last if the first
 * did. The other passes go class by class and skip vectors far beyond the margin, as nearly all others are. Hsieh's bound, the
 * largest violation of the previous pass, would skip almost none.
 *
 * Lanes beyond the last class learn that no vector is theirs. `labels` is per vector. Overwrites `room`, whose weights become the
 * result.
 */
export function separate(
  rows: Rows,
  labels: Int32Array,
  first: number,
  { weights, single, alpha, order, near }: Room,
  { cost, seed, passes, firstOneOf = 1 }: SupportOptions,
): void {
  const { count, starts, indices, values, squares } = rows
  const regular = 1 / (2 * cost)
  const random = randomFrom(seed)
  const ofLane = Array.from({ length: lanes }, (_, lane) => randomFrom(seed + lane + 1))
  const scores = new Float64Array(lanes)
  const lengths = new Int32Array(lanes)
  weights.fill(0)
  alpha.fill(0)
  for (let i = 0; i < count; i++) order[i] = i

  /**
   * Corrects the weights of a class by one vector if it supports the class or is within its margin. The weights are in `held` from
   * `at` on, `stride` apart. Returns how far beyond the margin any other vector is.
   */
  function correct(i: number, lane: number, score: number, held: Float32Array, stride: number, at: number): number {
    const sign = labels[i] === first + lane ? 1 : -1
    const before = alpha[i * lanes + lane]!
    const gradient = score * sign - 1 + regular * before
    if (before === 0 && gradient >= 0) return gradient
    const after = Math.max(before - gradient / (squares[i]! + 1 + regular), 0)
    alpha[i * lanes + lane] = after
    const step = (after - before) * sign
    for (let k = starts[i]!; k < starts[i + 1]!; k++) held[indices[k]! * stride + at]! += step * values[k]!
    held[held.length - stride + at]! += step
    return 0
  }

  /** Makes one pass: each class reads its own vectors and one in `oneOf` others. */
  function passOver(oneOf: number, isKept: boolean): void {
    shuffle(order, random, count)
    for (let place = 0; place < count; place++) {
      const i = order[place]!
      const own = labels[i]! - first
      const isDrawn = place % oneOf === 0
      if (!isDrawn && (own < 0 || own >= lanes)) continue
      scoreRow(rows, i, weights, scores)
      for (let lane = 0; lane < lanes; lane++) {
        if (!isDrawn && lane !== own) continue
        const beyond = correct(i, lane, scores[lane]!, weights, lanes, lane)
        if (isKept && beyond <= farBeyond) near[lane]![lengths[lane]!++] = i
      }
    }
  }

  /** Makes the passes of one class on a contiguous copy of its weights. */
  function passOverNear(lane: number): void {
    const own = near[lane]!
    let length = lengths[lane]!
    for (let f = 0; f < single.length; f++) single[f] = weights[f * lanes + lane]!
    for (let pass = 2; pass < passes - 1; pass++) {
      shuffle(own, ofLane[lane]!, length)
      let kept = 0
      for (let place = 0; place < length; place++) {
        const i = own[place]!
        let score = single[single.length - 1]!
        for (let k = starts[i]!; k < starts[i + 1]!; k++) score += single[indices[k]!]! * values[k]!
        if (correct(i, lane, score, single, 1, 0) <= farBeyond) own[kept++] = i
      }
      length = kept
    }
    for (let f = 0; f < single.length; f++) weights[f * lanes + lane] = single[f]!
  }

  passOver(firstOneOf, false)
  passOver(1, true)
  for (let lane = 0; lane < lanes; lane++) passOverNear(lane)
  if (firstOneOf === 1) passOver(1, false)
}

/** Computes the scores of a vector in all lanes. The loop over lanes is unrolled to keep the scores in registers. */
function scoreRow({ starts, indices, values }: Rows, i: number, weights: Weights, scores: Float64Array): void {
  const bias = weights.length - lanes
  let a = weights[bias]!
  let b = weights[bias + 1]!
  let c = weights[bias + 2]!
  let d = weights[bias + 3]!
  let e = weights[bias + 4]!
  let f = weights[bias + 5]!
  let g = weights[bias + 6]!
  let h = weights[bias + 7]!
  const to = starts[i + 1]!
  for (let k = starts[i]!; k < to; k++) {
    const at = indices[k]! * lanes
    const value = values[k]!
    a += weights[at]! * value
    b += weights[at + 1]! * value
    c += weights[at + 2]! * value
    d += weights[at + 3]! * value
    e += weights[at + 4]! * value
    f += weights[at + 5]! * value
    g += weights[at + 6]! * value
    h += weights[at + 7]! * value
  }
  scores[0] = a
  scores[1] = b
  scores[2] = c
  scores[3] = d
  scores[4] = e
  scores[5] = f
  scores[6] = g
  scores[7] = h
}

/** Vectors stored contiguously, so that training reads memory sequentially. */
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
