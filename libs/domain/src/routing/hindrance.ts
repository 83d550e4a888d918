import type { Requirement, RoutingVerdict } from '@askline/contracts'
import { languageOfTag } from '../people/language-tag.ts'
import { unmetBy } from '../people/requirements.ts'
import type { RoutingExpert } from './routing-experts.ts'

/** The needs of a question that an expert must satisfy. */
export type Need = {
  /** Primary subtag; undefined: any. */
  language: string | undefined
  /** Units of their capacity that a claim takes; 0: none. */
  units: number
  requirement: Requirement | undefined
  categoryId: string
}

export type Hindrance = { verdict: RoutingVerdict; unmet?: Requirement }

/**
 * Returns the reason why an expert can never take a question: inactive, another language, a requirement, or too little capacity.
 * `undefined` if there is none. A capacity of 0 is a pause, so it is no reason.
 */
export function neverTakes(expert: RoutingExpert, need: Need): Hindrance | undefined {
  if (!expert.isActive) return { verdict: 'inactive' }
  if (!speaks(expert, need.language)) return { verdict: 'other_language' }
  const unmet = need.requirement && unmetBy(expert, need.requirement, need.categoryId)
  if (unmet) return { verdict: 'requirement_unmet', unmet }
  return expert.capacity > 0 && expert.capacity < need.units ? { verdict: 'at_capacity' } : undefined
}

/** Returns the strongest reason why an expert cannot be offered a question now, or `undefined`. */
export function hindranceOf(expert: RoutingExpert, need: Need, isAtWork: boolean): Hindrance | undefined {
  const never = neverTakes(expert, need)
  if (never) return never
  if (expert.availability !== 'AVAILABLE') return { verdict: expert.availability === 'AWAY' ? 'away' : 'offline' }
  if (!isAtWork) return { verdict: 'outside_hours' }
  return hasRoom(expert, need.units) ? undefined : { verdict: 'at_capacity' }
}

const hasRoom = ({ capacity, load }: RoutingExpert, units: number) => capacity > 0 && load + units <= capacity

function speaks({ languages }: RoutingExpert, language: string | undefined): boolean {
  return (
    language === undefined ||
    languages.length === 0 ||
    languages.some((tag) => (languageOfTag(tag) ?? tag) === language)
  )
}
