import { fadingCount, fadingOf, fillShares, type Parts, surplus } from './answer-shares.ts'
import type { History } from './history-columns.ts'
import { levelRecent, place, recentSpans, width } from './signals.ts'
import type { WorkingMemory } from './working-memory.ts'

/** Kinds of similarity of which the memory keeps a spread, in the order of the signals from `topic30` on. */
export const topicKinds = 3

/**
 * Compares the chosen experts with the expectation for anyone equally active at such times: by similar questions, and by each word
 * and tag. Also sets their recent activity.
 */
export function compare(
  history: History,
  memory: WorkingMemory,
  chosen: readonly number[],
  parts: Parts,
  asOf: number,
): void {
  const first = memory.shares.extend(chosen.length * parts.count)
  const shares = memory.shares.data
  const rows = memory.rows.data
  const fadings = recentSpans.map((span) => fadingOf(parts, span))
  chosen.forEach((seat, i) => {
    const row = seat * width
    const own = first + i * parts.count
    fillShares(history, parts, memory.people.data[seat]!, asOf, shares, own)
    for (let kind = 0; kind < topicKinds; kind++) {
      const cell = row + place.topic30 + kind
      rows[cell] = surplus(rows[cell]!, parts, memory.spread.data, kind * parts.count, shares, own)
    }
    for (let k = 0; k < fadings.length; k++)
      rows[row + place.recent20 + k] = levelRecent(fadingCount(parts, fadings[k]!, shares, own))
  })
  compareByTerm(memory, chosen, parts, first)
}

function compareByTerm(
  { polls, ballots, counted, rows, shares, spread }: WorkingMemory,
  chosen: readonly number[],
  parts: Parts,
  first: number,
): void {
  const weights = [0, 0]
  for (const { weight, isTag } of polls) weights[Number(isTag)]! += weight
  let ballot = 0
  polls.forEach(({ weight, isTag, end }, poll) => {
    const begin = ballot
    for (; ballot < end; ballot += 2) counted.data[ballots.data[ballot]!] = ballots.data[ballot + 1]!
    const share = weight / weights[Number(isTag)]!
    chosen.forEach((seat, i) => {
      const from = (topicKinds + poll) * parts.count
      const lift = surplus(counted.data[seat]!, parts, spread.data, from, shares.data, first + i * parts.count)
      const cell = seat * width + (isTag ? place.tagLift : place.wordLift)
      rows.data[cell]! += share * lift
      rows.data[cell + 1] = Math.max(rows.data[cell + 1]!, lift)
    })
    for (let b = begin; b < end; b += 2) counted.data[ballots.data[b]!] = 0
  })
}
