import type { AnswerIndex } from './answer-index.ts'

/** Suspends every answer that came from a human answer which is contested, edited or forgotten. Returns the ids of those suspended by this call. */
export function suspendSource(index: AnswerIndex, sourceId: string): string[] {
  return index.ids.filter((id, number) => index.sources[number]!.includes(sourceId) && suspendAnswer(index, id))
}

/** Takes an answer out until it is restored. False when it is unknown or suspended already. */
export function suspendAnswer(index: AnswerIndex, answerId: string): boolean {
  const number = index.ids.indexOf(answerId)
  if (number < 0 || index.suspended.has(number)) return false
  index.suspended.add(number)
  return true
}

/** Puts a suspended answer back. False when it was not suspended. */
export function restoreAnswer(index: AnswerIndex, answerId: string): boolean {
  return index.suspended.delete(index.ids.indexOf(answerId))
}
