import type { AnswerIndex } from './answer-index.ts'

/**
 * Suspends every entry that came from a human answer which is contested, edited or forgotten; the same answer from elsewhere stays.
 * Returns the ids of those suspended by this call.
 */
export function suspendSource(index: AnswerIndex, sourceId: string): string[] {
  const entries = [...index.ids.keys()].filter((entry) => index.sources[entry]!.includes(sourceId))
  return [...new Set(entries.filter((entry) => suspendEntry(index, entry)).map((entry) => index.ids[entry]!))]
}

/** Takes an entry out until it is restored. False when it is unknown or suspended already. */
export function suspendAnswer(index: AnswerIndex, answerId: string): boolean {
  return entriesOf(index, answerId).filter((entry) => suspendEntry(index, entry)).length > 0
}

/** Puts a suspended entry back. False when it was not suspended. */
export function restoreAnswer(index: AnswerIndex, answerId: string): boolean {
  return entriesOf(index, answerId).filter((entry) => index.suspended.delete(entry)).length > 0
}

function suspendEntry({ suspended }: AnswerIndex, entry: number): boolean {
  if (suspended.has(entry)) return false
  suspended.add(entry)
  return true
}

const entriesOf = ({ ids }: AnswerIndex, answerId: string) => [...ids.keys()].filter((entry) => ids[entry] === answerId)
