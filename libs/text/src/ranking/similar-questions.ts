import type { History } from './history-columns.ts'
import type { WeightedTerm } from './term-weights.ts'
import type { WorkingMemory } from './working-memory.ts'

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
  memory: WorkingMemory,
  terms: readonly WeightedTerm[],
  asOf: number,
): { key: number; value: number }[] {
  const { postings, questions } = history
  const total = questions.ids.length
  if (memory.scores.length < total) memory.scores.extend(total - memory.scores.length)
  const scores = memory.scores.data
  const askedAt = questions.askedAt.data
  const length = questions.length.data
  const pool = postings.pool.data
  memory.touched.length = 0
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
        if (scores[question] === 0) memory.touched.push(question)
        scores[question]! += (weight * frequency * (saturation + 1)) / (frequency + norm)
      }
    }
  }
  memory.similar.clear()
  for (let i = 0; i < memory.touched.length; i++) {
    const question = memory.touched.data[i]!
    memory.similar.offer(question, scores[question]!)
    scores[question] = 0
  }
  return memory.similar.sorted()
}
