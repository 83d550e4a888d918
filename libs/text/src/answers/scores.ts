import { featuresOf } from '../classify/features.ts'
import { decide } from '../classify/linear.ts'
import { vectorOf } from '../classify/vocabulary.ts'
import { bm25Of } from '../columns/bm25.ts'
import { tokensOf, wordsOf } from '../tokens/tokens.ts'
import { type Likeness, likenessOf, nearlySame } from './likeness.ts'
import { nearestOf } from './nearest.ts'
import type { Retrieval } from './retrieval.ts'
import { agreedOn } from './rivals.ts'

/** Returns the weight of BM25. BM25 grows with the logarithm of the number of answers, so the weight shrinks with it. */
const wordsWeight = (answers: number) => 0.24 / Math.log(1 + answers)

const mostCharacters = 4_000

/**
 * Returns how well each answer fits the text. A score is the decision value, or the similarity of the nearest known question, plus
 * BM25 over question and body. Long texts are cut.
 */
function scoresOf(retrieval: Retrieval, text: string): Float32Array {
  const vector = vectorOf(retrieval.vocabulary, featuresOf(text, retrieval.language))
  const scores = retrieval.linear
    ? decide(retrieval.linear, vector)
    : nearestOf(retrieval.examples, vector, retrieval.answers)
  const words = bm25Of(retrieval.words, tokensOf(text.slice(0, mostCharacters), retrieval.language))
  const weight = wordsWeight(retrieval.answers)
  for (let i = 0; i < scores.length; i++) scores[i]! += weight * words[i]!
  return scores
}

/** Entries of the two best answers, -1 if missing, and the inputs to the confidence in the best. */
export type Top = Likeness & {
  readonly best: number
  readonly second: number
  readonly score: number
  /** Lead over the second answer, at most 1. */
  readonly margin: number
  /** Factor, 0 to 1, that is lower if other answers are known for nearly the same question. See `rivals.ts`. */
  readonly agreed: number
}

/**
 * Finds the best answers for a text. The entry of the best answer is the one with the most similar question. A text without words
 * has no answer.
 */
export function findTop(retrieval: Retrieval, text: string): Top {
  let best = -1
  let second = -1
  const scores = wordsOf(text.slice(0, mostCharacters)).length === 0 ? [] : scoresOf(retrieval, text)
  for (let i = 0; i < scores.length; i++) {
    if (best < 0 || scores[i]! > scores[best]!) {
      second = best
      best = i
    } else if (second < 0 || scores[i]! > scores[second]!) second = i
  }
  if (best < 0) return { best, second, score: 0, margin: 0, agreed: 1, reach: 0, sameness: 0 }
  const score = scores[best]!
  const margin = second < 0 ? 1 : Math.min(1, score - scores[second]!)
  const { nearest, ...likeness } = likenessOf(retrieval, text, best, entriesOf(retrieval, best))
  return {
    best: nearest,
    second: second < 0 ? -1 : retrieval.answerOf.indexOf(second),
    score,
    margin,
    agreed: likeness.sameness < nearlySame ? 1 : agreedOn(retrieval, text, best, likeness.sameness),
    ...likeness,
  }
}

function entriesOf({ answerOf }: Retrieval, answer: number): number[] {
  return [...answerOf.keys()].filter((entry) => answerOf[entry] === answer)
}
