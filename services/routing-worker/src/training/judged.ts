import { createHash } from 'node:crypto'
import { readingOf } from '@askline/text'

/** What became of the training examples while they were held out. */
export type Judged = {
  /** The place of the predicted class among the model's by the hash of the text; `unjudged` where it was learned from only. */
  readonly places: ReadonlyMap<bigint, number>
  readonly hashOf: (text: string) => bigint
}
export const unjudged = -1

/** A text as judgements know it: texts that read the same are one. */
export const hashOfReading = (text: string): bigint => hashOfText(readingOf(text))

/** Models of before knew a text letter by letter. */
const hashOfText = (text: string): bigint => createHash('sha256').update(text).digest().readBigUInt64LE(0)

/** Four bytes in front of the examples say that hashes are of readings; models of before have none. */
const mark = 1
const markBytes = 4
const exampleBytes = 12

/** Twelve bytes an example: a hash of what its text reads as, and the place of the predicted class among the model's. */
export function judgedToBytes(places: Judged['places']): Uint8Array {
  const bytes = new Uint8Array(markBytes + places.size * exampleBytes)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, mark, true)
  let at = markBytes
  for (const [hash, predicted] of places) {
    view.setBigUint64(at, hash, true)
    view.setInt32(at + 8, predicted, true)
    at += exampleBytes
  }
  return bytes
}

/** Reads what `judgedToBytes` wrote, also that of models of before. */
export function judgedFromBytes(bytes: Uint8Array): Judged {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isMarked = bytes.byteLength % exampleBytes === markBytes
  const places = new Map<bigint, number>()
  for (let at = isMarked ? markBytes : 0; at + exampleBytes <= bytes.byteLength; at += exampleBytes) {
    places.set(view.getBigUint64(at, true), view.getInt32(at + 8, true))
  }
  return { places, hashOf: isMarked ? hashOfReading : hashOfText }
}
