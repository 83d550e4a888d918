import { type Growing, shorts } from './growing.ts'
import { hashOf } from './hash.ts'
import { indexOfHash } from './hash-table.ts'
import { addPosting, buildPostings, type Postings } from './postings.ts'

/** Documents to be found by their tokens (Robertson & Zaragoza 2009). Documents are numbered in order of arrival. */
export type Bm25 = { readonly postings: Postings; readonly lengths: Growing<Uint16Array> }

const saturation = 1.2
const lengthShare = 0.75

export function buildBm25(documents: readonly (readonly string[])[]): Bm25 {
  const index: Bm25 = { postings: buildPostings(), lengths: shorts(documents.length) }
  for (const tokens of documents) {
    const frequencies = new Map<number, number>()
    for (const token of tokens) frequencies.set(hashOf(token), (frequencies.get(hashOf(token)) ?? 0) + 1)
    const document = index.lengths.push(Math.min(tokens.length, 65_535))
    for (const [term, frequency] of frequencies) addPosting(index.postings, term, document, frequency)
  }
  return index
}

/** The score of every document for the tokens, 0 where none is shared. */
export function bm25Of({ postings, lengths }: Bm25, tokens: readonly string[]): Float32Array {
  const count = lengths.length
  const scores = new Float32Array(count)
  const mean = lengths.used().reduce((sum, length) => sum + length, 0) / Math.max(1, count) || 1
  const pool = postings.pool.data
  for (const token of new Set(tokens)) {
    const term = indexOfHash(postings.terms, hashOf(token))
    if (term < 0) continue
    const frequency = postings.documentFrequency.data[term]!
    const weight = Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))
    for (let block = postings.newestBlock.data[term]!; block > 0; block = pool[block]!) {
      for (let i = block + 2; i < block + 2 + pool[block + 1]!; i++) {
        const document = pool[i]! >>> 4
        const times = pool[i]! & 15
        const norm = saturation * (1 - lengthShare + (lengthShare * lengths.data[document]!) / mean)
        scores[document]! += (weight * times * (saturation + 1)) / (times + norm)
      }
    }
  }
  return scores
}

/** Whether a document holds the term of this hash. */
export function holdsTerm({ postings }: Bm25, hash: number, document: number): boolean {
  const term = indexOfHash(postings.terms, hash)
  if (term < 0) return false
  const pool = postings.pool.data
  for (let block = postings.newestBlock.data[term]!; block > 0; block = pool[block]!) {
    if (pool[block + 2]! >>> 4 > document) continue
    for (let i = block + 2; i < block + 2 + pool[block + 1]!; i++) if (pool[i]! >>> 4 === document) return true
    return false
  }
  return false
}
