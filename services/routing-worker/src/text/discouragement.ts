import type { DiscouragementView } from '@askline/contracts'
import type { Need } from '@askline/domain'
import type { RoutingAdvice } from '@askline/text'
import type { Roster } from '../routing/roster.ts'
import { percent } from './abstention.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** In words why nobody of the company could ever be asked for what takes `least`. */
export function whyNobody(roster: Roster, least: Need): DiscouragementView {
  if (roster.active.size === 0) return { code: 'no_experts', message: 'No expert can be asked.' }
  if (least.language !== undefined && roster.able({ ...least, requirement: undefined, units: 0 }).size === 0) {
    return { code: 'no_speaker', message: `Nobody active speaks ${languageNames.of(least.language)}.` }
  }
  const message = 'Nobody active meets what the category requires, with a desk that is large enough.'
  return { code: 'nobody_suits', message }
}

/** In words that experts hardly ever resolve the like of it; `asked`: the least chance that the category asks for, where it does. */
export function hardlyResolved(
  { confidence, cases, least }: RoutingAdvice,
  asked: number | undefined,
): DiscouragementView {
  const wanted = asked ? `the category asks for ${percent(asked)}` : `at least ${percent(least)} is worth asking them`
  const message = `By ${cases} questions that were settled, experts resolve the like of it with a probability of ${percent(confidence)}, and ${wanted}.`
  return { code: 'hardly_resolved', message }
}
