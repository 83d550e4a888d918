import { observe, setLift, step } from './mix.ts'
import { priorWeights } from './prior-mix.ts'
import type { PendingLesson, Ranker } from './ranker-state.ts'
import { width } from './signals.ts'

const mostPending = 1_000
/** Above that limit, this many lessons are learned at once. Each takes a small part of a ms. */
const takenAtOnce = 20
const pace = 0.5

/** Defers a lesson until its time has passed, so that a ranking as of an earlier time does not use it. At most 1,000 wait. */
export function teachLater(ranker: Ranker, pending: PendingLesson): void {
  ranker.pending.push(pending)
  if (ranker.pending.length <= mostPending) return
  ranker.pending.sort((a, b) => a.at - b.at)
  for (const oldest of ranker.pending.splice(0, takenAtOnce)) take(ranker, oldest)
}

/** Applies all lessons from strictly before a time to the living mix, in order of time. */
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
