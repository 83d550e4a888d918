import type { KnownAnswer, QueryFor } from '@askline/client'

type Query = QueryFor<'listKnowledge'>
type Filters = Record<'text' | 'state' | 'class' | 'language' | 'source', string>

export const states = [
  'GIVEN',
  'SUSPENDED',
  'BY_ADMIN',
  'CONTESTED',
  'EDITED',
  'FORGOTTEN',
  'REJECTED',
] as const satisfies readonly NonNullable<Query['state']>[]
export const sources = ['ADMIN', 'FILE', 'RESPONSE'] as const satisfies readonly KnownAnswer['source'][]

/** Returns the query of the API for filters as they stand in an address. Unknown values and unfinished languages are left out. */
export function queryOf({ text, state, class: ofClass, language, source }: Filters): Query {
  const knownState = states.find((one) => one === state)
  const knownSource = sources.find((one) => one === source)
  return {
    ...(text && { text }),
    ...(knownState && { state: knownState }),
    ...(ofClass && { class: ofClass }),
    ...(/^[a-z]{2}$/i.test(language) && { language }),
    ...(knownSource && { source: knownSource }),
  }
}
