import { fitLogistic, type Logistic, probabilityOf } from '../calibration/logistic.ts'
import { randomFrom } from '../columns/random.ts'
import { type Corpus, corpusOf, foldsOf } from './corpus.ts'
import { blendedClue, confidenceOf, decisionOf, presentBlend, secondClues } from './decision.ts'
import { type Features, featuresOf, readingOf } from './features.ts'
import { fitConfidence } from './fit-confidence.ts'
import { folds, foldsToTrain } from './folds.ts'
import { decide, trainLinear } from './linear.ts'
import type { Classifier, HeldOut, LabelledText } from './model.ts'
import { buildVocabulary, vectorOf } from './vocabulary.ts'

export type TrainingOptions = {
  /** ISO 639-1 code of the examples' language; `en` when absent. */
  readonly language?: string
  /** Questions without a class. Those the first machine is sure of are learned as examples (self-training); at most 10,000. */
  readonly unlabelled?: readonly string[]
  /** Questions that belong to no class. */
  readonly outOfScope?: readonly string[]
  /** False when class names are codes; names that say something are learned as one more example each. */
  readonly useClassNames?: boolean
  readonly seed?: number
  /** Told the share of training done, 0 to 1, at least once per class. */
  readonly onProgress?: (share: number) => void
}

type Machine = Pick<Classifier, 'vocabulary' | 'linear'>
const mostUnlabelled = 10_000
const sureEnough = 0.6
/** Of the unlabelled texts every fifth is not learned, and says how sure the machine may be that learned the others; fewer than 20 say too little. */
const everyJudge = 5
const leastJudges = 20
const widening = 4
const cost = 1
/** Weights of a model, one byte each: about 213,000 features of 150 classes. */
const mostWeights = 32_000_000
const passes = 7
/** Where examples times classes are more, the first pass reads one in ten examples of other classes, and no last pass all of them. */
const mostReadAtFirst = 2_500_000
const oneOfMany = 10

/**
 * Trains a linear support vector machine on the examples, and estimates its confidence on examples held out of like machines:
 * all ten folds up to 1,500 examples, fewer folds beyond and where examples times classes are many. Same examples, options and seed: same model. Examples of a class that read
 * the same are one; a text with two classes is held out with both, so that no machine is judged on a text that it has learned.
 * Of more than 50,000 examples, or more than ten million divided by the classes, as many are learned, of all classes evenly. Throws RangeError when there is no example.
 */
export function trainClassifier(examples: readonly LabelledText[], options: TrainingOptions = {}): Classifier {
  if (examples.length === 0) throw new RangeError('A classifier needs at least one example.')
  const language = options.language ?? 'en'
  const classes = [...new Set(examples.map((example) => example.class))].sort()
  const random = randomFrom(options.seed ?? 1)
  const corpus = corpusOf(examples, classes, language, options, random)
  const folded = foldsOf(corpus, random)
  const read = corpus.features.reduce((sum, { hashes }) => sum + hashes.length, 0)
  const rounds = foldsToTrain(corpus.places.length, classes.length, read)
  const wholes = options.unlabelled?.length ? 2 : 1
  const share = 1 / (rounds * (1 - 1 / folds) + wholes)
  let done = 0
  const trained = (weight: number) => (part: number) => options.onProgress?.(Math.min(1, done + part * weight))

  const held: { actual: number; predicted: number; clues: Float64Array; example: number; second: Second }[] = []
  for (let fold = 0; fold < rounds; fold++) {
    const isHeldOut = (i: number) => i < corpus.places.length && folded[i] === fold
    const part = trainPart(corpus, classes.length, (i) => !isHeldOut(i), trained(share * (1 - 1 / folds)))
    for (let i = 0; i < corpus.places.length; i++) {
      if (!isHeldOut(i)) continue
      const vector = vectorOf(part.vocabulary, corpus.features[i]!)
      const decisions = decide(part.linear, vector)
      const decision = decisionOf(decisions, vector)
      const { best, second, clues } = decision
      const actual = corpus.labels[i]!
      held.push({
        actual,
        predicted: best,
        clues,
        example: corpus.places[i]!,
        second: { clues: second < 0 ? undefined : secondClues(decisions, decision), isRight: second === actual },
      })
    }
    done += share * (1 - 1 / folds)
  }
  const confidence = fitConfidence(
    held.map(({ clues }) => blendedClue(presentBlend, clues)[0]!),
    held.map(({ actual, predicted }) => actual === predicted),
  )
  const heldOut: HeldOut = {
    actual: Int32Array.from(held, ({ actual }) => actual),
    predicted: Int32Array.from(held, ({ predicted }) => predicted),
    confidence: Float64Array.from(held, ({ clues }) => confidenceOf({ confidence, blend: presentBlend }, clues)),
    example: Int32Array.from(held, ({ example }) => example),
  }
  const first = trainPart(corpus, classes.length, () => true, trained(share))
  done += share
  const secondShare = secondShareOf(
    held.map(({ second }) => second),
    confidence,
  )
  const plain = { language, classes, blend: presentBlend, confidence, secondShare, heldOut, ...first }
  const unlabelled = onceEach(options.unlabelled ?? [], new Set(corpus.readings)).slice(0, mostUnlabelled)
  const judges = unlabelled.filter((_, i) => i % everyJudge === 0)
  if (judges.length < leastJudges) return plain
  const others = unlabelled.filter((_, i) => i % everyJudge !== 0)
  const widened = widen(corpus, first, confidence, others, language)
  if (widened.labels.length === corpus.labels.length) return plain
  const final = trainPart(widened, classes.length, () => true, trained(share))
  return { ...plain, ...final, confidence: asSureAs(plain, final, judges) }
}

type Second = { readonly clues: Float64Array | undefined; readonly isRight: boolean }

/** How often held-out runners-up were right, against how sure one would be of them were they the best; as if one more had been as often. */
function secondShareOf(seconds: readonly Second[], confidence: Logistic): number {
  const sure = seconds.map(({ clues }) => (clues ? confidenceOf({ confidence, blend: presentBlend }, clues) : 0))
  const right = seconds.filter(({ isRight }) => isRight).length
  return Math.min(1, (right + 1) / (sure.reduce((sum, one) => sum + one, 0) + 1))
}

/**
 * The confidence of a machine that taught itself. It finds the texts that it learned so beyond doubt, and whatever is like them:
 * held against the first machine's estimate it would be far too sure. So what it says of questions that neither has learned is
 * fitted to what the first, which was judged on examples, makes of them.
 */
function asSureAs(first: Classifier, final: Machine, judges: readonly string[]): Logistic {
  const clues: Float64Array[] = []
  const shares: number[] = []
  for (const text of judges) {
    const features = featuresOf(text, first.language)
    const clueOf = ({ vocabulary, linear }: Machine) => {
      const vector = vectorOf(vocabulary, features)
      return blendedClue(presentBlend, decisionOf(decide(linear, vector), vector).clues)
    }
    clues.push(clueOf(final))
    shares.push(probabilityOf(first.confidence, clueOf(first)))
  }
  return fitLogistic(clues, shares)
}

/** Adds the unlabelled texts whose class is sure enough, surest first, four for each example of a class: more would let a skewed sample bend the classes. */
function widen(
  corpus: Corpus,
  first: Machine,
  confidence: Logistic,
  unlabelled: readonly string[],
  language: string,
): Corpus {
  const sure: { features: Features; label: number; confidence: number }[] = []
  for (const text of unlabelled) {
    const features = featuresOf(text, language)
    const vector = vectorOf(first.vocabulary, features)
    const { best, clues } = decisionOf(decide(first.linear, vector), vector)
    const sureness = confidenceOf({ confidence, blend: presentBlend }, clues)
    if (sureness >= sureEnough) sure.push({ features, label: best, confidence: sureness })
  }
  const room = new Map<number, number>()
  for (const label of corpus.labels) room.set(label, (room.get(label) ?? 0) + widening)
  const added = sure
    .sort((a, b) => b.confidence - a.confidence)
    .filter(({ label }) => {
      const left = room.get(label) ?? 0
      room.set(label, left - 1)
      return left > 0
    })
  const features = [...corpus.features, ...added.map((one) => one.features)]
  const labels = [...corpus.labels, ...added.map(({ label }) => label)]
  return { ...corpus, features, labels: Int32Array.from(labels) }
}

/** The texts that read like none of `known`, one of those that read the same. */
function onceEach(texts: readonly string[], known: Set<string>): string[] {
  return texts.filter((text) => {
    const reading = readingOf(text)
    const isNew = !known.has(reading)
    known.add(reading)
    return isNew
  })
}

function trainPart(
  { features, labels }: Corpus,
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
  return {
    vocabulary,
    linear: trainLinear(
      vectors,
      own,
      classes,
      vocabulary.table.size,
      {
        cost,
        passes,
        firstOneOf: included.length * classes > mostReadAtFirst ? oneOfMany : 1,
        seed: 1,
        logRatios: true,
      },
      onProgress,
    ),
  }
}
