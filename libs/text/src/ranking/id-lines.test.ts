import { describe, expect, it } from 'vitest'
import { UnreadableBytesError } from '../columns/bytes.ts'
import { linesOf, readLines } from './id-lines.ts'
import { buildRanker, forgetQuestion } from './ranker.ts'
import { rankerFromBytes, rankerToBytes } from './ranker-bytes.ts'

const read = (bytes: Uint8Array, count: number, areEscaped = true) => {
  const steps = readLines(bytes, count, { areEscaped })
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

describe('ids in bytes', () => {
  it('are read back unchanged, with any content', () => {
    const ids = ['a\nb', 'a\\nb', '\\', '', '\n', 'c\r\nd', '\uFEFFe', '日本\\\n', '']

    expect(read(linesOf(ids), ids.length).ids).toEqual(ids)
    expect(read(linesOf([]), 0).ids).toEqual([])
  })

  it('are read back in several steps', () => {
    const ids = Array.from({ length: 60_000 }, (_, i) =>
      i % 7 === 0 ? `line\n${i}` : i % 11 === 0 ? '' : `plain ${i}`,
    )

    const { ids: found, numbers } = read(linesOf(ids), ids.length)

    expect(found).toEqual(ids)
    expect(numbers.get('plain 59999')).toBe(59_999)
  })

  it('must match the number of rows, or the bytes are unreadable', () => {
    expect(() => read(linesOf(['a', 'b']), 3)).toThrow(UnreadableBytesError)
    expect(() => read(linesOf(['a', 'b', 'c']), 2)).toThrow(UnreadableBytesError)
  })

  it('were not escaped in earlier bytes', () => {
    expect(read(new TextEncoder().encode('a\\nb\nc'), 2, false).ids).toEqual(['a\\nb', 'c'])
  })

  it('identify a question to forget after bytes were read back', () => {
    const asked = (questionId: string, askedAt: number) => ({ questionId, text: 'visa', askedAt, answers: [] })
    const ranker = rankerFromBytes(rankerToBytes(buildRanker([asked('first\nline', 1), asked('second', 2)], [])))

    forgetQuestion(ranker, 'second')

    const { ids } = ranker.history.questions
    expect([ids.numberOf('first\nline'), ids.numberOf('second')]).toEqual([0, undefined])
  })
})
