import { outOfScopeClass } from '@askline/contracts/words'
import {
  type Classifier,
  type ConfusionPair,
  calibrationError,
  classifierFromBytes,
  classifierRule,
  classifierToBytes,
  classify,
  heldOutJudgements,
  heldOutPredictions,
  type LabelledText,
  readingOf,
  reliabilityOf,
  reportOf,
  trainClassifier,
  UnreadableBytesError,
} from '@askline/text'
import { lackOf, likelierThanNot, precisions, whyNoPromise } from '../texts/abstention.ts'
import { enoughOf } from '../texts/enough-examples.ts'
import { hashOfReading, type Judged, judgedFromBytes, judgedToBytes, unjudged } from './judged.ts'
import type { TrainedModel } from './models.ts'
import type { TrainingText } from './training-texts.ts'

/** Maximum texts of each kind. The newest are read first. */
const mostExamples = 100_000
const mostUnlabelled = 10_000
const mostOutOfScope = 10_000

export type TrainingSet = { examples: LabelledText[]; unlabelled: string[]; outOfScope: string[] }
export type Running = { modelId: string; bytes: Uint8Array; judged: Uint8Array }

/** Returns an empty training set. */
export const emptyTrainingSet = (): TrainingSet => ({ examples: [], unlabelled: [], outOfScope: [] })

/** Adds texts to a set up to its limits. */
export function addTexts({ examples, unlabelled, outOfScope }: TrainingSet, texts: readonly TrainingText[]): void {
  for (const { text, class: name } of texts) {
    if (name === null) {
      if (unlabelled.length < mostUnlabelled) unlabelled.push(text)
    } else if (name === outOfScopeClass) {
      if (outOfScope.length < mostOutOfScope) outOfScope.push(text)
    } else if (examples.length < mostExamples) examples.push({ text, class: name })
  }
}

/**
 * Trains a company's classifier, evaluates it on held-out examples and compares it with the running one. Returns `undefined` if
 * there are fewer than two classes with five texts each. Blocks its thread until it is done.
 */
export function trainOn(
  set: TrainingSet,
  { language, running, onProgress }: { language: string; running?: Running; onProgress?: (share: number) => void },
): TrainedModel | undefined {
  const examples = enoughOf(set.examples)
  if (new Set(examples.map((example) => example.class)).size < 2) return undefined
  const { unlabelled, outOfScope } = set
  const model = trainClassifier(examples, { language, unlabelled, outOfScope, ...(onProgress ? { onProgress } : {}) })
  const predictions = heldOutPredictions(model)
  const judgements = heldOutJudgements(model)
  const { heldOut, accuracy, classes, confusions } = reportOf(model)
  return {
    bytes: classifierToBytes(model),
    judged: judgedToBytes(judgementsOf(model, examples, predictions)),
    examples: new Set(examples.map(({ text, class: name }) => `${readingOf(text)}\n${name}`)).size,
    classes: model.classes.length,
    heldOut,
    accuracy,
    calibrationError: calibrationError(judgements),
    report: {
      classes: [...classes],
      confusions: confusions.map(named),
      rules: precisions.map((one) => ruleAt(model, one)),
      reliability: reliabilityOf(judgements),
    },
    comparison: running && compare(running, examples, predictions),
  }
}

/** Replaces the internal name of texts without a class by the word they were uploaded with. */
const named = ({ actual, predicted, count }: ConfusionPair) => ({ actual: actual || outOfScopeClass, predicted, count })

/** Returns the figures of a precision, for an admin who chooses one. */
function ruleAt(model: Classifier, precision: number) {
  const rule = classifierRule(model, precision, { floor: likelierThanNot })
  const lack = { ...lackOf(rule), message: whyNoPromise(rule, precision)?.message ?? null }
  return rule.enough
    ? {
        precision,
        leastConfidence: rule.threshold,
        coverage: rule.coverage,
        expectedPrecision: rule.expectedPrecision,
        outOfScopeShare: rule.outOfScope,
        ...lack,
      }
    : { precision, leastConfidence: null, coverage: 0, expectedPrecision: null, ...lack }
}

/**
 * Maps every example to its held-out prediction. A text is held out in all its classes together with all texts that read the same.
 */
function judgementsOf(
  model: Classifier,
  examples: readonly LabelledText[],
  predictions: ReadonlyMap<number, string>,
): Judged['places'] {
  const placeOf = new Map(model.classes.map((name, place) => [name, place]))
  const places = new Map<bigint, number>()
  examples.forEach(({ text }, at) => {
    const hash = hashOfReading(text)
    const place = placeOf.get(predictions.get(at) ?? '') ?? unjudged
    if (place !== unjudged || !places.has(hash)) places.set(hash, place)
  })
  return places
}

/**
 * Compares both models on examples that neither had learned from: held out, or never seen. Returns `undefined` if the running
 * model's bytes are damaged.
 */
function compare(running: Running, examples: readonly LabelledText[], predictions: ReadonlyMap<number, string>) {
  const model = classifierIn(running.bytes)
  if (!model) return undefined
  const placeOf = placesBy(judgedFromBytes(running.judged), examples)
  let cases = 0
  let right = 0
  let runningRight = 0
  for (const [at, predicted] of predictions) {
    const example = examples[at]
    if (!example) continue
    const place = placeOf(example.text)
    if (place === unjudged) continue
    const runningPredicted = place === undefined ? classify(model, example.text).likeliest : model.classes[place]
    cases++
    if (predicted === example.class) right++
    if (runningPredicted === example.class) runningRight++
  }
  const share = (count: number) => (cases === 0 ? 0 : count / cases)
  return { modelId: running.modelId, cases, accuracy: share(right), runningAccuracy: share(runningRight) }
}

function classifierIn(bytes: Uint8Array): Classifier | undefined {
  try {
    return classifierFromBytes(bytes)
  } catch (error) {
    if (error instanceof UnreadableBytesError) return undefined
    throw error
  }
}

/**
 * Returns the running model's held-out prediction for a text, or `undefined` if it never saw the text. An earlier model may have
 * learned one form of a text while it was judged on another. Its prediction for a text in several forms does not count.
 */
function placesBy({ places, hashOf }: Judged, examples: readonly LabelledText[]) {
  const forms = new Map<string, Set<bigint>>()
  for (const { text } of examples) {
    const reading = readingOf(text)
    const hashes = forms.get(reading) ?? new Set()
    forms.set(reading, hashes.add(hashOf(text)))
  }
  return (text: string): number | undefined => {
    const [hash = 0n, ...others] = forms.get(readingOf(text)) ?? []
    return others.length > 0 ? unjudged : places.get(hash)
  }
}
