import { createHash } from 'node:crypto'
import { readingOf } from '@askline/text'

/** Predictions of a model for its own training examples while they were held out. */
export type Judged = {
  /** Index of the predicted class in the model, by hash of the text; `unjudged` if the text was only learned from. */
  readonly places: ReadonlyMap<bigint, number>
  readonly hashOf: (text: string) => bigint
}
export const unjudged = -1

/** Hashes a text such that texts that read the same are equal. */
export const hashOfReading = (text: string): bigint => hashOfText(readingOf(text))

/** Earlier models hashed texts letter by letter. */
const hashOfText = (text: string): bigint => createHash('sha256').update(text).digest().readBigUInt64LE(0)

/** Four bytes before the examples mark hashes of readings. Earlier models have no mark. */
const mark = 1
const markBytes = 4
const exampleBytes = 12

/** Encodes twelve bytes per example: a hash of the reading, and the index of the predicted class. */
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

/** Decodes the bytes of `judgedToBytes`, including those of earlier models. */
export function judgedFromBytes(bytes: Uint8Array): Judged {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isMarked = bytes.byteLength % exampleBytes === markBytes
  const places = new Map<bigint, number>()
  for (let at = isMarked ? markBytes : 0; at + exampleBytes <= bytes.byteLength; at += exampleBytes) {
    places.set(view.getBigUint64(at, true), view.getInt32(at + 8, true))
  }
  return { places, hashOf: isMarked ? hashOfReading : hashOfText }
}
