import type { Corpus } from './corpus.ts'
import { type Linear, trainLinear } from './linear.ts'
import { buildVocabulary, type Vocabulary, vectorOf } from './vocabulary.ts'

/** The part of a classifier that decides: features and their weights for each class. */
export type Machine = { readonly vocabulary: Vocabulary; readonly linear: Linear }

/** Upper limit for the weights of a model, one byte each: about 213,000 features for 150 classes. */
const mostWeights = 32_000_000
const cost = 1
const passes = 7
/** Above this number of examples times classes, the first pass reads one in ten examples of other classes and the last pass is left out. */
const mostReadAtFirst = 2_500_000
const oneOfMany = 10

/** Trains a machine on the texts of a corpus for which `isIncluded` holds. Labels are numbers below `classes`, or -1. */
export function trainMachine(
  { features, labels }: Pick<Corpus, 'features' | 'labels'>,
  classes: number,
  isIncluded: (i: number) => boolean,
  onProgress: (share: number) => void,
): Machine {
  const included = features.map((_, i) => i).filter(isIncluded)
  const vocabulary = buildVocabulary(
    included.map((i) => features[i]!),
    Math.floor(mostWeights / classes),
  )
  const vectors = included.map((i) => vectorOf(vocabulary, features[i]!))
  const own = Int32Array.from(included, (i) => labels[i]!)
  const firstOneOf = included.length * classes > mostReadAtFirst ? oneOfMany : 1
  const options = { cost, passes, firstOneOf, seed: 1, logRatios: true }
  return { vocabulary, linear: trainLinear(vectors, own, classes, vocabulary.table.size, options, onProgress) }
}
