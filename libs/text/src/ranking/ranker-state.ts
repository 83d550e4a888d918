import type { Logistic } from '../calibration/logistic.ts'
import type { Judged } from '../calibration/precision-rule.ts'
import type { WholeProfile } from './expert-profile.ts'
import type { History } from './history-columns.ts'
import type { Lesson, Mix } from './mix.ts'
import type { WorkingMemory } from './working-memory.ts'

/** The probability of resolution by clues, fitted to `cases` past questions; the plain share if there are too few. */
export type Prospects = {
  readonly cases: number
  readonly share: number
  readonly logistic: Logistic | undefined
  /** Least similarity to a past question for a judgement: half of the first percentile of the similarities among past questions. */
  readonly leastClosest: number
  /** Predictions for past questions from the half that was fitted without them. Filled by `refitProspects` only. */
  readonly judged: readonly Judged[]
  /** If true, a question counts as resolved when it has an answer, accepted or not. */
  readonly byAnswers?: boolean | undefined
  /** The latest time of the evidence it was fitted to, if known. */
  readonly knownUpTo?: number | undefined
}

export const noProspects: Prospects = { cases: 0, share: 0.5, logistic: undefined, leastClosest: 0, judged: [] }

/** A lesson that the living mix has not learned yet. It is learned before a ranking as of a later time. */
export type PendingLesson = { readonly at: number; readonly question: number; readonly lesson: Lesson }

/** A company's evidence of who resolves what. Opaque: use the functions of this package. */
export type Ranker = {
  readonly history: History
  readonly profiles: Map<number, WholeProfile>
  /** Hash of a topic, its words or a tag → experts whose profile names it. */
  readonly expertsByTopic: Map<number, Set<number>>
  readonly memory: WorkingMemory
  readonly timesAreReal: boolean
  readonly seed: number
  mix: Mix
  /** The latest time of the evidence that the living mix learned from. */
  learnedUpTo: number
  prospects: Prospects
  /** Mixes as of earlier times, by `upTo`, for replaying the past. */
  readonly pastMixes: Map<number, Mix>
  /** Questions the living mix has learned from. */
  readonly taught: Set<number>
  readonly pending: PendingLesson[]
}

/** Returns the latest time of the fitted evidence, in ms since 1970. Rankings as of an earlier time need another fit. */
export function learnedUpTo(ranker: Ranker): number {
  return Math.max(ranker.learnedUpTo, ranker.prospects.knownUpTo ?? ranker.learnedUpTo)
}
