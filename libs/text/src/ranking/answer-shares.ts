import { placeOfTime } from '../columns/by-time.ts'
import { countAfter, lastAnswerBefore } from './activity.ts'
import type { History } from './history-columns.ts'

/**
 * The past before a moment in parts of 15, 23 and so on answers, newest first; each part is half as large again. An expert's share
 * of a part is the expected share of answers to any question in it.
 */
export type Parts = {
  readonly count: number
  /** Part p holds the answers from `ends[p]` to `ends[p + 1]` answers ago. */
  readonly ends: Float64Array
  /** The time of the oldest answer of each part. */
  readonly since: Float64Array
}

/** Answers of the newest part. Each older part has `growth` times as many as the one after it. */
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

/** Returns the weight of an answer in each part, 1/e after `span` newer answers of the company. Parts older than 8 spans are left out. */
export function fadingOf({ ends, count }: Parts, span: number): number[] {
  const fading: number[] = []
  for (let p = 0; p < count && ends[p]! <= 8 * span; p++) fading.push(Math.exp(-(ends[p]! + ends[p + 1]!) / 2 / span))
  return fading
}

/** Returns the answers given, faded by `fadingOf`. `shares` has the shares of the parts, starting at `at`. */
export function fadingCount({ ends }: Parts, fading: readonly number[], shares: Float32Array, at: number): number {
  let sum = 0
  for (let p = 0; p < fading.length; p++) sum += fading[p]! * shares[at + p]! * (ends[p + 1]! - ends[p]!)
  return sum
}

/** Returns log((given + 1) / (expected + 1)); 0 is neutral. `spread` has the number of answers in each part, starting at `from`. */
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
