import type { Vector } from '../classify/vocabulary.ts'

/** Example questions by feature, for finding the nearest: entries of feature f are `starts[f]` to `starts[f + 1]`. */
export type Examples = {
  readonly owners: Int32Array
  readonly starts: Int32Array
  readonly documents: Int32Array
  readonly values: Float32Array
}

export function examplesOf(vectors: readonly Vector[], owners: Int32Array, features: number): Examples {
  const starts = new Int32Array(features + 1)
  for (const { indices } of vectors) for (const index of indices) starts[index + 1]!++
  for (let f = 0; f < features; f++) starts[f + 1]! += starts[f]!
  const documents = new Int32Array(starts[features]!)
  const values = new Float32Array(starts[features]!)
  const next = starts.slice()
  vectors.forEach((vector, document) => {
    vector.indices.forEach((index, k) => {
      documents[next[index]!] = document
      values[next[index]!++] = vector.values[k]!
    })
  })
  return { owners, starts, documents, values }
}

/** For each owner, the cosine (0 to 1) of its nearest example. */
export function nearestOf(
  { owners, starts, documents, values }: Examples,
  vector: Vector,
  ownerCount: number,
): Float32Array {
  const products = new Float32Array(owners.length)
  let square = 0
  for (let k = 0; k < vector.indices.length; k++) {
    const value = vector.values[k]!
    square += value * value
    for (let i = starts[vector.indices[k]!]!; i < starts[vector.indices[k]! + 1]!; i++)
      products[documents[i]!]! += value * values[i]!
  }
  const nearest = new Float32Array(ownerCount)
  for (let i = 0; i < owners.length; i++)
    nearest[owners[i]!] = Math.max(nearest[owners[i]!]!, products[i]! / (square || 1))
  return nearest
}
