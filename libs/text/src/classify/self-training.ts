import { fitLogistic, type Logistic, probabilityOf } from '../calibration/logistic.ts'
import { blendedClue, confidenceOf, decisionOf, presentBlend } from './class-decision.ts'
import type { Corpus } from './corpus.ts'
import { type Features, featuresOf, readingOf } from './features.ts'
import { decide } from './linear.ts'
import { type Machine, trainMachine } from './machine.ts'
import type { Classifier } from './model.ts'
import { vectorOf } from './vocabulary.ts'

const mostUnlabelled = 10_000
/** An unlabeled text becomes an example from this confidence on. */
const sureEnough = 0.6
/** Every fifth unlabeled text is kept back to calibrate the confidence of the second machine. */
const everyJudge = 5
/** With fewer texts to calibrate on, nothing is learned from unlabeled texts. */
const leastJudges = 20
/** Unlabelled texts per example of a class. More would let a skewed sample bend the classes. */
const widening = 4

/**
 * Learns the unlabeled texts that `first` is sure of as examples (self-training) and returns a model trained on both.
 * Returns `first` if there are too few unlabeled texts or none is sure enough.
 */
export function learnUnlabelled(
  first: Classifier,
  corpus: Corpus,
  unlabelled: readonly string[],
  onProgress: (share: number) => void,
): Classifier {
  const texts = withoutRepeats(unlabelled, new Set(corpus.readings)).slice(0, mostUnlabelled)
  const judges = texts.filter((_, i) => i % everyJudge === 0)
  if (judges.length < leastJudges) return first
  const widened = widen(
    corpus,
    first,
    texts.filter((_, i) => i % everyJudge !== 0),
  )
  if (widened.labels.length === corpus.labels.length) return first
  const second = trainMachine(widened, first.classes.length, () => true, onProgress)
  return { ...first, ...second, confidence: calibrateLike(first, second, judges) }
}

/**
 * Fits the confidence of a machine that has learned its own predictions. It would be far too sure of these texts and of similar ones.
 * Therefore it is fitted to the first model's confidence in texts that neither has learned.
 */
function calibrateLike(first: Classifier, second: Machine, judges: readonly string[]): Logistic {
  const clues: Float64Array[] = []
  const shares: number[] = []
  for (const text of judges) {
    const features = featuresOf(text, first.language)
    const clueOf = ({ vocabulary, linear }: Machine) => {
      const vector = vectorOf(vocabulary, features)
      return blendedClue(presentBlend, decisionOf(decide(linear, vector), vector).clues)
    }
    clues.push(clueOf(second))
    shares.push(probabilityOf(first.confidence, clueOf(first)))
  }
  return fitLogistic(clues, shares)
}

/** Adds the unlabeled texts that the model is sure of, surest first, at most four for each example of a class. */
function widen(corpus: Corpus, model: Classifier, unlabelled: readonly string[]): Corpus {
  const sure: { features: Features; label: number; confidence: number }[] = []
  for (const text of unlabelled) {
    const features = featuresOf(text, model.language)
    const vector = vectorOf(model.vocabulary, features)
    const { best, clues } = decisionOf(decide(model.linear, vector), vector)
    const confidence = confidenceOf(model, clues)
    if (confidence >= sureEnough) sure.push({ features, label: best, confidence })
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

/** Returns the texts that do not read like a known one, without those that read like an earlier one. */
function withoutRepeats(texts: readonly string[], known: Set<string>): string[] {
  return texts.filter((text) => {
    const reading = readingOf(text)
    const isNew = !known.has(reading)
    known.add(reading)
    return isNew
  })
}
