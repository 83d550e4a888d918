import { indexOfHash } from '../columns/hash-table.ts'
import type { Desk } from './desk.ts'
import type { History } from './history.ts'

/** A term of the postings with its inverse document frequency. */
export type WeightedTerm = { readonly term: number; readonly weight: number; readonly isTag: boolean }

const mostTerms = 64
const mostPostingsPerTerm = 20_000
const mostPostings = 100_000
const saturation = 1.2
const lengthShare = 0.5

/**
 * The most similar questions asked strictly before a time, best first, by BM25 (Robertson & Zaragoza 2009).
 * Rare terms are read first; a very common term contributes only its newest questions, so the cost is bounded at any size.
 */
export function findSimilar(
  history: History,
  desk: Desk,
  terms: readonly WeightedTerm[],
  asOf: number,
): { key: number; value: number }[] {
  const { postings, questions } = history
  const total = questions.ids.length
  if (desk.scores.length < total) desk.scores.extend(total - desk.scores.length)
  const scores = desk.scores.data
  const askedAt = questions.askedAt.data
  const length = questions.length.data
  const pool = postings.pool.data
  desk.touched.length = 0
  let budget = mostPostings
  for (const { term, weight } of terms) {
    let left = Math.min(budget, mostPostingsPerTerm)
    for (let block = postings.newestBlock.data[term]!; block > 0 && left > 0; block = pool[block]!) {
      for (let i = block + 1 + pool[block + 1]!; i > block + 1 && left > 0; i--, left--, budget--) {
        const question = pool[i]! >>> 4
        if (!(askedAt[question]! < asOf)) continue
        const frequency = pool[i]! & 15
        const norm = saturation * (1 - lengthShare + (lengthShare * length[question]!) / 12)
        if (scores[question] === 0) desk.touched.push(question)
        scores[question]! += (weight * frequency * (saturation + 1)) / (frequency + norm)
      }
    }
  }
  desk.similar.clear()
  for (let i = 0; i < desk.touched.length; i++) {
    const question = desk.touched.data[i]!
    desk.similar.offer(question, scores[question]!)
    scores[question] = 0
  }
  return desk.similar.sorted()
}

/** The known terms of a question, rarest first, at most 64. */
export function byRarity(history: History, hashes: Iterable<number>): WeightedTerm[] {
  const { postings, tags } = history
  const known: WeightedTerm[] = []
  for (const hash of hashes) {
    const term = indexOfHash(postings.terms, hash)
    if (term < 0) continue
    const weight = rarityOf(history, postings.documentFrequency.data[term]!)
    known.push({ term, weight, isTag: tags.has(hash) })
  }
  return known.sort((a, b) => b.weight - a.weight).slice(0, mostTerms)
}

/** What the rarest 64 terms of a question weigh together, of which `known` are known. One that no past question has weighs as one that a single one has. */
export function weightOf(history: History, hashes: ReadonlySet<number>, known: readonly WeightedTerm[]): number {
  let unheard = 0
  for (const hash of hashes) if (indexOfHash(history.postings.terms, hash) < 0) unheard++
  const counted = Math.min(unheard, mostTerms)
  const weights = known.slice(0, mostTerms - counted).reduce((sum, { weight }) => sum + weight, 0)
  return weights + counted * rarityOf(history, 1)
}

/** The inverse document frequency of a term that so many questions have (Robertson & Zaragoza 2009). */
function rarityOf({ questions }: History, frequency: number): number {
  return Math.log(1 + (questions.ids.length - frequency + 0.5) / (frequency + 0.5))
}
