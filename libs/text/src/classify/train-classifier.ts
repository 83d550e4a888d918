import type { Logistic } from '../calibration/logistic.ts'
import { randomFrom } from '../columns/random.ts'
import { blendedClue, confidenceOf, presentBlend } from './class-decision.ts'
import { corpusOf } from './corpus.ts'
import { fitConfidence } from './fit-confidence.ts'
import { classFoldsToTrain, folds, foldsToTrain } from './folds.ts'
import { type HeldOutCase, holdOutClasses, holdOutExamples } from './held-out.ts'
import { trainMachine } from './machine.ts'
import type { Classifier, HeldOut, LabelledText } from './model.ts'
import { learnUnlabelled } from './self-training.ts'

export type TrainingOptions = {
  /** ISO 639-1 code of the examples' language; `en` by default. */
  readonly language?: string
  /** Questions without a class, at most 10,000. Those that the model is sure of become examples (self-training). */
  readonly unlabelled?: readonly string[]
  /** Questions that belong to no class. */
  readonly outOfScope?: readonly string[]
  /** False if class names are codes. By default, a name that consists of words is one more example of its class. */
  readonly useClassNames?: boolean
  readonly seed?: number
  /** Receives the finished share of the training, 0 to 1, at least once per class. */
  readonly onProgress?: (share: number) => void
}

/**
 * Trains a linear support vector machine on the examples and calibrates its confidence on examples that were held out of similar machines.
 * The same examples, options and seed give the same model. Throws RangeError without examples.
 *
 * All ten folds are held out up to 1,500 examples. With more examples, or many examples times classes, fewer folds are held out.
 * Whole classes are held out as well. Their examples stand in for out-of-scope questions in `classifierRule`.
 *
 * Examples of a class that read the same count once. A text with two classes is held out with both.
 * Above 50,000 examples, or ten million divided by the number of classes, only an even draw over the classes is learned.
 */
export function trainClassifier(examples: readonly LabelledText[], options: TrainingOptions = {}): Classifier {
  if (examples.length === 0) throw new RangeError('A classifier needs at least one example.')
  const { language = 'en', seed = 1, unlabelled = [] } = options
  const classes = [...new Set(examples.map((example) => example.class))].sort()
  const random = randomFrom(seed)
  const corpus = corpusOf(examples, classes, language, options, random)
  const read = corpus.features.reduce((sum, { hashes }) => sum + hashes.length, 0)
  const rounds = foldsToTrain(corpus.places.length, classes.length, read)
  const wholes = unlabelled.length > 0 ? 2 : 1
  const cost = 1 - 1 / folds
  const trainings = rounds * cost + wholes
  const ofClasses = classFoldsToTrain(corpus.places.length, classes.length, trainings)
  const total = trainings + ofClasses.trained * ofClasses.cost
  const tell = (done: number, weight: number) => (part: number) =>
    options.onProgress?.(Math.min(1, (done + part * weight) / total))

  const held = holdOutExamples(corpus, classes.length, rounds, random, (round, part) => tell(round * cost, cost)(part))
  const beforeClasses = rounds * cost
  const unknown = holdOutClasses(corpus, classes.length, ofClasses, seed, (round, part) =>
    tell(beforeClasses + round * ofClasses.cost, ofClasses.cost)(part),
  )
  const confidence = fitConfidence(
    held.map(({ clues }) => blendedClue(presentBlend, clues)[0]!),
    held.map(({ actual, predicted }) => actual === predicted),
  )
  const confidenceIn = (clues: Float64Array) => confidenceOf({ confidence, blend: presentBlend }, clues)
  const heldOut: HeldOut = {
    actual: Int32Array.from(held, ({ actual }) => actual),
    predicted: Int32Array.from(held, ({ predicted }) => predicted),
    confidence: Float64Array.from(held, ({ clues }) => confidenceIn(clues)),
    example: Int32Array.from(held, ({ example }) => example),
    ofUnknownClass: {
      actual: Int32Array.from(unknown, ({ actual }) => actual),
      confidence: Float64Array.from(unknown, ({ clues }) => confidenceIn(clues)),
    },
  }
  const first = trainMachine(corpus, classes.length, () => true, tell(total - wholes, 1))
  const secondShare = secondShareOf(held, confidence)
  const model = { language, classes, blend: presentBlend, confidence, secondShare, heldOut, ...first }
  return learnUnlabelled(model, corpus, unlabelled, tell(total - 1, 1))
}

/** Returns how often held-out runners-up were right, relative to their confidence as if they were the best; with one pseudo-case. */
function secondShareOf(held: readonly HeldOutCase[], confidence: Logistic): number {
  const sure = held.map(({ second: { clues } }) =>
    clues ? confidenceOf({ confidence, blend: presentBlend }, clues) : 0,
  )
  const right = held.filter(({ second }) => second.isRight).length
  return Math.min(1, (right + 1) / (sure.reduce((sum, one) => sum + one, 0) + 1))
}
