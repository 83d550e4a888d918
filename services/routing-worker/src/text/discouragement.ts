import type { DiscouragementView } from '@askline/contracts'
import type { Need } from '@askline/domain/routing/hindrance'
import type { Roster } from '@askline/learning/evidence/roster'
import { percent } from '@askline/learning/texts/abstention'
import type { RoutingAdvice } from '@askline/text'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Explains why no expert of the company could ever take a question with the need `least`. */
export function whyNobody(roster: Roster, least: Need): DiscouragementView {
  if (roster.active.size === 0) return { code: 'no_experts', message: 'No expert can be asked.' }
  if (least.language !== undefined && roster.able({ ...least, requirement: undefined, units: 0 }).size === 0) {
    return { code: 'no_speaker', message: `Nobody active speaks ${languageNames.of(least.language)}.` }
  }
  const message = 'Nobody active meets what the category requires, with a desk that is large enough.'
  return { code: 'nobody_suits', message }
}

/** Explains that experts hardly ever resolve such questions. `asked`: the category's least chance, if it sets one. */
export function hardlyResolved(
  { confidence, cases, least }: RoutingAdvice,
  asked: number | undefined,
): DiscouragementView {
  const wanted = asked ? `the category asks for ${percent(asked)}` : `at least ${percent(least)} is worth asking them`
  const message = `By ${cases} questions that were settled, experts resolve the like of it with a probability of ${percent(confidence)}, and ${wanted}.`
  return { code: 'hardly_resolved', message }
}
