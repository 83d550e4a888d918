import { type Bm25, holdsTerm } from '../columns/bm25.ts'
import { hashOf } from '../columns/hash.ts'
import { addHash, buildHashTable, type HashTable, indexOfHash } from '../columns/hash-table.ts'
import { isStopWord, stemOf } from '../tokens/languages.ts'
import { isSmallWord } from '../tokens/small-words.ts'
import { wordsOf } from '../tokens/tokens.ts'
import { candidatesFor, type QuestionsByMark, questionsByMark } from './questions-by-mark.ts'

/** The stems and pairs of neighbours of known questions: those of entry e are `starts[e]` to `starts[e + 1]`, marks likewise by question. */
export type KnownQuestions = {
  readonly terms: HashTable
  /** Questions that hold each term. */
  readonly frequency: Int32Array
  readonly starts: Int32Array
  readonly marksFrom: Int32Array
  readonly marks: Int32Array
  /** Of all marks of a question. */
  readonly weights: Float32Array
  /** How many more verdicts accepted the answer to it than rejected it, 0 or more. */
  readonly accepted: Int32Array
  readonly byMark: QuestionsByMark
}

/** From this sameness on two questions ask the same: small words and inflections may differ, and of six other words or so none. */
export const nearlySame = 0.8

/** How alike a text and what is known of an answer are, whatever the other answers are. */
export type Likeness = {
  /** Share, by weight, of the text's telling words that are in the answer or in a question it is known to answer, 0 to 1. */
  readonly reach: number
  /** How nearly the text is one of those questions, 0 to 1: the share by weight of the one that is in the other, whichever is less. */
  readonly sameness: number
}

/** A text as marks with weights. `telling`: its stems that are no stop words. */
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
 * Compares a text with the entries of one answer, of which at least one is named; `nearest` has the question that is most like it.
 * `words` finds telling words in all that is written of an answer.
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
  // A question of small words alone is reached as far as it is the known one.
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

/** Of each entry that is known for nearly the same question as the text: how nearly, and the verdicts that accepted it there. */
export function* nearlyKnown(
  { questions, language }: { questions: KnownQuestions; language: string },
  text: string,
): Generator<{ readonly entry: number; readonly sameness: number; readonly accepted: number }> {
  const { marks } = markedOf(text, language, questions, questions.weights.length)
  const total = sumOf(marks.values())
  for (const question of candidatesFor(questions.byMark, marks, nearlySame)) {
    const weight = questions.weights[question]!
    // No more can be shared than the lighter of the two has.
    if (Math.min(total, weight) < nearlySame * Math.max(total, weight)) continue
    const sameness = samenessOf(questions, question, marks, total)
    if (sameness >= nearlySame)
      yield { entry: entryOf(questions, question), sameness, accepted: questions.accepted[question]! }
  }
}

/** The last entry whose questions begin at or before this one; those without any begin with the next. */
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
