import { floats, type Growing } from '../columns/growing.ts'
import { priorBase, priorDeviations, priorMeans, priorWeights } from './prior-mix.ts'
import { place, width } from './signals.ts'

/**
 * How a company's signals are weighed, and what was expected of each expert against what came. Lift is the logarithm of observed over
 * expected answers: what the other signals fail to see in a person. Both counts fade with every question the expert was a candidate for.
 */
export type Mix = {
  /** Evidence before this time shaped the mix; infinite for the one that keeps learning. */
  readonly upTo: number
  readonly weights: Float64Array
  /** Sums of squared gradients, for the step sizes. */
  readonly squares: Float64Array
  /** Weights without lift, by which answers are expected. */
  readonly base: Float64Array
  readonly observed: Growing<Float32Array>
  readonly expected: Growing<Float32Array>
}

export function buildPriorMix(upTo: number): Mix {
  return {
    upTo,
    weights: Float64Array.from(priorWeights),
    squares: new Float64Array(width).fill(firstSquare),
    base: Float64Array.from(priorBase),
    observed: floats(),
    expected: floats(),
  }
}

const firstSquare = 0.01
const fade = 0.97
const rate = 0.05
const pull = 0.01

/** Candidates of one question as rows of standardized signals, and how far each resolved it: 0 not, 1 answered, 2 accepted. */
export type Lesson = { readonly people: Int32Array; readonly rows: Float32Array; readonly worth: Uint8Array }

/** Standardizes a row of converted signals in place, by the moments of the prior. */
export function standardise(rows: Float32Array, at: number): void {
  for (let i = 0; i < width; i++) rows[at + i] = (rows[at + i]! - priorMeans[i]!) / priorDeviations[i]!
}

export function weigh(weights: Float64Array, rows: Float32Array, at: number): number {
  let score = 0
  for (let i = 0; i < width; i++) score += weights[i]! * rows[at + i]!
  return score
}

/** The logarithm of observed over expected answers, 0 for people unknown to the mix. */
export function liftOf(mix: Mix, person: number): number {
  const observed = person < mix.observed.length ? mix.observed.data[person]! : 0
  const expected = person < mix.expected.length ? mix.expected.data[person]! : 0
  return Math.log((observed + 2) / (expected + 2))
}

/** Sets the lift of one standardized row. */
export function setLift(mix: Mix, rows: Float32Array, at: number, person: number): void {
  rows[at + place.lift] = (liftOf(mix, person) - priorMeans[place.lift]!) / priorDeviations[place.lift]!
}

/** Probabilities of the candidates by the conditional logit model (McFadden 1974). */
function sharesOf(weights: Float64Array, { people, rows }: Lesson): Float64Array {
  const shares = Float64Array.from(people, (_, i) => weigh(weights, rows, i * width))
  const highest = shares.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  let total = 0
  for (let i = 0; i < shares.length; i++) {
    shares[i] = Math.exp(shares[i]! - highest)
    total += shares[i]!
  }
  return shares.map((share) => share / total)
}

/** Counts what was expected of each candidate and what came. `isNew` is false for further answers to a question already observed. */
export function observe(mix: Mix, lesson: Lesson, isNew: boolean): void {
  const { people, worth } = lesson
  const shares = sharesOf(mix.base, lesson)
  const resolvers = worth.reduce((count, w) => count + (w > 0 ? 1 : 0), 0)
  const kept = isNew ? fade : 1
  for (let i = 0; i < people.length; i++) {
    const person = people[i]!
    for (const column of [mix.observed, mix.expected])
      if (column.length <= person) column.extend(person + 1 - column.length)
    mix.observed.data[person] = mix.observed.data[person]! * kept + (worth[i]! > 0 ? 1 : 0)
    mix.expected.data[person] = mix.expected.data[person]! * kept + shares[i]! * resolvers
  }
}

/** One adaptive gradient step (Duchi et al. 2011) towards the resolvers, pulled to the prior. `pace` scales the step. */
export function step(
  weights: Float64Array,
  squares: Float64Array,
  prior: readonly number[],
  lesson: Lesson,
  pace: number,
): void {
  const { rows, worth } = lesson
  const total = worth.reduce((sum, w) => sum + w, 0)
  if (total === 0) return
  const shares = sharesOf(weights, lesson)
  const gradient = new Float64Array(width)
  for (let i = 0; i < shares.length; i++) {
    const error = shares[i]! - worth[i]! / total
    for (let k = 0; k < width; k++) gradient[k]! += error * rows[i * width + k]!
  }
  for (let k = 0; k < width; k++) {
    const slope = gradient[k]! + pull * (weights[k]! - prior[k]!)
    squares[k]! += slope * slope
    weights[k]! -= (pace * rate * slope) / Math.sqrt(squares[k]!)
  }
}
