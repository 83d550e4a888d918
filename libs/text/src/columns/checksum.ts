import type { Steps } from './take-steps.ts'

const wordsOfStep = 1 << 20

/** Fowler, Noll and Vo's hash (FNV-1a) over 32-bit words, in steps of four megabytes: one flipped bit is always seen. */
export function* checksumOf(words: Uint32Array): Steps<number> {
  let sum = 0x811c9dc5
  for (let from = 0; from < words.length; from += wordsOfStep) {
    const to = Math.min(words.length, from + wordsOfStep)
    for (let i = from; i < to; i++) sum = Math.imul(sum ^ words[i]!, 0x01000193)
    yield
  }
  return sum >>> 0
}
