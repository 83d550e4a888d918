import { outOfScopeClass } from '@askline/contracts'
import type { TrainedModel, TrainingText } from '@askline/domain'
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
  reportOf,
  trainClassifier,
  UnreadableBytesError,
} from '@askline/text'
import { likelierThanNot, precisions, whyNoPromise } from '../text/abstention.ts'
import { enoughOf } from '../text/enough-examples.ts'
import { hashOfReading, type Judged, judgedFromBytes, judgedToBytes, unjudged } from './judged.ts'

/** Learned from at most, the newest of each class's kind first. */
const mostExamples = 100_000
const mostUnlabelled = 10_000
const mostOutOfScope = 10_000

export type Lesson = { examples: LabelledText[]; unlabelled: string[]; outOfScope: string[] }
export type Running = { modelId: string; bytes: Uint8Array; judged: Uint8Array }

/** A lesson to be filled. */
export const openLesson = (): Lesson => ({ examples: [], unlabelled: [], outOfScope: [] })

/** Takes more texts into a lesson, as far as there is room. */
export function addTexts({ examples, unlabelled, outOfScope }: Lesson, texts: readonly TrainingText[]): void {
  for (const { text, class: name } of texts) {
    if (name === null) {
      if (unlabelled.length < mostUnlabelled) unlabelled.push(text)
    } else if (name === outOfScopeClass) {
      if (outOfScope.length < mostOutOfScope) outOfScope.push(text)
    } else if (examples.length < mostExamples) examples.push({ text, class: name })
  }
}

/**
 * Trains a company's classifier on the lesson, judges it on examples it had not learned from, and compares it with the running
 * one. Yields undefined where there is too little to learn from: two classes at least, five texts each. Holds its thread until
 * it is done.
 */
export function trainOn(
  lesson: Lesson,
  { language, running, onProgress }: { language: string; running?: Running; onProgress?: (share: number) => void },
): TrainedModel | undefined {
  const examples = enoughOf(lesson.examples)
  if (new Set(examples.map((example) => example.class)).size < 2) return undefined
  const { unlabelled, outOfScope } = lesson
  const model = trainClassifier(examples, { language, unlabelled, outOfScope, ...(onProgress ? { onProgress } : {}) })
  const predictions = heldOutPredictions(model)
  const { heldOut, accuracy, classes, confusions } = reportOf(model)
  return {
    bytes: classifierToBytes(model),
    judged: judgedToBytes(judgementsOf(model, examples, predictions)),
    examples: new Set(examples.map(({ text, class: name }) => `${readingOf(text)}\n${name}`)).size,
    classes: model.classes.length,
    heldOut,
    accuracy,
    calibrationError: calibrationError(heldOutJudgements(model)),
    report: {
      classes: [...classes],
      confusions: confusions.map(named),
      rules: precisions.map((one) => ruleAt(model, one)),
    },
    comparison: running && compare(running, examples, predictions),
  }
}

/** What belongs to no class is told by the word it was uploaded with. */
const named = ({ actual, predicted, count }: ConfusionPair) => ({ actual: actual || outOfScopeClass, predicted, count })

/** What the rule of a precision comes to, for an admin who chooses one. */
function ruleAt(model: Classifier, precision: number) {
  const rule = classifierRule(model, precision, { floor: likelierThanNot })
  const { code: abstains, message } = whyNoPromise(rule, precision) ?? { code: null, message: null }
  return rule.enough
    ? { precision, leastConfidence: rule.threshold, coverage: rule.coverage, abstains, message }
    : { precision, leastConfidence: null, coverage: 0, abstains, message }
}

/** A text that was held out with one class was held out with all it has, and so were those that read the same. */
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
 * Both models on the examples that neither had learned from when it judged them: the new one while they were held out, the
 * running one while they were, or because it never saw them. Yields undefined where the running one's bytes are damaged.
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
 * What the running model said of a text while it was held out; undefined where it never saw it. One that knew texts letter by letter
 * may have learned one form of a text while it was judged on another: of a text in several forms it has said nothing.
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
