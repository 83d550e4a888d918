import { type Judged, type PrecisionRule, precisionRule } from '../calibration/precision-rule.ts'
import type { Classifier } from './model.ts'

export type ClassReport = {
  readonly class: string
  readonly examples: number
  readonly precision: number
  readonly recall: number
}
export type ConfusionPair = { readonly actual: string; readonly predicted: string; readonly count: number }

/** What held-out examples tell of a classifier. Precision and recall of a class nobody predicted or held are 0. */
export type ClassifierReport = {
  /** Held-out examples of a class; those out of scope, which no prediction could get right, are among the confusions only. */
  readonly heldOut: number
  readonly accuracy: number
  readonly classes: readonly ClassReport[]
  /** Most frequent first, at most 50. Out of scope is the class null would be: its name is empty. */
  readonly confusions: readonly ConfusionPair[]
}

/** Accuracy, precision and recall per class, and confused pairs, all on examples the predicting machine had not seen. */
export function reportOf({ classes, heldOut }: Classifier): ClassifierReport {
  const actual = new Int32Array(classes.length)
  const predicted = new Int32Array(classes.length)
  const right = new Int32Array(classes.length)
  const confused = new Map<string, ConfusionPair & { count: number }>()
  for (let i = 0; i < heldOut.actual.length; i++) {
    const a = heldOut.actual[i]!
    const p = heldOut.predicted[i]!
    if (a >= 0) actual[a]!++
    predicted[p]!++
    if (a === p) right[a]!++
    else {
      const pair = confused.get(`${a} ${p}`) ?? { actual: classes[a] ?? '', predicted: classes[p]!, count: 0 }
      confused.set(`${a} ${p}`, { ...pair, count: pair.count + 1 })
    }
  }
  const count = actual.reduce((sum, n) => sum + n, 0)
  return {
    heldOut: count,
    accuracy: count === 0 ? 0 : right.reduce((sum, n) => sum + n, 0) / count,
    classes: classes.map((name, c) => ({
      class: name,
      examples: actual[c]!,
      precision: predicted[c] === 0 ? 0 : right[c]! / predicted[c]!,
      recall: actual[c] === 0 ? 0 : right[c]! / actual[c]!,
    })),
    confusions: [...confused.values()].sort((a, b) => b.count - a.count).slice(0, 50),
  }
}

/**
 * The confidence to ask of `classify` so that predictions are right so often, `floor` at least; abstains when held-out examples
 * cannot promise it. Held-out examples are questions in scope: where they are right often enough whatever their confidence, so are
 * predictions without a floor, and questions out of scope are given a class, too.
 */
export function classifierRule(model: Classifier, precision: number, { floor = 0 } = {}): PrecisionRule {
  return precisionRule(heldOutJudgements(model), precision, undefined, floor)
}

/** Held-out predictions as confidence and verdict. */
export function heldOutJudgements({ heldOut }: Classifier): Judged[] {
  return Array.from(heldOut.confidence, (confidence, i) => ({
    confidence,
    isRight: heldOut.actual[i] === heldOut.predicted[i],
  }))
}

/** What each held-out example was predicted to be, by its place among the examples the model was trained on. */
export function heldOutPredictions({ classes, heldOut }: Classifier): Map<number, string> {
  return new Map(Array.from(heldOut.example, (example, i) => [example, classes[heldOut.predicted[i]!]!]))
}
