import type { Desk } from './desk.ts'
import type { History } from './history-columns.ts'
import type { WeightedTerm } from './term-weights.ts'

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
      for (let i = block + 1 + pool[block + 1]!; i > block + 1 && left > 0; i--) {
        const question = pool[i]! >>> 4
        if (!(askedAt[question]! < asOf)) continue
        left--
        budget--
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
