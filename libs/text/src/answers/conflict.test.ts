import { describe, expect, it } from 'vitest'
import { frames, knownByTopic as known, topics } from '../../test/wordings.ts'
import { answer, answerRule } from './answer.ts'
import { buildAnswers } from './answer-index.ts'
import { answersFromBytes, answersToBytes } from './answers-bytes.ts'
import type { AnsweredQuestion } from './known-answer.ts'
import { nearlySame } from './likeness.ts'

const text = 'How do I whistle?'
const pursed = { answerId: 'pursed', question: text, body: 'Purse your lips.' }
const fingers = { answerId: 'fingers', question: 'How do I whistle', body: 'Put two fingers in your mouth.' }
const leaf = { answerId: 'leaf', question: 'How can I whistle?', body: 'Blow over a leaf.' }
const others = ['When is the pool open?', 'Can dogs come on the ferry?', 'How do I pay by card?'].map(
  (question, i) => ({ answerId: question, question, body: `Body ${i}.` }),
)
const times = (count: number, verdict: AnsweredQuestion) => Array.from({ length: count }, () => verdict)

describe('several answers for nearly the same question', () => {
  it('no answer has more confidence than its share', () => {
    for (const [share, ...rivals] of [[1 / 2, pursed, fingers] as const, [1 / 3, pursed, fingers, leaf] as const]) {
      const index = buildAnswers([...rivals, ...others])
      for (const { question } of rivals) {
        const found = answer(index, question)

        expect(found.sameness).toBeGreaterThanOrEqual(nearlySame)
        expect(found.confidence).toBeLessThanOrEqual(share)
        expect(found.atMost).toBeCloseTo(share)
        expect(answer(answersFromBytes(answersToBytes(index)), question)).toEqual(found)
      }
    }
  })

  it('verdicts decide which answer is right', () => {
    const verdicts = times(19, { text, answerId: 'pursed', accepted: true })
    const index = buildAnswers([pursed, fingers, ...others], verdicts)

    expect(answer(index, text).likeliest).toBe('pursed')
    expect(answer(index, text).confidence).toBeGreaterThan(0.7)
    expect(answer(answersFromBytes(answersToBytes(index)), text)).toEqual(answer(index, text))
  })

  it('an answer to a question with one different word is no rival of an exact match', () => {
    const asked = (place: string) =>
      `May I bring sandwiches, blankets, cushions, umbrellas and cameras into the ${place}?`
    const entries = ['theatre', 'museum'].map((place) => ({
      answerId: place,
      question: asked(place),
      body: `Ask at the door of the ${place}.`,
    }))
    const found = answer(buildAnswers([...entries, ...others]), asked('museum'))

    expect(answer(buildAnswers([entries[0]!, ...others]), asked('museum')).sameness).toBeGreaterThan(nearlySame)
    expect(found).toMatchObject({ likeliest: 'museum' })
    expect(found.confidence).toBeGreaterThan(0.8)
  })
})

describe('nearly known questions that were answered wrong', () => {
  /** The first frames of every topic turned out to be questions for the next topic's answer. */
  const contradictions = (frameCount: number): AnsweredQuestion[] =>
    topics.flatMap((topic, i) =>
      frames.slice(0, frameCount).map((frame) => ({
        text: frame(topic),
        answerId: `${topics[(i + 1) % topics.length]}-0`,
        accepted: true,
      })),
    )
  const accepted = known
    .filter((_, i) => i % frames.length >= 4)
    .flatMap(({ answerId, question }) => times(3, { text: question, answerId, accepted: true }))
  const asked = frames[8]!('parcel')

  it('limit the confidence of answers to nearly known questions', () => {
    const sure = answer(buildAnswers(known), asked)
    const unsure = answer(buildAnswers(known, contradictions(4)), asked)

    expect(sure.confidence).toBeGreaterThan(0.9)
    expect(unsure).toMatchObject({ likeliest: sure.likeliest, sameness: expect.closeTo(1) })
    expect(unsure.confidence).toBeLessThan(0.5)
  })

  it('include rejected answers, except those to the exact question of an entry', () => {
    const sureAfter = (count: number, addition: string) => {
      const shown = known.slice(0, count).filter(({ question }) => question !== asked)
      const rejected = shown.map(({ answerId, question }) => ({ text: question + addition, answerId, accepted: false }))
      return answer(buildAnswers(known, rejected), asked).confidence
    }

    expect(sureAfter(1, ' please')).toBeGreaterThan(0.9)
    expect(sureAfter(30, ' please')).toBeLessThan(0.7)
    expect(sureAfter(30, '!')).toBeGreaterThan(0.9)
  })

  it('weigh less if repeated questions were accepted', () => {
    const contradicted = contradictions(1)

    expect(answer(buildAnswers(known, [...contradicted, ...accepted]), asked).confidence).toBeGreaterThan(
      answer(buildAnswers(known, contradicted), asked).confidence + 0.1,
    )
  })
})

describe('the promised precision', () => {
  const judged = (count: number, confidence: number, isRight: boolean) =>
    Array.from({ length: count }, () => ({ confidence, isRight }))
  const inOtherWords = [
    ...judged(60, 0.9, true),
    ...judged(5, 0.9, false),
    ...judged(60, 0.6, true),
    ...judged(40, 0.3, false),
  ]
  const ruleWith = (judgedNearly: { confidence: number; isRight: boolean }[], precision: number) =>
    answerRule({ ...buildAnswers(others), judged: inOtherWords, judgedNearly }, precision)

  it('excludes nearly known questions that would break it', () => {
    const broken = [...judged(40, 0.7, true), ...judged(40, 0.7, false)]

    expect(ruleWith([], 0.9)).toMatchObject({ enough: true, threshold: 0.6 })
    expect(ruleWith(broken, 0.9)).toMatchObject({ enough: true, threshold: 0.9, cases: inOtherWords.length })
  })

  it('is refused if nearly known questions break it at every confidence', () => {
    expect(ruleWith(judged(60, 0.95, false), 0.9)).toMatchObject({ enough: false, reason: 'precision_out_of_reach' })
  })

  it('is no easier to reach because nearly known questions keep it', () => {
    for (const precision of [0.8, 0.9, 0.95])
      expect(ruleWith(judged(400, 1, true), precision)).toEqual(ruleWith([], precision))
  })
})
