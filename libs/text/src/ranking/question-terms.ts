import { hashOf } from '../columns/hash.ts'
import { tokensOf } from '../tokens/tokens.ts'

type QuestionWords = {
  readonly text: string
  readonly language?: string
  readonly tags?: readonly string[]
  readonly topic?: string
}

/** Of a longer text no more is read. */
export const mostCharacters = 4_000

/** Hashes of a question's tags, topic (as a tag) and words, in this order, with their frequencies, and how many there are in all. Long texts are cut. */
export function termsOfQuestion(question: QuestionWords): {
  frequencies: Map<number, number>
  tags: number[]
  length: number
} {
  const frequencies = new Map<number, number>()
  let length = 0
  const count = (term: number): void => {
    frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
    length++
  }
  for (const tag of question.tags ?? []) count(hashOfTag(tag))
  if (question.topic !== undefined) count(hashOfTag(question.topic))
  const tags = [...frequencies.keys()]
  for (const token of tokensOf(question.text.slice(0, mostCharacters), question.language)) count(hashOf(token))
  return { frequencies, tags, length }
}

/**
 * Terms of one question that past questions are sought by. Its other words only let later questions find it. Past questions are
 * ranked by as many when the mix is fitted, so that both are the same kind of question.
 */
const mostSoughtBy = 64

/**
 * The terms that a question is compared with past ones by: the first 64, tags and topic before words. Past questions keep as many to be learned
 * from, so that a long question is ranked by what it would be learned by.
 */
export function soughtBy({ frequencies }: { readonly frequencies: ReadonlyMap<number, number> }): Set<number> {
  const terms = new Set<number>()
  for (const term of frequencies.keys()) if (terms.size < mostSoughtBy) terms.add(term)
  return terms
}

/** Both kinds of a question's terms: those it is sought by, and all, by which profiles are found. */
export function hashedTerms(question: QuestionWords): { terms: Set<number>; mentioned: Set<number> } {
  const all = termsOfQuestion(question)
  return { terms: soughtBy(all), mentioned: new Set(all.frequencies.keys()) }
}

/** Hash of a tag, apart from the word of the same spelling. */
export function hashOfTag(tag: string): number {
  return hashOf(tag.toLowerCase(), 1)
}
