import type { DiscouragementView } from '@askline/contracts'
import type { Need } from '@askline/domain/routing/hindrance'
import type { Roster } from '@askline/learning/evidence/roster'
import { percent } from '@askline/learning/texts/abstention'
import type { RoutingAdvice } from '@askline/text'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Explains why no expert of the company could ever take a question with the need `least`. */
export function whyNobody(roster: Roster, least: Need): DiscouragementView {
  if (roster.active.size === 0) return { code: 'no_experts', message: 'The company has no active expert.' }
  if (least.language !== undefined && roster.able({ ...least, requirement: undefined, units: 0 }).size === 0) {
    return { code: 'no_speaker', message: `No active expert speaks ${languageNames.of(least.language)}.` }
  }
  const message = 'No active expert meets the requirements of the category and has enough capacity.'
  return { code: 'nobody_suits', message }
}

/** Explains that experts hardly ever resolve such questions. `asked`: the category's least chance, if it sets one. */
export function hardlyResolved(
  { confidence, cases, least }: RoutingAdvice,
  asked: number | undefined,
): DiscouragementView {
  const wanted = asked ? `the category requires ${percent(asked)}` : `at least ${percent(least)} is required`
  const message = `Experts resolve such questions with a probability of ${percent(confidence)}, judged from ${cases} settled questions, and ${wanted}.`
  return { code: 'hardly_resolved', message }
}
