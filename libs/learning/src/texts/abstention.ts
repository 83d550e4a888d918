import type { Abstention, AbstentionView } from '@askline/contracts'
import type { AnswerRecord } from '@askline/domain/knowledge/record'
import type { PrecisionRule } from '@askline/text'
import { leastOfClass } from './enough-examples.ts'

/** The precisions that reports show. */
export const precisions = [0.8, 0.9, 0.95, 0.98]

/**
 * No class is given that is likelier wrong than right. The precision alone would allow it where classes are easy to separate, and
 * would then classify questions that belong to no class.
 */
export const likelierThanNot = 0.5

/** Returns what a rule lacks that promises nothing, as code and figures; nulls if it promises. */
export function lackOf(rule: PrecisionRule) {
  const lack = { abstains: null, casesFound: null, casesNeeded: null, precisionReached: null }
  if (rule.enough) return lack
  const { reason: abstains, cases: casesFound } = rule
  return rule.reason === 'too_few_cases'
    ? { ...lack, abstains, casesFound, casesNeeded: rule.needed }
    : { ...lack, abstains, casesFound, precisionReached: rule.reached }
}

/** Explains why a rule promises no prediction; null if it promises the precision. */
export function whyNoPromise(rule: PrecisionRule, precision: number): { code: Abstention; message: string } | null {
  if (rule.enough) return null
  const { reason: code, cases } = rule
  if (rule.reason === 'too_few_cases') {
    const message = `There are ${cases} held-out examples, and ${rule.needed} are required to promise any precision.`
    return { code, message }
  }
  const message = `The ${cases} held-out examples support a precision of at most ${percent(rule.reached)}, and ${percent(precision)} is required.`
  return { code, message }
}

/** Explains that no classes are known. */
export const noModel: AbstentionView = {
  code: 'no_model',
  message: `No classes are known. At least two classes with ${leastOfClass} different texts each are required.`,
}

/** Explains that a text is less certain than required. */
export const notSureEnough = (confidence: number, least: number, precision: number): AbstentionView => ({
  code: 'not_sure_enough',
  message: `The likeliest class has a confidence of ${percent(confidence)}, and ${percent(least, Math.ceil)} is required for a precision of ${percent(precision)}.`,
})

/** Explains why only nearly identical questions are answered. */
export function whyNoAnswers(rule: Extract<PrecisionRule, { enough: false }>, precision: number): string {
  const { cases } = rule
  const what =
    rule.reason === 'too_few_cases'
      ? `There are ${cases} of the ${rule.needed} cases required to measure precision: judged questions that differ from the known ones, and other wordings of a known answer.`
      : `The ${cases} cases support a precision of at most ${percent(rule.reached)}, and ${percent(precision)} is required.`
  return `${what} Until then, only a text that is nearly identical to a known question gets an answer.`
}

/** Explains that known answers conflict. */
export const answersConflict =
  'Other known answers belong to nearly the same question, and there are too few verdicts to tell which is right. An admin can remove or suspend the wrong ones.'

/** Explains that askers rejected an answer too often. */
export const rejectedTooOften = ({ judged, rejected }: AnswerRecord, precision: number) =>
  `${rejected} of ${judged} verdicts since its last change reject the known answer, and a precision of ${percent(precision)} is required. An admin can reactivate it.`

/**
 * Formats a share in tenths of a percent. Rounds down by default, so that a value below a limit never reads as if it reached it.
 */
export const percent = (share: number, round = Math.floor) => `${round(Number((share * 1_000).toFixed(6))) / 10}%`
