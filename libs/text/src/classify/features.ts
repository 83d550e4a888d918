import { hashOf } from '../columns/hash.ts'
import { stemOf } from '../tokens/languages.ts'
import { wordsOf } from '../tokens/tokens.ts'

/** Weights of the feature groups: stems and their neighbors, characters inside words, pairs of stems. Each group is normalized separately. */
export const groupWeights = [1, 1, 0.7] as const

/** The features of a text: hash, group and source word. For a pair, `partner` is the other word; otherwise it is the same word. */
export type Features = {
  readonly words: string[]
  readonly hashes: number[]
  readonly groups: number[]
  readonly word: number[]
  readonly partner: number[]
}

const mostCharacters = 2_000
/** Most stems between the stems of a pair. Pairs help most with few examples. */
const pairWindow = 24
/** Texts of up to this many words use the whole window. Longer ones use a smaller window, or pairs would outnumber other features. */
const mostWidelyPaired = 100
const shortestGram = 2
const longestGram = 5

/** Returns a normalized text. Texts that differ only in case, punctuation, white space or character forms give the same result. */
export function readingOf(text: string): string {
  return wordsOf(text.slice(0, mostCharacters)).join(' ')
}

/**
 * Reads a text into features. Stop words are kept, because they are informative in short questions.
 *
 * There are stems and pairs of neighboring stems with marked ends. Character 2- to 5-grams inside words tolerate spelling and
 * inflection. Unordered pairs of stems are at most 24 words apart. In texts of more than 100 words they are nearer, so that there
 * are no more pairs.
 */
export function featuresOf(text: string, language: string): Features {
  const words = wordsOf(text.slice(0, mostCharacters))
  const features: Features = { words, hashes: [], groups: [], word: [], partner: [] }
  const stems = words.map((word) => stemOf(word, language))
  const stemHashes = stems.map((stem) => hashOf(stem, 11))
  const begin = hashOf('begin', 12)
  const end = hashOf('end', 12)
  const window = Math.min(pairWindow, Math.ceil((pairWindow * mostWidelyPaired) / words.length))
  for (let i = 0; i < stems.length; i++) {
    push(features, stemHashes[i]!, 0, i, i)
    push(features, mixed(i === 0 ? begin : stemHashes[i - 1]!, stemHashes[i]!, 13), 0, i, Math.max(0, i - 1))
    if (i === stems.length - 1) push(features, mixed(stemHashes[i]!, end, 13), 0, i, i)
    pushGrams(features, words[i]!, i)
    pushPairs(features, stemHashes, i, window)
  }
  return features
}

function push(features: Features, hash: number, group: number, word: number, partner: number): void {
  features.hashes.push(hash)
  features.groups.push(group)
  features.word.push(word)
  features.partner.push(partner)
}

function pushGrams(features: Features, word: string, index: number): void {
  const marked = ` ${word} `
  for (let from = 0; from < marked.length; from++) {
    let hash = 0x811c9dc5
    for (let to = from; to < Math.min(marked.length, from + longestGram); to++) {
      hash = Math.imul(hash ^ marked.charCodeAt(to), 0x01000193)
      if (to - from + 1 >= shortestGram) push(features, mixed(hash, to - from, 14), 1, index, index)
    }
  }
}

function pushPairs(features: Features, stems: readonly number[], index: number, window: number): void {
  for (let other = Math.max(0, index - window); other < index; other++) {
    const a = stems[other]!
    const b = stems[index]!
    if (a !== b) push(features, mixed(Math.min(a, b), Math.max(a, b), 15), 2, index, other)
  }
}

function mixed(a: number, b: number, seed: number): number {
  let hash = Math.imul(a ^ seed, 0x85ebca6b) ^ Math.imul((b + 0x7f4a7c15) | 0, 0xc2b2ae35)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x27d4eb2f)
  return hash ^ (hash >>> 13)
}
