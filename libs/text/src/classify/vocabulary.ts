import { addHash, buildHashTable, type HashTable, indexOfHash } from '../columns/hash-table.ts'
import { type Features, groupWeights } from './features.ts'

/** The features seen in training, with their inverse document frequencies. */
export type Vocabulary = { readonly table: HashTable; readonly idf: Float32Array }

/** A text as a sparse vector over the vocabulary. */
export type Vector = {
  readonly indices: Int32Array
  readonly values: Float32Array
  /** Share, by weight, of the text's stems that training has seen. */
  readonly known: number
}

/** With more occurrences of stem pairs, pairs seen once are left out. About 3,000 short questions have this many. */
const fewPairs = 200_000

/**
 * Builds the vocabulary and counts documents per feature. If there are many pairs of stems, pairs seen once are left out, because
 * they are most of the features and carry little information. If more than `most` features remain, the rarest are left out.
 */
export function buildVocabulary(documents: readonly Features[], most = Number.POSITIVE_INFINITY): Vocabulary {
  const all = buildHashTable(1 << 16)
  const frequency: number[] = []
  const isPair: boolean[] = []
  const newest: number[] = []
  let pairs = 0
  documents.forEach(({ hashes, groups }, document) => {
    for (let i = 0; i < hashes.length; i++) {
      const index = addHash(all, hashes[i]!)
      if (groups[i] === 2) pairs++
      if (newest[index] === document) continue
      newest[index] = document
      frequency[index] = (frequency[index] ?? 0) + 1
      isPair[index] = groups[i] === 2
    }
  })
  const leastPairs = pairs > fewPairs ? 2 : 1
  const isKept = (index: number, least: number) =>
    frequency[index]! >= (isPair[index] ? Math.max(least, leastPairs) : least)
  const least = leastFrequency(all.size, isKept, most)
  const kept = Array.from(frequency.keys()).filter((index) => isKept(index, least))
  // Frequent features first, so that their weights are adjacent and mostly in the cache when they are read.
  const order = Uint32Array.from(kept).sort((a, b) => frequency[b]! - frequency[a]! || a - b)
  const keys = new Int32Array(all.size)
  for (let i = 0; i < all.keys.length; i++) if (all.slots[i]! > 0) keys[all.slots[i]! - 1] = all.keys[i]!
  const table = buildHashTable(Math.min(all.size, most))
  for (const index of order) addHash(table, keys[index]!)
  const idf = Array.from(order, (index) => Math.sqrt(Math.log((1 + documents.length) / (1 + frequency[index]!)) + 1))
  return { table, idf: Float32Array.from(idf) }
}

/** Returns the lowest document frequency at which at most `most` features are kept. */
function leastFrequency(features: number, isKept: (index: number, least: number) => boolean, most: number): number {
  for (let least = 1; ; least++) {
    let kept = 0
    for (let index = 0; index < features; index++) if (isKept(index, least)) kept++
    if (kept <= most) return least
  }
}

/** Returns the TF-IDF vector with logarithmic frequency. Each feature group is normalized to its weight. */
export function vectorOf({ table, idf }: Vocabulary, features: Features): Vector {
  const counts = new Map<number, { count: number; group: number }>()
  let stems = 0
  let knownStems = 0
  for (let i = 0; i < features.hashes.length; i++) {
    const index = indexOfHash(table, features.hashes[i]!)
    const group = features.groups[i]!
    if (group === 0) {
      stems++
      if (index >= 0) knownStems++
    }
    if (index < 0) continue
    const seen = counts.get(index)
    if (seen) seen.count++
    else counts.set(index, { count: 1, group })
  }
  const indices = new Int32Array(counts.size)
  const values = new Float32Array(counts.size)
  const squares = [0, 0, 0]
  let at = 0
  for (const [index, { count, group }] of counts) {
    const value = (1 + Math.log(count)) * idf[index]!
    indices[at] = index
    values[at++] = value
    squares[group]! += value * value
  }
  at = 0
  for (const { group } of counts.values()) values[at++]! *= groupWeights[group]! / Math.sqrt(squares[group]!)
  return { indices, values, known: stems === 0 ? 0 : knownStems / stems }
}
