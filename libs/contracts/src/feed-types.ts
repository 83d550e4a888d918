import { findNearest } from './edits.ts'
import type { Refinement } from './refinement.ts'
import { feedEventTypes } from './words.ts'

const known = new Set<string>(feedEventTypes)

/** Returns how the first unknown type breaks the rule, or `undefined`. It suggests the type that is spelled most like it, if one is. */
export function findUnknownType(wanted: readonly string[]): Refinement | undefined {
  const at = wanted.findIndex((type) => !known.has(type))
  if (at < 0) return undefined
  // A longer name is no misspelled one, and comparing it would take long.
  const unknown = (wanted[at] ?? '').trim().slice(0, 64)
  const suggestion = findNearest(
    unknown.toUpperCase(),
    feedEventTypes.map((type) => [type, type]),
  )
  const message =
    suggestion === undefined
      ? `must be types of events such as QUESTION_RESOLVED; got \`${unknown}\``
      : `has the unknown type ${unknown}. Did you mean ${suggestion}?`
  return { rule: 'enum', message, path: String(at), suggestion }
}
