import type { Linear } from '../classify/linear.ts'
import type { Vocabulary } from '../classify/vocabulary.ts'
import type { Bm25 } from '../columns/bm25.ts'
import type { KnownQuestions } from './likeness.ts'
import type { Examples } from './nearest.ts'

/** Data to find an answer: the known questions of each answer, and the words of question and body. */
export type Retrieval = {
  readonly language: string
  /** The answer of each entry: `same-answer.ts`. */
  readonly answerOf: Int32Array
  readonly answers: number
  readonly vocabulary: Vocabulary
  /** A machine with a class per answer; absent when there are too many answers for one, and the nearest known question decides. */
  readonly linear: Linear | undefined
  readonly examples: Examples
  readonly words: Bm25
  readonly questions: KnownQuestions
}
