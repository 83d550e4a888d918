import {
  assumedOutOfScope,
  type Judged,
  type OutOfScopeCase,
  type PrecisionRule,
  precisionRule,
} from '../calibration/precision-rule.ts'
import type { Classifier } from './model.ts'

export type ClassReport = {
  readonly class: string
  readonly examples: number
  readonly precision: number
  readonly recall: number
}
export type ConfusionPair = { readonly actual: string; readonly predicted: string; readonly count: number }

/** Report on held-out examples. Precision is 0 for a class that was never predicted, and recall is 0 for a class without examples. */
export type ClassifierReport = {
  /** Held-out examples of a class. Out-of-scope examples are only in `confusions`, because no prediction is right for them. */
  readonly heldOut: number
  readonly accuracy: number
  readonly classes: readonly ClassReport[]
  /** Most frequent first, at most 50. An empty class name means out of scope. */
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

/** Together, the examples of held-out classes weigh as much as this many real out-of-scope examples. */
const weightOfUnknownClasses = 100

/**
 * Returns the confidence to require of `classify` for a precision, or the reason why no confidence achieves it.
 *
 * The option `outOfScope` is the assumed share of out-of-scope questions, 0 to 1; 0.1 by default. The precision holds up to that
 * share. The option `floor` is the least confidence, because any confidence reaches the precision if the classes are distinct.
 *
 * Examples of held-out classes stand in for out-of-scope questions. Real ones among the examples count with them. With fewer than
 * three classes and no real ones, the precision is promised for questions of known classes only: `outOfScope` in the result is 0.
 */
export function classifierRule(
  model: Classifier,
  precision: number,
  { floor = 0, outOfScope = assumedOutOfScope }: { readonly floor?: number; readonly outOfScope?: number } = {},
): PrecisionRule {
  const { actual, ofUnknownClass, confidence } = model.heldOut
  const cases = casesOf(ofUnknownClass, model.classes.length)
  actual.forEach((label, i) => {
    if (label < 0) cases.push({ confidence: confidence[i]!, weight: 1, alike: 1 })
  })
  const inScope = heldOutJudgements(model).filter((_, i) => actual[i]! >= 0)
  return precisionRule(inScope, precision, { floor, outOfScope: { share: outOfScope, cases } })
}

function casesOf({ actual, confidence }: Classifier['heldOut']['ofUnknownClass'], classes: number): OutOfScopeCase[] {
  const weight = weightOfUnknownClasses / actual.length
  const counts = new Int32Array(classes)
  for (const label of actual) counts[label]!++
  return Array.from(actual, (label, i) => ({ confidence: confidence[i]!, weight, alike: counts[label]! }))
}

/** Returns confidence and correctness of the prediction for each held-out example. */
export function heldOutJudgements({ heldOut }: Classifier): Judged[] {
  return Array.from(heldOut.confidence, (confidence, i) => ({
    confidence,
    isRight: heldOut.actual[i] === heldOut.predicted[i],
  }))
}

/** Returns the predicted class of each held-out example by its position in the list of examples. */
export function heldOutPredictions({ classes, heldOut }: Classifier): Map<number, string> {
  return new Map(Array.from(heldOut.example, (example, i) => [example, classes[heldOut.predicted[i]!]!]))
}
