import { assumedOutOfScope, type PrecisionRule, precisionRule } from '../calibration/precision-rule.ts'
import { expectText } from '../ranking/expected.ts'
import type { AnswerIndex } from './answer-index.ts'
import { confidenceOf, mostOf } from './confidence.ts'
import { findTop } from './scores.ts'

export type FoundAnswer = {
  /** The answer to give, or null if the confidence is 0 or below `least`. */
  readonly answerId: string | null
  readonly likeliest: string | null
  /** Estimated probability, 0 to 1, that `likeliest` resolves the question. */
  readonly confidence: number
  /** Similarity of the text to a question that `likeliest` is known to answer, 0 to 1. */
  readonly sameness: number
  /** Upper limit of the probability that `likeliest` is right. It is below 1 if other answers are known for nearly the same question. */
  readonly atMost: number
  readonly runnerUp: string | null
}

/**
 * Finds the known answer that fits a question best. The required confidence, `least`, comes from `answerRule` and is 0 by default.
 * Throws TypeError if `text` is not a string.
 */
export function answer(index: AnswerIndex, text: string, { least = 0 }: { readonly least?: number } = {}): FoundAnswer {
  expectText('text', text)
  const top = findTop(index.retrieval, text)
  const { best, second, sameness } = top
  if (best < 0) return { answerId: null, likeliest: null, confidence: 0, sameness: 0, atMost: 1, runnerUp: null }
  const confidence = confidenceOf(index.confidence, top)
  const likeliest = index.ids[best]!
  return {
    answerId: confidence === 0 || confidence < least ? null : likeliest,
    likeliest,
    confidence,
    sameness,
    atMost: top.agreed < 1 ? mostOf(index.confidence, top) : 1,
    runnerUp: second < 0 ? null : index.ids[second]!,
  }
}

/**
 * Returns the confidence to require of `answer` for a precision (0 to 1), or the reason why no confidence achieves it.
 *
 * The option `outOfScope` is the assumed share of questions without a known answer, 0 to 1; 0.1 by default. The precision holds up
 * to that share. Questions of held-out answers stand in for them. With fewer than three answers there are none. Then `outOfScope`
 * in the result is 0.
 *
 * Nearly known questions count against the precision and never for it. The rule holds with and without them. The caution is 0,
 * because a held-out question is answered without a fifth of the paraphrases that the index knows.
 */
export function answerRule(
  { judged, judgedNearly, ofUnknownAnswer }: AnswerIndex,
  precision: number,
  { outOfScope = assumedOutOfScope }: { readonly outOfScope?: number } = {},
): PrecisionRule {
  const options = { caution: 0, outOfScope: { share: outOfScope, cases: ofUnknownAnswer } }
  const withNearly = precisionRule([...judged, ...judgedNearly], precision, options)
  if (withNearly.enough) return precisionRule(judged, precision, { ...options, floor: withNearly.threshold })
  const without = precisionRule(judged, precision, options)
  return without.enough ? { ...withNearly, cases: judged.length } : without
}
