import type { History } from './history-columns.ts'
import type { WeightedTerm } from './term-weights.ts'
import type { WorkingMemory } from './working-memory.ts'

const mostPostingsPerTerm = 20_000
const mostPostings = 100_000
const saturation = 1.2
const lengthShare = 0.5

/**
 * Finds the most similar questions asked strictly before a time by BM25 (Robertson & Zaragoza 2009). Puts them into
 * `memory.similar`, best first. Rare terms are read first. A very common term contributes only its newest questions, so the cost is
 * bounded at any size.
 */
export function findSimilar(
  history: History,
  memory: WorkingMemory,
  terms: readonly WeightedTerm[],
  asOf: number,
): void {
  const { postings, questions } = history
  const total = questions.ids.length
  if (memory.scores.length < total) memory.scores.extend(total - memory.scores.length)
  const scores = memory.scores.data
  const askedAt = questions.askedAt.data
  const length = questions.length.data
  const pool = postings.pool.data
  memory.touched.reserve(total)
  const touched = memory.touched.data
  let found = 0
  let budget = mostPostings
  let unread = terms.reduce((sum, { weight }) => sum + weight, 0)
  for (const { term, weight } of terms) {
    // The terms left add less than `most`. If all the best have more, no new question can join them (Turtle & Flood 1995).
    const most = unread * (saturation + 1)
    const isCommon = postings.documentFrequency.data[term]! > found
    const isClosed = isCommon && most < leastOfBest(memory, touched.subarray(0, found))
    unread -= weight
    let left = Math.min(budget, mostPostingsPerTerm)
    for (let block = postings.newestBlock.data[term]!; block > 0 && left > 0; block = pool[block]!) {
      for (let i = block + 1 + pool[block + 1]!; i > block + 1 && left > 0; i--) {
        const question = pool[i]! >>> 4
        if (!(askedAt[question]! < asOf)) continue
        left--
        budget--
        if (isClosed && scores[question] === 0) continue
        const frequency = pool[i]! & 15
        const norm = saturation * (1 - lengthShare + (lengthShare * length[question]!) / 12)
        if (scores[question] === 0) touched[found++] = question
        scores[question]! += (weight * frequency * (saturation + 1)) / (frequency + norm)
      }
    }
  }
  offerAll(memory, touched.subarray(0, found))
  for (let i = 0; i < found; i++) scores[touched[i]!] = 0
  memory.similar.sort()
}

/** Selects the best of the questions by their scores. */
function offerAll({ similar, scores }: WorkingMemory, touched: Int32Array): void {
  similar.clear()
  for (let i = 0; i < touched.length; i++) similar.offer(touched[i]!, scores.data[touched[i]!]!)
}

/** Returns the lowest of the best scores so far; minus infinity if fewer questions than are wanted have one. */
function leastOfBest(memory: WorkingMemory, touched: Int32Array): number {
  offerAll(memory, touched)
  return memory.similar.least
}
