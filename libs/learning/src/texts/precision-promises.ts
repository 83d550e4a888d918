import type { AnswerRuleView, PromiseView } from '@askline/contracts'
import type { PrecisionRule } from '@askline/text'
import { lackOf, whyNoAnswers } from './abstention.ts'

/** The figures of a rule that promises nothing. */
const none = { leastConfidence: null, coverage: 0, expectedPrecision: null }

/**
 * Describes what a rule promises. `assumed` is the share of out-of-scope questions, 0 to 1, of a rule that promises nothing, and
 * `whyNone` explains it.
 */
export function promiseOf(rule: PrecisionRule, assumed: number, whyNone: () => string | null): PromiseView {
  const { cases } = rule
  if (!rule.enough) return { cases, ...none, outOfScopeShare: assumed, ...lackOf(rule), message: whyNone() }
  const { threshold: leastConfidence, coverage, expectedPrecision, outOfScope: outOfScopeShare } = rule
  return { cases, leastConfidence, coverage, expectedPrecision, outOfScopeShare, ...lackOf(rule), message: null }
}

/** Describes the rule of answers for one precision. `assumed` is the share of out-of-scope questions, 0 to 1. */
export function answerRuleOf(rule: PrecisionRule, precision: number, assumed: number): AnswerRuleView {
  const promise = promiseOf(rule, assumed, () => (rule.enough ? null : whyNoAnswers(rule, precision)))
  return { ...promise, precision, abstains: rule.enough ? null : rule.reason }
}
