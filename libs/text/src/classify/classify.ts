import { confidenceOf, decisionOf, secondClues } from './class-decision.ts'
import { decidingWords } from './deciding-words.ts'
import { featuresOf } from './features.ts'
import { decide } from './linear.ts'
import type { Classifier } from './model.ts'
import { vectorOf } from './vocabulary.ts'

export type Classification = {
  /** The likeliest class, or null if the confidence is below `least` or no word is known. */
  readonly predictedClass: string | null
  readonly likeliest: string
  /** Estimated probability, 0 to 1, that `likeliest` is right. */
  readonly confidence: number
  readonly runnerUp: string | null
  /** Estimated probability that the runner-up is right: at most 1 - `confidence`, and 0 without a runner-up. */
  readonly runnerUpConfidence: number
  /** The words that favor the likeliest class most over the runner-up, or in general without a runner-up. Strongest first. */
  readonly words: string[]
}

export type ClassifyOptions = {
  /** The least confidence for a prediction, for example from `precisionRule`; 0 by default. */
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
  const ofSecond =
    isKnown && second >= 0 ? model.secondShare * confidenceOf(model, secondClues(decisions, decision)) : 0
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
