import type { KnownAnswer } from './known-answer.ts'
import { knownQuestionsOf, nearlyKnown } from './likeness.ts'
import { answerNumbersOf } from './same-answer.ts'

/** A known answer with its question. `language` is an ISO 639-1 code; null means any. */
export type ConflictCandidate = KnownAnswer & { readonly question: string; readonly language: string | null }

export type ConflictOptions = {
  /** ISO 639-1; decides which words count as small. */
  readonly language?: string
  /** Largest number of groups. */
  readonly most?: number
}

/** Ids of a group that are returned. The others follow when these are settled. */
const mostOfGroup = 10

/**
 * Returns groups of entries that ask nearly the same and answer differently, as ids. The first id of a group is the first entry in
 * the order of `entries`. An entry is in one group at most, and a group has at most ten. Entries of different languages do not conflict.
 */
export function findConflicts(
  entries: readonly ConflictCandidate[],
  { language = 'en', most = 200 }: ConflictOptions = {},
): string[][] {
  const answerOf = answerNumbersOf(entries)
  const questions = knownQuestionsOf(
    entries.map(({ question }) => question),
    Int32Array.from(entries.keys()),
    entries.map(() => 0),
    entries.length,
    language,
  )
  const grouped = new Set<number>()
  const groups: string[][] = []
  for (const [at, { answerId, question, language: spoken }] of entries.entries()) {
    if (groups.length === most) break
    if (grouped.has(at)) continue
    const rivals = new Map<number, string>()
    for (const { entry } of nearlyKnown({ questions, language }, question)) {
      const other = entries[entry]
      if (!other || entry === at || grouped.has(entry) || answerOf[entry] === answerOf[at]) continue
      if (other.language === null || spoken === null || other.language === spoken) rivals.set(entry, other.answerId)
    }
    if (rivals.size === 0) continue
    for (const entry of [at, ...rivals.keys()]) grouped.add(entry)
    groups.push([answerId, ...rivals.values()].slice(0, mostOfGroup))
  }
  return groups
}
