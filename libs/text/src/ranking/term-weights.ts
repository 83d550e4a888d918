import { placeOfTime } from '../columns/by-time.ts'
import { indexOfHash } from '../columns/hash-table.ts'
import type { History } from './history-columns.ts'

/** A term of the postings with its inverse document frequency. */
export type WeightedTerm = { readonly term: number; readonly weight: number; readonly isTag: boolean }

/** The known terms of a question, rarest first, and the total weight of the rarest 64 of all its terms. */
export type TermWeights = { readonly known: readonly WeightedTerm[]; readonly total: number }

const mostTerms = 64

/**
 * Weighs a question's terms by their rarity in the questions asked strictly before a time. An unknown term weighs the same as a term
 * of a single question. For the present this is a lookup. For a past time all later questions are subtracted.
 */
export function weighTerms(history: History, hashes: ReadonlySet<number>, asOf: number): TermWeights {
  const later = laterThan(history, asOf)
  const questions = history.questions.ids.length - later.count
  const known: WeightedTerm[] = []
  for (const hash of hashes) {
    const term = indexOfHash(history.postings.terms, hash)
    const frequency = term < 0 ? 0 : frequencyBefore(history, term, asOf, later.first)
    if (frequency === 0) continue
    known.push({ term, weight: rarity(questions, frequency), isTag: history.tags.has(hash) })
  }
  known.sort((a, b) => b.weight - a.weight)
  const unheard = Math.min(hashes.size - known.length, mostTerms)
  const heard = known.slice(0, mostTerms - unheard).reduce((sum, { weight }) => sum + weight, 0)
  return { known: known.slice(0, mostTerms), total: heard + unheard * rarity(questions, 1) }
}

/** Returns how many questions were asked at a time or after it, and the lowest of their numbers. */
function laterThan({ questions: { byTime, askedAt, ids } }: History, asOf: number): { count: number; first: number } {
  const from = placeOfTime(byTime, askedAt.data, asOf)
  let first = ids.length
  for (let i = from; i < byTime.length; i++) first = Math.min(first, byTime.data[i]!)
  return { count: byTime.length - from, first }
}

/** Returns how many questions asked before `asOf` have a term. The first question number from `asOf` on is `firstLater`. */
function frequencyBefore({ postings, questions }: History, term: number, asOf: number, firstLater: number): number {
  const pool = postings.pool.data
  let frequency = postings.documentFrequency.data[term]!
  for (let block = postings.newestBlock.data[term]!; block > 0; block = pool[block]!) {
    for (let i = block + 1 + pool[block + 1]!; i > block + 1; i--) {
      const question = pool[i]! >>> 4
      if (question < firstLater) return frequency
      // A forgotten question has no time, and stays counted.
      const askedAt = questions.askedAt.data[question]!
      if (askedAt >= asOf && askedAt < Number.POSITIVE_INFINITY) frequency--
    }
  }
  return frequency
}

/** Returns the inverse document frequency of a term that `frequency` of the questions have (Robertson & Zaragoza 2009). */
const rarity = (questions: number, frequency: number) => Math.log(1 + (questions - frequency + 0.5) / (frequency + 0.5))
