import { describe, expect, it } from 'vitest'
import { test, train } from '../../test/banking77-sample.ts'
import { answer, answerRule } from './answer.ts'
import { buildAnswers } from './answer-index.ts'
import { answersFromBytes, answersToBytes } from './answers-bytes.ts'

const names = [...new Set(train.map((example) => example.class))].sort()

/** Indexes that each know the answers to nine of twelve classes of questions. The other questions are out of scope. */
const splits = [0, 1, 2, 3].map((part) => {
  const isKnown = (example: { class: string }) => names.indexOf(example.class) % 4 !== part
  const known = train.filter(isKnown)
  const entries = [...new Set(known.map((example) => example.class))].map((name) => ({
    answerId: name,
    question: known.find((example) => example.class === name)!.text,
    body: `The answer about ${name.replaceAll('_', ' ')}.`,
  }))
  return {
    index: buildAnswers(
      entries,
      known.map(({ text, class: answerId }) => ({ text, answerId, accepted: true })),
    ),
    inScope: test.filter(isKnown),
    outOfScope: [...train, ...test].filter((example) => !isKnown(example)),
  }
})

/** Returns the precision if `share` of the questions are out of scope. */
function observe(precision: number, share: number) {
  let right = 0
  let given = 0
  for (const { index, inScope, outOfScope } of splits) {
    const rule = answerRule(index, precision, { outOfScope: share })
    const least = rule.enough ? rule.threshold : Number.POSITIVE_INFINITY
    for (const { text, class: name } of inScope) {
      const { answerId } = answer(index, text, { least })
      if (answerId === name) right += (1 - share) / inScope.length
      if (answerId !== null) given += (1 - share) / inScope.length
    }
    for (const { text } of outOfScope)
      if (answer(index, text, { least }).answerId !== null) given += share / outOfScope.length
  }
  return { precision: right / given, coverage: given / splits.length }
}

describe('the promised precision of answers', () => {
  it.each([0.1, 0.2])('holds if %d of the questions have no known answer', (share) => {
    const observed = observe(0.9, share)

    expect(observed.precision).toBeGreaterThanOrEqual(0.88)
    expect(observed.coverage).toBeGreaterThan(0.3)
  })

  it('assumes by default that one question in ten has no known answer', () => {
    for (const { index } of splits) {
      const rule = answerRule(index, 0.9)

      expect(rule).toMatchObject({ enough: true, outOfScope: 0.1 })
      expect(rule).toEqual(answerRule(index, 0.9, { outOfScope: 0.1 }))
      expect(answerRule(answersFromBytes(answersToBytes(index)), 0.9)).toEqual(rule)
    }
  })
})
