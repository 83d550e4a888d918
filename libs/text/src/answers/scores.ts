import { featuresOf } from '../classify/features.ts'
import { decide } from '../classify/linear.ts'
import { vectorOf } from '../classify/vocabulary.ts'
import { bm25Of } from '../columns/bm25.ts'
import { tokensOf } from '../tokens/tokens.ts'
import type { Retrieval } from './answer-index.ts'
import { nearestOf } from './nearest.ts'

/** BM25 grows with the logarithm of the number of answers; the weight shrinks with it, so that both parts keep their proportion. */
const wordsWeight = (answers: number) => 0.24 / Math.log(1 + answers)

const mostCharacters = 4_000

/** How well each answer fits the text: decision value, or nearest known question, plus BM25 over question and body. Long texts are cut. */
export function scoresOf(retrieval: Retrieval, text: string): Float32Array {
  const vector = vectorOf(retrieval.vocabulary, featuresOf(text, retrieval.language))
  const scores = retrieval.linear
    ? decide(retrieval.linear, vector)
    : nearestOf(retrieval.examples, vector, retrieval.answers)
  const words = bm25Of(retrieval.words, tokensOf(text.slice(0, mostCharacters), retrieval.language))
  const weight = wordsWeight(retrieval.answers)
  for (let i = 0; i < scores.length; i++) scores[i]! += weight * words[i]!
  return scores
}

/** The two best answers that are not suspended, -1 where there is none, and what confidence is estimated from. */
export function topOf(
  scores: Float32Array,
  suspended: ReadonlySet<number>,
): { best: number; second: number; clues: Float64Array } {
  let best = -1
  let second = -1
  for (let i = 0; i < scores.length; i++) {
    if (suspended.has(i)) continue
    if (best < 0 || scores[i]! > scores[best]!) {
      second = best
      best = i
    } else if (second < 0 || scores[i]! > scores[second]!) second = i
  }
  const top = best < 0 ? -1 : scores[best]!
  return { best, second, clues: Float64Array.of(top, second < 0 ? 1 : Math.min(1, top - scores[second]!)) }
}
