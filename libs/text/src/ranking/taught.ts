import { fitMix } from './fit-mix.ts'
import type { History } from './history.ts'
import { buildPriorMix, type Mix } from './mix.ts'
import type { Ranker } from './ranker.ts'

/** Questions a mix is fitted to: the newest so many that were answered, after the first tenth of the history, which has nothing to stand on. */
const mostLessons = 4_000
const leastLessons = 20
const steps = 20

/** The questions a mix as of `upTo` may learn from, in order of time. */
export function lessonsBefore({ questions }: History, upTo: number): number[] {
  return afterTheFirst(questions, upTo)
    .filter((q) => questions.firstAnswer.data[q]! >= 0)
    .slice(-mostLessons)
}

/** Questions before a time, in order, without the first tenth. */
export function afterTheFirst(questions: History['questions'], upTo: number): number[] {
  const order = questionsByTime(questions).filter((q) => questions.askedAt.data[q]! < upTo)
  return order.slice(Math.floor(order.length / 10))
}

function questionsByTime(questions: History['questions']): number[] {
  const order: number[] = []
  for (let q = 0; q < questions.ids.length; q++) if (questions.ids[q] !== undefined) order.push(q)
  return order.sort((a, b) => questions.askedAt.data[a]! - questions.askedAt.data[b]!)
}

/** The mix of a company as of a time: the prior alone when there is too little to learn from. */
export function teachMix(ranker: Ranker, upTo: number): Mix {
  const lessons = lessonsBefore(ranker.history, upTo)
  return lessons.length < leastLessons ? buildPriorMix(upTo) : fitMix(ranker, lessons, upTo, ranker.seed)
}

/**
 * The mix to rank with at a time: the living one when everything it learned from is earlier; else one fitted to the twentieth of the
 * history that ends before the time, fitted on first need and kept. The latter is for replaying the past, never for live routing.
 */
export function mixAsOf(ranker: Ranker, asOf: number): Mix {
  if (asOf >= ranker.learnedUpTo) return ranker.mix
  const { questions } = ranker.history
  const order = questionsByTime(questions)
  const earlier = order.filter((q) => questions.askedAt.data[q]! < asOf).length
  const size = Math.max(1, Math.ceil(order.length / steps))
  const end = Math.floor(earlier / size) * size
  const upTo = end === 0 ? Number.NEGATIVE_INFINITY : questions.askedAt.data[order[end - 1]!]!
  let mix = ranker.pastMixes.get(upTo)
  if (!mix) {
    mix = teachMix(ranker, upTo)
    ranker.pastMixes.set(upTo, mix)
  }
  return mix
}
