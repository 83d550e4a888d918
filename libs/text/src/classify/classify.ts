import { indexOfHash } from '../columns/hash-table.ts'
import { confidenceOf, decisionOf, secondClues } from './decision.ts'
import { type Features, featuresOf } from './features.ts'
import { decide } from './linear.ts'
import type { Classifier } from './model.ts'
import { type Vector, vectorOf } from './vocabulary.ts'

export type Classification = {
  /** The likeliest class, or null when the confidence is below `least` or no word is known. */
  readonly predictedClass: string | null
  readonly likeliest: string
  /** Estimated probability, 0 to 1, that `likeliest` is right. */
  readonly confidence: number
  readonly runnerUp: string | null
  /** Estimated probability that the runner-up is right; what is left by `confidence` at most, and 0 where there is none. */
  readonly runnerUpConfidence: number
  /** The words that spoke most for the likeliest class against the runner-up, strongest first. */
  readonly words: string[]
}

export type ClassifyOptions = {
  /** The least confidence worth a prediction, as from `precisionRule`; 0 when absent. */
  readonly least?: number
  readonly mostWords?: number
}

/** Predicts the class of a text. */
export function classify(model: Classifier, text: string, options: ClassifyOptions = {}): Classification {
  const features = featuresOf(text, model.language)
  const vector = vectorOf(model.vocabulary, features)
  const decisions = decide(model.linear, vector)
  const decision = decisionOf(decisions, vector)
  const { best, second } = decision
  const isKnown = vector.known > 0
  const confidence = isKnown ? confidenceOf(model, decision.clues) : 0
  const ofSecond = isKnown && second >= 0 ? confidenceOf(model, secondClues(decisions, decision)) : 0
  const likeliest = model.classes[best]!
  return {
    predictedClass: !isKnown || confidence < (options.least ?? 0) ? null : likeliest,
    likeliest,
    confidence,
    runnerUp: second < 0 ? null : model.classes[second]!,
    runnerUpConfidence: Math.min(ofSecond, 1 - confidence),
    words: decidingWords(model, features, vector, best, second).slice(0, options.mostWords ?? 5),
  }
}

/** Each word's share of the difference between two classes; a pair of words shares its part evenly. */
function decidingWords(model: Classifier, features: Features, vector: Vector, best: number, second: number): string[] {
  const { bytes, classes, scales } = model.linear
  const worth = new Map<number, number>()
  for (let k = 0; k < vector.indices.length; k++) {
    const index = vector.indices[k]!
    const against = second < 0 ? 0 : bytes[index * classes + second]! * scales[second]!
    worth.set(index, vector.values[k]! * (bytes[index * classes + best]! * scales[best]! - against))
  }
  const shares = new Map<string, number>()
  const add = (word: string, share: number) => shares.set(word, (shares.get(word) ?? 0) + share)
  const counted = new Set<number>()
  for (let i = 0; i < features.hashes.length; i++) {
    const index = indexOfHash(model.vocabulary.table, features.hashes[i]!)
    const share = worth.get(index)
    if (share === undefined || counted.has(index)) continue
    counted.add(index)
    add(features.words[features.word[i]!]!, share / 2)
    add(features.words[features.partner[i]!]!, share / 2)
  }
  return [...shares]
    .filter(([, share]) => share > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([word]) => word)
}
