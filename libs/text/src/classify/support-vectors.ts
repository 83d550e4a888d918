import { randomFrom, shuffle } from '../columns/random.ts'
import type { Vector } from './vocabulary.ts'

export type SupportOptions = {
  readonly cost: number
  readonly seed: number
  /** At least three. */
  readonly passes: number
  /**
   * The first pass goes over one of so many vectors of other classes: where nothing is learned yet, they teach as much. All when absent;
   * else the last pass over all is left out, which corrects what others have changed meanwhile.
   */
  readonly firstOneOf?: number
}

/** Classes that are trained side by side: their scores of a vector are added up in registers while it is read once. */
export const lanes = 8

/**
 * Weights of as many classes as there are lanes, (features + 1) × lanes; the last feature is a constant 1 for the bias. A row of
 * them is half a line of cache.
 */
export type Weights = Float32Array

/** What `separate` writes in; made once and used for all groups of classes. */
export type Room = {
  readonly weights: Weights
  /** Weights of one of them. */
  readonly single: Float32Array
  /** Dual variables, vectors × lanes. */
  readonly alpha: Float64Array
  readonly order: Int32Array
  /** For each lane the vectors that its next pass goes over. */
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

/** A vector that supports nothing and is further beyond the margin than this is passed over. */
const farBeyond = 0.1

/**
 * The classes from `first` on, as many as there are lanes, each against the rest: linear support vector machines with squared hinge
 * loss, by dual coordinate descent (Hsieh et al. 2008). The first pass goes over a class's own vectors and one of `firstOneOf`
 * others, the second over all and, where the first did, the last, for all of these classes at once; the others go class by class and
 * pass over what is far beyond its margin, as nearly all of the others are: Hsieh's bound, the largest violation of the pass before,
 * would pass over next to none. Lanes beyond the last class learn that nothing is theirs. `labels` is per vector; what is in `room` is
 * overwritten, its weights with those learned.
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
   * Corrects a class, whose weights are in `held` from `at` on, a `stride` apart, by a vector that supports it or is within its
   * margin; tells how far beyond the margin another is.
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

  /** Over all, or for each class over its own and one of so many. */
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

  /** On a copy of the class's weights, which lies closer together. */
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

/** The scores of a vector in all lanes. Written out, so that they stay in registers. */
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
