import { placeOfTime } from '../columns/by-time.ts'
import { fitMix } from './fit-mix.ts'
import type { History } from './history-columns.ts'
import { advanceMix } from './living-mix.ts'
import { buildPriorMix, type Mix } from './mix.ts'
import type { Ranker } from './ranker-state.ts'

/**
 * Upper limit for the questions a mix is fitted to: the newest answered ones. The first tenth of the history is left out, because it
 * has too little evidence before it.
 */
const mostLessons = 4_000
const leastLessons = 20
const steps = 20
const lateness = 60_000

/** The questions a mix as of `upTo` may learn from, in order of time. */
function lessonsBefore({ questions }: History, upTo: number): number[] {
  return afterTheFirst(questions, upTo)
    .filter((q) => questions.firstAnswer.data[q]! >= 0)
    .slice(-mostLessons)
}

/** Questions before a time, in order, without the first tenth. */
export function afterTheFirst({ byTime, askedAt }: History['questions'], upTo: number): number[] {
  const end = placeOfTime(byTime, askedAt.data, upTo)
  return Array.from(byTime.data.subarray(Math.floor(end / 10), end))
}

/** The mix of a company as of a time: the prior alone when there is too little to learn from. */
export function teachMix(ranker: Ranker, upTo: number): Mix {
  const lessons = lessonsBefore(ranker.history, upTo)
  return lessons.length < leastLessons ? buildPriorMix(upTo) : fitMix(ranker, lessons, upTo, ranker.seed)
}

/**
 * Returns the mix for a ranking at a time. The living mix is used if all it learned is earlier, or at most a minute later because
 * workers rank out of order. Otherwise a mix is fitted to the history before an earlier boundary. That is for replays, never for
 * live routing.
 */
export function mixAsOf(ranker: Ranker, asOf: number): Mix {
  advanceMix(ranker, asOf)
  return isPast(asOf, ranker.learnedUpTo) ? mixUpTo(ranker, boundaryBefore(ranker, asOf)) : ranker.mix
}

/** Whether a time is so long before what was learned that it must not be known then. */
export function isPast(asOf: number, learnedUpTo: number): boolean {
  return asOf <= learnedUpTo - lateness
}

/** The last boundary before a time. Boundaries lie a power of two of questions apart, so that they stay while the history grows. */
export function boundaryBefore({ history }: Ranker, asOf: number): number {
  const { byTime, askedAt } = history.questions
  const earlier = placeOfTime(byTime, askedAt.data, asOf)
  const size = 2 ** Math.max(0, Math.floor(Math.log2(byTime.length / steps)))
  const end = Math.floor(earlier / size) * size
  return end === 0 ? Number.NEGATIVE_INFINITY : askedAt.data[byTime.data[end - 1]!]!
}

/** A mix fitted to the history up to a boundary, on first need, and kept. */
export function mixUpTo(ranker: Ranker, upTo: number): Mix {
  let mix = ranker.pastMixes.get(upTo)
  if (!mix) {
    mix = teachMix(ranker, upTo)
    ranker.pastMixes.set(upTo, mix)
  }
  return mix
}
