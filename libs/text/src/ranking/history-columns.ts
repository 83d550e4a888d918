import type { Growing } from '../columns/growing.ts'
import type { Postings } from '../columns/postings.ts'
import type { IdColumn } from './id-column.ts'
import type { IdNumbers } from './id-numbers.ts'

/**
 * A company's past questions and answers as columns. Questions, answers and people are numbers; -1 means none.
 * Linked lists connect the answers of a question, the answers of an expert (newest first), and the questions of an asker (newest first).
 */
export type History = {
  readonly postings: Postings
  readonly questions: {
    readonly ids: IdColumn
    readonly askedAt: Growing<Float64Array>
    readonly asker: Growing<Int32Array>
    readonly length: Growing<Uint16Array>
    readonly textHash: Growing<Int32Array>
    readonly firstAnswer: Growing<Int32Array>
    readonly previousOfAsker: Growing<Int32Array>
    /** The term hashes of question n are `terms` from `firstTerm[n]` to `firstTerm[n + 1]`. */
    readonly firstTerm: Growing<Int32Array>
    readonly terms: Growing<Int32Array>
    /** Questions by the time they were asked, without forgotten ones. */
    readonly byTime: Growing<Int32Array>
  }
  readonly answers: {
    readonly expert: Growing<Int32Array>
    readonly question: Growing<Int32Array>
    readonly answeredAt: Growing<Float64Array>
    /** NaN if not accepted. */
    readonly acceptedAt: Growing<Float64Array>
    /** Votes and rating on one scale, about -1 to 3; counts from `ratedAt`. */
    readonly worth: Growing<Float32Array>
    readonly ratedAt: Growing<Float64Array>
    readonly nextOfQuestion: Growing<Int32Array>
    readonly previousOfExpert: Growing<Int32Array>
    /** Per answer, the expert's running activity up to and including it, see activity.ts. */
    readonly activity: Growing<Float32Array>
  }
  readonly people: {
    readonly numbers: IdNumbers
    readonly ids: string[]
    readonly lastAnswer: Growing<Int32Array>
    readonly lastQuestion: Growing<Int32Array>
  }
  /** Hashes of all tags and topics seen. */
  readonly tags: Set<number>
  /** Answers by time. Forgotten answers stay as entries whose expert is -1. */
  readonly timeline: Growing<Int32Array>
}
