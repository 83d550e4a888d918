import { addLogRatios, ratioWeight, totalsOf } from './log-ratios.ts'
import { lanes, roomFor, rowsOf, type SupportOptions, separate, type Weights } from './support-vectors.ts'
import type { Vector } from './vocabulary.ts'

/** Weights of all classes in one byte each, `rows` features × `classes`; a class has its own scale and bias. */
export type Linear = {
  readonly classes: number
  readonly bytes: Int8Array
  readonly scales: Float32Array
  readonly biases: Float32Array
}

export type LinearOptions = SupportOptions & {
  /** Whether naive Bayes log ratios are added to the trained weights; false by default. */
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
  const rows = rowsOf(vectors)
  const room = roomFor(rows, features)
  const totals = options.logRatios ? totalsOf(rows, features) : undefined
  const members: number[][] = Array.from({ length: classes }, () => [])
  labels.forEach((label, i) => {
    members[label]?.push(i)
  })
  for (let first = 0; first < classes; first += lanes) {
    const last = Math.min(first + lanes, classes)
    separate(rows, labels, first, room, { ...options, seed: options.seed + first })
    if (totals) {
      const weight = ratioWeight(rows.count, classes)
      for (let c = first; c < last; c++) addLogRatios(totals, rows, members[c]!, weight, room.weights, c - first)
    }
    quantise(linear, room.weights, first)
    for (let c = first; c < last; c++) onProgress((c + 1) / classes)
  }
  return linear
}

/** Rounds the weights of the classes from `first` on, feature by feature, so that bytes next to each other are written together. */
function quantise({ classes, bytes, scales, biases }: Linear, weights: Weights, first: number): void {
  const features = weights.length / lanes - 1
  const used = Math.min(lanes, classes - first)
  const largest = new Float64Array(lanes)
  for (let f = 0; f < features; f++)
    for (let lane = 0; lane < used; lane++) {
      const size = Math.abs(weights[f * lanes + lane]!)
      if (size > largest[lane]!) largest[lane] = size
    }
  const own = largest.map((size) => size / 127 || 1)
  for (let lane = 0; lane < used; lane++) {
    scales[first + lane] = own[lane]!
    biases[first + lane] = weights[features * lanes + lane]!
  }
  for (let f = 0; f < features; f++)
    for (let lane = 0; lane < used; lane++)
      bytes[f * classes + first + lane] = Math.round(weights[f * lanes + lane]! / own[lane]!)
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
