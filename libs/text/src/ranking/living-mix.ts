import { type Lesson, observe, setLift, step } from './mix.ts'
import { priorWeights } from './prior-mix.ts'
import type { Ranker } from './ranker.ts'
import { width } from './signals.ts'

/** A lesson the living mix has yet to take: it may, once rankings are asked for as of a later time. */
export type PendingLesson = { readonly at: number; readonly question: number; readonly lesson: Lesson }

const mostPending = 1_000
/** Lessons beyond that are taken by so many: each is a small part of a ms. */
const takenAtOnce = 20
const pace = 0.5

/** Keeps a lesson until its time has passed, so that a ranking as of an earlier time does not know of it. At most 1,000 wait. */
export function teachLater(ranker: Ranker, pending: PendingLesson): void {
  ranker.pending.push(pending)
  if (ranker.pending.length <= mostPending) return
  ranker.pending.sort((a, b) => a.at - b.at)
  for (const oldest of ranker.pending.splice(0, takenAtOnce)) take(ranker, oldest)
}

/** Lets the living mix take all lessons from strictly before a time, in their order. */
export function advanceMix(ranker: Ranker, asOf: number): void {
  if (!ranker.pending.some(({ at }) => at < asOf)) return
  ranker.pending.sort((a, b) => a.at - b.at)
  const waiting = ranker.pending.findIndex(({ at }) => at >= asOf)
  for (const pending of ranker.pending.splice(0, waiting < 0 ? ranker.pending.length : waiting)) take(ranker, pending)
}

function take(ranker: Ranker, { at, question, lesson }: PendingLesson): void {
  const { mix } = ranker
  for (let i = 0; i < lesson.people.length; i++) setLift(mix, lesson.rows, i * width, lesson.people[i]!)
  step(mix.weights, mix.squares, priorWeights, lesson, pace)
  observe(mix, lesson, !ranker.taught.has(question))
  ranker.taught.add(question)
  ranker.learnedUpTo = Math.max(ranker.learnedUpTo, at)
}
