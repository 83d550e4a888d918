import { type PrecisionRule, precisionRule } from '../calibration/precision-rule.ts'
import { expectText } from '../ranking/expected.ts'
import type { AnswerIndex } from './answer-index.ts'
import { confidenceOf, mostOf } from './confidence.ts'
import { findTop } from './scores.ts'

export type FoundAnswer = {
  /** The answer to give, or null when the confidence is below `least` or 0, or every answer is suspended. */
  readonly answerId: string | null
  readonly likeliest: string | null
  /** Estimated probability, 0 to 1, that `likeliest` resolves the question. */
  readonly confidence: number
  /** How nearly the text is a question that `likeliest` is known to answer, 0 to 1. */
  readonly sameness: number
  /** Whatever else speaks for `likeliest`, it is no likelier right than this: below 1 where other answers are known for nearly the same question. */
  readonly atMost: number
  readonly runnerUp: string | null
  /** The human answers `likeliest` came from. */
  readonly sources: readonly string[]
}

/** Finds the known answer that fits a question best. `least` is the confidence to ask for, as from `answerRule`; 0 when absent. Throws TypeError for what is no text. */
export function answer(index: AnswerIndex, text: string, { least = 0 }: { readonly least?: number } = {}): FoundAnswer {
  expectText('text', text)
  const top = findTop(index.retrieval, text, index.suspended)
  const { best, second, sameness } = top
  if (best < 0)
    return { answerId: null, likeliest: null, confidence: 0, sameness: 0, atMost: 1, runnerUp: null, sources: [] }
  const confidence = confidenceOf(index.confidence, top)
  const likeliest = index.ids[best]!
  return {
    answerId: confidence === 0 || confidence < least ? null : likeliest,
    likeliest,
    confidence,
    sameness,
    atMost: top.agreed < 1 ? mostOf(index.confidence, top) : 1,
    runnerUp: second < 0 ? null : index.ids[second]!,
    sources: index.sources[best]!,
  }
}

/**
 * The confidence to ask of `answer` so that answers are right so often (0 to 1); abstains when held-out questions cannot promise it.
 * No further caution: a held-out question was answered without a fifth of the paraphrases, often all of its answer's, that the index knows.
 * Nearly known questions count against the promise and never for it: it is kept without them, and with them.
 */
export function answerRule(index: AnswerIndex, precision: number): PrecisionRule {
  const { judged, judgedNearly } = index
  const withNearly = precisionRule([...judged, ...judgedNearly], precision, 0)
  if (withNearly.enough) return precisionRule(judged, precision, 0, withNearly.threshold)
  const without = precisionRule(judged, precision, 0)
  return without.enough ? { ...withNearly, cases: judged.length } : without
}
