import { placeOfTime } from '../columns/by-time.ts'
import { countAfter, lastAnswerBefore } from './activity.ts'
import type { History } from './history.ts'

/**
 * The past as seen from a moment, parted by how many answers ago: the newest 15, the 23 before them, and so on, each part half as large
 * again. An expert's share of a part's answers is what to expect of the expert, whatever a question there was about.
 */
export type Parts = {
  readonly count: number
  /** Part p holds the answers from `ends[p]` to `ends[p + 1]` answers ago. */
  readonly ends: Float64Array
  /** The time of the oldest answer of each part. */
  readonly since: Float64Array
}

const firstPart = 15
const growth = 1.5
const mostParts = 48
/** Answers of one expert read at most; those before them count as spread evenly over the older parts. */
const mostAnswersRead = 200

/** Parts of the answers given strictly before a time. */
export function partsBefore({ timeline, answers }: History, asOf: number): Parts {
  const total = placeOfTime(timeline, answers.answeredAt.data, asOf)
  const ends = [0]
  for (let size = firstPart; ends.at(-1)! < total && ends.length < mostParts; size *= growth)
    ends.push(Math.min(total, Math.round(ends.at(-1)! + size)))
  const since = ends.slice(1).map((end) => answers.answeredAt.data[timeline.data[total - end]!]!)
  return { count: since.length, ends: Float64Array.from(ends), since: Float64Array.from(since) }
}

/** The part an answer of that time belongs to. */
export function partOf({ since, count }: Parts, answeredAt: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (answeredAt >= since[middle]!) high = middle
    else low = middle + 1
  }
  return low
}

/** Writes the expert's share of each part's answers into `shares`, from `at` on. */
export function fillShares(
  history: History,
  parts: Parts,
  expert: number,
  asOf: number,
  shares: Float32Array,
  at: number,
): void {
  const { answers } = history
  shares.fill(0, at, at + parts.count)
  let answer = lastAnswerBefore(history, expert, asOf)
  let part = 0
  for (let read = 0; answer >= 0 && read < mostAnswersRead; read++, answer = answers.previousOfExpert.data[answer]!) {
    while (part < parts.count - 1 && answers.answeredAt.data[answer]! < parts.since[part]!) part++
    shares[at + part]!++
  }
  const older = answer < 0 ? 0 : countAfter(answers, answer) / (parts.ends[parts.count]! - parts.ends[part]!)
  for (let p = 0; p < parts.count; p++) {
    const size = parts.ends[p + 1]! - parts.ends[p]!
    shares[at + p] = Math.min(1, shares[at + p]! / size + (p >= part ? older : 0))
  }
}

/** Answers given, fading with the number of answers the company has had since: 1/e after `span`. From the shares at `at`. */
export function fadingCount({ ends, count }: Parts, shares: Float32Array, at: number, span: number): number {
  let sum = 0
  for (let p = 0; p < count; p++) {
    if (ends[p]! > 8 * span) break
    sum += Math.exp(-(ends[p]! + ends[p + 1]!) / 2 / span) * shares[at + p]! * (ends[p + 1]! - ends[p]!)
  }
  return sum
}

/**
 * The logarithm of answers given over answers to expect, one added to both: 0 says nothing. `spread` tells, from `from` on, how many answers of
 * each part there were to give.
 */
export function surplus(
  given: number,
  { count }: Parts,
  spread: Float32Array,
  from: number,
  shares: Float32Array,
  at: number,
): number {
  let expected = 0
  for (let p = 0; p < count; p++) expected += spread[from + p]! * shares[at + p]!
  return Math.log((given + 1) / (expected + 1))
}
