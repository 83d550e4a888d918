import type { KnownAnswer } from './known-answer.ts'

/**
 * Returns the number of each entry's answer, from 0 in order of first appearance. Entries have the same answer if their ids or their
 * bodies, ignoring white space, are equal. They do not compete with each other.
 */
export function answerNumbersOf(entries: readonly KnownAnswer[]): Int32Array {
  const leaders = Int32Array.from(entries.keys())
  const leaderOf = (entry: number): number => {
    let leader = entry
    while (leaders[leader] !== leader) leader = leaders[leader]!
    return leader
  }
  const firstWith = new Map<string, number>()
  entries.forEach(({ answerId, body }, entry) => {
    const folded = body.trim().replace(/\s+/gu, ' ')
    for (const key of [`id ${answerId}`, ...(folded === '' ? [] : [`body ${folded}`])]) {
      const first = firstWith.get(key)
      if (first === undefined) firstWith.set(key, entry)
      else {
        const [one, other] = [leaderOf(first), leaderOf(entry)]
        leaders[Math.max(one, other)] = Math.min(one, other)
      }
    }
  })
  const numbers = new Map<number, number>()
  return Int32Array.from(entries, (_, entry) => {
    const leader = leaderOf(entry)
    const number = numbers.get(leader) ?? numbers.size
    numbers.set(leader, number)
    return number
  })
}
