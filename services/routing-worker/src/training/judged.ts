import { createHash } from 'node:crypto'

/** What became of a training example while it was held out; `unjudged` where it was learned from only. */
export type Judged = Map<bigint, number>
export const unjudged = -1

/** A text as judgements know it. */
export const hashOfText = (text: string): bigint => createHash('sha256').update(text).digest().readBigUInt64LE(0)

/** Twelve bytes an example: a hash of its text, and the place of the predicted class among the model's. */
export function judgedToBytes(judged: Judged): Uint8Array {
  const bytes = new Uint8Array(judged.size * 12)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [hash, predicted] of judged) {
    view.setBigUint64(at, hash, true)
    view.setInt32(at + 8, predicted, true)
    at += 12
  }
  return bytes
}

export function judgedFromBytes(bytes: Uint8Array): Judged {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const judged: Judged = new Map()
  for (let at = 0; at + 12 <= bytes.byteLength; at += 12) {
    judged.set(view.getBigUint64(at, true), view.getInt32(at + 8, true))
  }
  return judged
}
