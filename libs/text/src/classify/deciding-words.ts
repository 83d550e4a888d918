import { indexOfHash } from '../columns/hash-table.ts'
import { isPair } from '../tokens/tokens.ts'
import type { Features } from './features.ts'
import type { Classifier } from './model.ts'
import type { Vector } from './vocabulary.ts'

/**
 * Returns the words of a text that favored the class `best` over `second`, strongest first. If there are none or no second class
 * (-1), returns the words that favored `best` at all. Neighboring pairs of characters are joined.
 */
export function decidingWords(
  model: Classifier,
  features: Features,
  vector: Vector,
  best: number,
  second: number,
): string[] {
  const against = sharesOf(model, features, vector, best, second)
  const shares = against.size > 0 ? against : sharesOf(model, features, vector, best, -1)
  return [...joined(features.words, shares)].sort((a, b) => b[1] - a[1]).map(([word]) => word)
}

/** Returns each word's positive share of the difference between two classes. A pair divides its share evenly between its words. */
function sharesOf(
  { linear, vocabulary }: Classifier,
  features: Features,
  vector: Vector,
  best: number,
  second: number,
): Map<string, number> {
  const { bytes, classes, scales } = linear
  const worth = new Map<number, number>()
  for (let k = 0; k < vector.indices.length; k++) {
    const index = vector.indices[k]!
    const against = second < 0 ? 0 : bytes[index * classes + second]! * scales[second]!
    worth.set(index, vector.values[k]! * (bytes[index * classes + best]! * scales[best]! - against))
  }
  const shares = new Map<string, number>()
  const add = (word: string, share: number) => shares.set(word, (shares.get(word) ?? 0) + share)
  const counted = new Set<number>()
  for (let i = 0; i < features.hashes.length; i++) {
    const index = indexOfHash(vocabulary.table, features.hashes[i]!)
    const share = worth.get(index)
    if (share === undefined || counted.has(index)) continue
    counted.add(index)
    add(features.words[features.word[i]!]!, share / 2)
    add(features.words[features.partner[i]!]!, share / 2)
  }
  return new Map([...shares].filter(([, share]) => share > 0))
}

/**
 * Joins overlapping pairs of characters into words by Unicode's word boundaries, for scripts without spaces. The share of a word is
 * the sum over its pairs.
 */
function joined(words: readonly string[], shares: ReadonlyMap<string, number>): Map<string, number> {
  const told = new Map<string, number>()
  const tell = (word: string, share: number | undefined) => {
    if (share !== undefined) told.set(word, (told.get(word) ?? 0) + share)
  }
  const counted = new Set<string>()
  for (let from = 0; from < words.length; ) {
    let to = from + 1
    while (to < words.length && isPair(words[from]!) && isPair(words[to]!) && follows(words[to]!, words[to - 1]!)) to++
    const pairs = words.slice(from, to)
    const owners = isPair(pairs[0]!)
      ? wordsByCharacter(pairs.map((pair) => [...pair][0]).join('') + [...pairs.at(-1)!][1])
      : pairs
    pairs.forEach((pair, place) => {
      if (!counted.has(pair)) tell(owners[place]!, shares.get(pair))
      counted.add(pair)
    })
    from = to
  }
  return told
}

const follows = (pair: string, before: string) => [...before][1] === [...pair][0]

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** For each character of a run the word that it is in. */
function wordsByCharacter(run: string): string[] {
  return [...segmenter.segment(run)].flatMap(({ segment }) => [...segment].map(() => segment))
}
