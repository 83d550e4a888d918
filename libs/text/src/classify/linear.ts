import { addLogRatios, ratioWeight, totalsOf } from './log-ratios.ts'
import { rowsOf, type SupportOptions, separate } from './support-vectors.ts'
import type { Vector } from './vocabulary.ts'

/** Weights of all classes in one byte each, `rows` features × `classes`; a class has its own scale and bias. */
export type Linear = {
  readonly classes: number
  readonly bytes: Int8Array
  readonly scales: Float32Array
  readonly biases: Float32Array
}

export type LinearOptions = SupportOptions & {
  /** Whether naive Bayes' log ratios are added to what separates; not when absent. */
  readonly logRatios?: boolean
}

/** Trains every class against the rest. A label of -1 belongs to no class. `onProgress` is told the share done. */
export function trainLinear(
  vectors: readonly Vector[],
  labels: Int32Array,
  classes: number,
  features: number,
  options: LinearOptions,
  onProgress: (share: number) => void,
): Linear {
  const linear: Linear = {
    classes,
    bytes: new Int8Array(features * classes),
    scales: new Float32Array(classes),
    biases: new Float32Array(classes),
  }
  const weights = new Float32Array(features + 1)
  const rows = rowsOf(vectors)
  const totals = options.logRatios ? totalsOf(rows, features) : undefined
  for (let c = 0; c < classes; c++) {
    separate(rows, (i) => labels[i] === c, weights, { ...options, seed: options.seed + c })
    if (totals) addLogRatios(totals, rows, (i) => labels[i] === c, ratioWeight(rows.count, classes), weights)
    quantise(linear, weights, c)
    onProgress((c + 1) / classes)
  }
  return linear
}

function quantise(linear: Linear, weights: Float32Array, c: number): void {
  const features = weights.length - 1
  let largest = 0
  for (let f = 0; f < features; f++) largest = Math.max(largest, Math.abs(weights[f]!))
  const scale = largest / 127 || 1
  linear.scales[c] = scale
  linear.biases[c] = weights[features]!
  for (let f = 0; f < features; f++) linear.bytes[f * linear.classes + c] = Math.round(weights[f]! / scale)
}

/** Decision values of all classes, about -1 (not this class) to 1. */
export function decide(linear: Linear, { indices, values }: Vector): Float32Array {
  const { classes, bytes, scales, biases } = linear
  const decisions = new Float32Array(classes)
  for (let k = 0; k < indices.length; k++) {
    const row = indices[k]! * classes
    const value = values[k]!
    for (let c = 0; c < classes; c++) decisions[c]! += bytes[row + c]! * value
  }
  for (let c = 0; c < classes; c++) decisions[c] = decisions[c]! * scales[c]! + biases[c]!
  return decisions
}
