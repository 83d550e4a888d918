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
    const message = `There are ${cases} held-out examples, and ${rule.needed} are needed to promise any precision.`
    return { code, message }
  }
  const message = `By ${cases} held-out examples a precision of at most ${percent(rule.reached)} can be promised, and ${percent(precision)} is asked for.`
  return { code, message }
}

/** Explains that no classes are known. */
export const noModel: AbstentionView = {
  code: 'no_model',
  message: `No classes are known: it takes two at least, with ${leastOfClass} different texts each.`,
}

/** Explains that a text is less certain than required. */
export const notSureEnough = (confidence: number, least: number, precision: number): AbstentionView => ({
  code: 'not_sure_enough',
  message: `The likeliest class is ${percent(confidence)} sure, and must be ${percent(least, Math.ceil)} sure so that ${percent(precision)} of such classes are right.`,
})

/** Explains why only nearly identical questions are answered. */
export function whyNoAnswers(rule: Extract<PrecisionRule, { enough: false }>, precision: number): string {
  const { cases } = rule
  const what =
    rule.reason === 'too_few_cases'
      ? `Of ${rule.needed} cases that it takes to say how often answers are right there are ${cases}: different judged questions in other words than the known ones, and further wordings of a known answer.`
      : `By ${cases} cases a precision of at most ${percent(rule.reached)} can be promised, and ${percent(precision)} is asked for.`
  return `${what} Until then one is given only where nearly the known question is asked.`
}

/** Explains that known answers conflict. */
export const answersConflict =
  'Other known answers are given for nearly the same question, and verdicts do not say enough which is right. An admin may remove or suspend those that are not.'

/** Explains that askers rejected an answer too often. */
export const rejectedTooOften = ({ judged, rejected }: AnswerRecord, precision: number) =>
  `Of ${judged} verdicts on the known answer since it was last changed ${rejected} rejected it, and it is to be right ${percent(precision)} of the time. An admin may give it again.`

/**
 * Formats a share in tenths of a percent. Rounds down by default, so that a value below a limit never reads as if it reached it.
 */
export const percent = (share: number, round = Math.floor) => `${round(Number((share * 1_000).toFixed(6))) / 10}%`
