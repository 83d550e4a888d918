import { columnOf, type Packed } from './bytes.ts'
import { type Growing, growInSteps, ints } from './growing.ts'
import { addHash, buildHashTable, type HashTable } from './hash-table.ts'
import type { Steps } from './take-steps.ts'

/**
 * Term → documents, newest first. Each term owns a chain of blocks in one pool: [previous block, entries used, entries…].
 * An entry is `document * 16 + frequency`, the frequency capped at 15, so at most 2^27 documents.
 */
export type Postings = {
  /** Term hash → term. Words themselves are not kept. */
  readonly terms: HashTable
  readonly documentFrequency: Growing<Int32Array>
  readonly newestBlock: Growing<Int32Array>
  readonly newestSize: Growing<Int32Array>
  readonly pool: Growing<Int32Array>
}

const largestBlock = 256

export function buildPostings(): Postings {
  const pool = ints(1024)
  pool.push(0)
  return { terms: buildHashTable(), documentFrequency: ints(), newestBlock: ints(), newestSize: ints(), pool }
}

/** Appends a document to a term's chain. Documents must come in ascending order for "newest first" to hold. */
export function addPosting(postings: Postings, termHash: number, document: number, frequency: number): void {
  const { documentFrequency, newestBlock, newestSize, pool } = postings
  const term = addHash(postings.terms, termHash)
  if (term === documentFrequency.length) {
    documentFrequency.push(0)
    newestBlock.push(0)
    newestSize.push(0)
  }
  let block = newestBlock.data[term]!
  let size = newestSize.data[term]!
  if (block === 0 || pool.data[block + 1]! === size) {
    size = block === 0 ? 1 : Math.min(size * 2, largestBlock)
    const next = pool.extend(size + 2)
    pool.data[next] = block
    newestBlock.data[term] = next
    newestSize.data[term] = size
    block = next
  }
  const used = pool.data[block + 1]!
  pool.data[block + 2 + used] = document * 16 + Math.min(frequency, 15)
  pool.data[block + 1] = used + 1
  documentFrequency.data[term]!++
}

/** The columns of postings for packing. */
export function columnsOfPostings(postings: Postings): Packed['columns'] {
  return {
    termKeys: postings.terms.keys,
    termSlots: postings.terms.slots,
    termFrequency: postings.documentFrequency.used(),
    termBlock: postings.newestBlock.used(),
    termBlockSize: postings.newestSize.used(),
    postings: postings.pool.used(),
  }
}

/** Postings from the columns `columnsOfPostings` named, which are copied. */
export function* postingsFrom(packed: Packed): Steps<Postings> {
  const column = (name: string) => columnOf(packed, name, Int32Array)
  const copied = (name: string) => growInSteps(Int32Array, column(name))
  const size = column('termFrequency').length
  const keys = column('termKeys').slice()
  yield
  const slots = column('termSlots').slice()
  yield
  return {
    terms: { keys, slots, size },
    documentFrequency: yield* copied('termFrequency'),
    newestBlock: yield* copied('termBlock'),
    newestSize: yield* copied('termBlockSize'),
    pool: yield* copied('postings'),
  }
}
