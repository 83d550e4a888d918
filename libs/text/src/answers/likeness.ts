import { type Bm25, holdsTerm } from '../columns/bm25.ts'
import { hashOf } from '../columns/hash.ts'
import { addHash, buildHashTable, type HashTable, indexOfHash } from '../columns/hash-table.ts'
import { isStopWord, stemOf } from '../tokens/languages.ts'
import { isSmallWord } from '../tokens/small-words.ts'
import { wordsOf } from '../tokens/tokens.ts'
import { candidatesFor, type QuestionsByMark, questionsByMark } from './questions-by-mark.ts'

/**
 * The marks of known questions: stems and pairs of neighboring stems. Entry e has the questions from `starts[e]` to
 * `starts[e + 1]`. Question q has the marks from `marksFrom[q]` to `marksFrom[q + 1]`.
 */
export type KnownQuestions = {
  readonly terms: HashTable
  /** Number of questions that contain each term. */
  readonly frequency: Int32Array
  readonly starts: Int32Array
  readonly marksFrom: Int32Array
  readonly marks: Int32Array
  /** Total weight of the marks of each question. */
  readonly weights: Float32Array
  /** Accepted minus rejected verdicts on the answer to each question, at least 0. */
  readonly accepted: Int32Array
  readonly byMark: QuestionsByMark
}

/**
 * From this sameness on, two questions ask the same. Small words and inflections may differ, but none of about six other words. Near
 * misses reach .77 and rewordings at least .88 in `likeness.test.ts`.
 */
export const nearlySame = 0.8

/** Similarity of a text to one answer and its known questions, independent of other answers. */
export type Likeness = {
  /** Weighted share of the text's informative words that occur in the answer or in a question that it answers, 0 to 1. */
  readonly reach: number
  /** Highest similarity to one of those questions, 0 to 1: the lower of the two weighted shares of common marks. */
  readonly sameness: number
}

/** A text as marks with weights. The map `telling` has only its informative stems, without stop words. */
type Marked = { readonly marks: ReadonlyMap<number, number>; readonly telling: ReadonlyMap<number, number> }

const smallWeight = 0.2
const pairShare = 0.5
const mostCharacters = 2_000

export function knownQuestionsOf(
  texts: readonly string[],
  owners: Int32Array,
  verdicts: readonly number[],
  ownerCount: number,
  language: string,
): KnownQuestions {
  const terms = buildHashTable(1 << 10)
  const frequency: number[] = []
  for (const text of texts) {
    for (const hash of new Set(stemsOf(text, language).map(({ hash }) => hash))) {
      const term = addHash(terms, hash)
      frequency[term] = (frequency[term] ?? 0) + 1
    }
  }
  const counted = { terms, frequency: Int32Array.from(frequency) }
  const order = [...texts.keys()].sort((a, b) => owners[a]! - owners[b]!)
  const starts = new Int32Array(ownerCount + 1)
  for (const owner of owners) starts[owner + 1]!++
  for (let owner = 0; owner < ownerCount; owner++) starts[owner + 1]! += starts[owner]!
  const marksFrom = new Int32Array(texts.length + 1)
  const weights = new Float32Array(texts.length)
  const all: number[] = []
  order.forEach((text, question) => {
    const { marks } = markedOf(texts[text]!, language, counted, texts.length)
    for (const [mark, weight] of marks) {
      all.push(mark)
      weights[question]! += weight
    }
    marksFrom[question + 1] = all.length
  })
  const accepted = Int32Array.from(order, (text) => Math.max(0, verdicts[text]!))
  const marks = Int32Array.from(all)
  return { ...counted, starts, marksFrom, marks, weights, accepted, byMark: questionsByMark(marksFrom, marks) }
}

/**
 * Compares a text with the given entries of one answer, at least one. The result's `nearest` is the entry with the most similar
 * question. The index `words` finds informative words in all texts of an answer.
 */
export function likenessOf(
  { questions, words, language }: { questions: KnownQuestions; words: Bm25; language: string },
  text: string,
  answer: number,
  entries: readonly number[],
): Likeness & { readonly nearest: number } {
  const { marks, telling } = markedOf(text, language, questions, questions.weights.length)
  const total = sumOf(marks.values())
  const found = new Set<number>()
  let nearest = entries[0]!
  let sameness = 0
  for (const entry of entries) {
    for (let question = questions.starts[entry]!; question < questions.starts[entry + 1]!; question++) {
      for (let i = questions.marksFrom[question]!; i < questions.marksFrom[question + 1]!; i++)
        if (telling.has(questions.marks[i]!)) found.add(questions.marks[i]!)
      const share = samenessOf(questions, question, marks, total)
      if (!(share > sameness)) continue
      sameness = share
      nearest = entry
    }
  }
  let reached = 0
  for (const [stem, weight] of telling) if (found.has(stem) || holdsTerm(words, stem, answer)) reached += weight
  // A question without informative words has its sameness as reach.
  return { nearest, reach: telling.size === 0 ? sameness : reached / sumOf(telling.values()), sameness }
}

function samenessOf(
  { marksFrom, marks, weights }: KnownQuestions,
  question: number,
  weighed: ReadonlyMap<number, number>,
  total: number,
): number {
  let shared = 0
  for (let i = marksFrom[question]!; i < marksFrom[question + 1]!; i++) shared += weighed.get(marks[i]!) ?? 0
  return Math.min(1, shared / Math.max(total, weights[question]!))
}

/** Yields the entries with nearly the same question as the text, with its sameness and its accepted verdicts. */
export function* nearlyKnown(
  { questions, language }: { questions: KnownQuestions; language: string },
  text: string,
): Generator<{ readonly entry: number; readonly sameness: number; readonly accepted: number }> {
  const { marks } = markedOf(text, language, questions, questions.weights.length)
  const total = sumOf(marks.values())
  for (const question of candidatesFor(questions.byMark, marks, nearlySame)) {
    const weight = questions.weights[question]!
    // The shared weight is at most the weight of the lighter question.
    if (Math.min(total, weight) < nearlySame * Math.max(total, weight)) continue
    const sameness = samenessOf(questions, question, marks, total)
    if (sameness >= nearlySame)
      yield { entry: entryOf(questions, question), sameness, accepted: questions.accepted[question]! }
  }
}

/** Returns the entry that a question belongs to: the last entry whose questions start at or before it. */
function entryOf({ starts }: KnownQuestions, question: number): number {
  let low = 0
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= question) low = middle
    else high = middle
  }
  return low
}

function markedOf(
  text: string,
  language: string,
  { terms, frequency }: Pick<KnownQuestions, 'terms' | 'frequency'>,
  questions: number,
): Marked {
  const marks = new Map<number, number>()
  const telling = new Map<number, number>()
  let before: { stem: string; weight: number } | undefined
  for (const { stem, hash, isSmall, isTelling } of stemsOf(text, language)) {
    const term = indexOfHash(terms, hash)
    const rarity = Math.log((1 + questions) / (1 + (term < 0 ? 0 : frequency[term]!))) + 1
    const weight = isSmall ? smallWeight : rarity
    marks.set(hash, weight)
    if (isTelling) telling.set(hash, rarity)
    if (isSmall) continue
    if (before) marks.set(hashOf(`${before.stem} ${stem}`), pairShare * Math.min(before.weight, weight))
    before = { stem, weight }
  }
  return { marks, telling }
}

function stemsOf(text: string, language: string) {
  return wordsOf(text.slice(0, mostCharacters)).map((word) => {
    const stem = stemOf(word, language)
    const isSmall = isSmallWord(word, language)
    return { stem, hash: hashOf(stem), isSmall, isTelling: !isSmall && !isStopWord(word, language) }
  })
}

function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
