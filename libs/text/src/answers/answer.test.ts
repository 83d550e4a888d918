import { describe, expect, it } from 'vitest'
import { knownByTopic } from '../../test/wordings.ts'
import { answer, answerRule } from './answer.ts'
import { buildAnswers } from './answer-index.ts'
import { answersFromBytes, answersToBytes } from './answers-bytes.ts'
import { clusterQuestions } from './oversight.ts'

const known = [
  {
    answerId: 'password',
    question: 'How do I reset my password?',
    body: 'Open settings, choose security, then reset.',
  },
  {
    answerId: 'refund',
    question: 'When do I get my money back?',
    body: 'A refund takes five days to reach the bank.',
  },
  {
    answerId: 'delivery',
    question: 'Where is my parcel?',
    body: 'Follow the tracking number in the mail of dispatch.',
  },
]

describe('an index of answers', () => {
  it('finds an answer by the words of its question and of its body', () => {
    const index = buildAnswers(known, [])

    expect(answer(index, 'reset the password please').answerId).toBe('password')
    expect(answer(index, 'how many days until the refund reaches my bank').answerId).toBe('refund')
  })

  it('finds an answer by a question it has resolved before', () => {
    const text = 'the courier left nothing at the door'
    const index = buildAnswers(known, [{ text, answerId: 'delivery', accepted: true }])

    expect(answer(index, 'nothing left at my door').answerId).toBe('delivery')
  })

  it('promises no precision before it has seen resolved questions', () => {
    expect(answerRule(buildAnswers(known, []), 0.9)).toMatchObject({ enough: false, reason: 'too_few_cases' })
  })

  it('counts each question in words that the index does not know as one case', () => {
    const verdict = (text: string, accepted = true) => ({ text, answerId: 'delivery', accepted })
    const cases = (...resolved: ReturnType<typeof verdict>[]) => answerRule(buildAnswers(known, resolved), 0.9).cases

    expect(cases(...Array.from({ length: 80 }, () => verdict('Where is my parcel?')))).toBe(0)
    expect(
      cases(...Array.from({ length: 80 }, (_, i) => verdict(i % 2 ? 'Where is my parcel' : 'where is the parcel'))),
    ).toBe(0)
    expect(cases(verdict('the courier left nothing'), verdict('The courier left nothing!'))).toBe(1)
    expect(cases(verdict('Has the parcel got a tracking number?'), verdict('the courier left nothing'))).toBe(2)
  })

  it('good answers to known questions do not raise the confidence for unrelated ones', () => {
    const places = ['pool', 'ferry', 'library', 'museum', 'gym', 'zoo', 'theatre', 'sauna', 'clinic', 'office']
    const entries = places.flatMap((place) =>
      [`When is the ${place} open?`, `How do I pay at the ${place}?`, `Can I bring a dog to the ${place}?`].map(
        (question) => ({ answerId: question, question, body: `See the desk of: ${question}` }),
      ),
    )
    const verdicts = [1, 2, 3].flatMap(() =>
      entries.map(({ answerId, question: text }) => ({ text, answerId, accepted: true })),
    )
    const index = buildAnswers(entries, verdicts)

    expect(answer(index, 'When is the zoo open').confidence).toBeGreaterThan(0.9)
    for (const text of ['dog', 'Where is the zoo?', 'pool']) expect(answer(index, text).confidence).toBeLessThan(0.8)
    expect(answerRule(index, 0.9)).toMatchObject({ enough: false, reason: 'too_few_cases' })
  })

  it('promises a precision from further wordings of its answers alone', () => {
    expect(answerRule(buildAnswers(knownByTopic), 0.9)).toMatchObject({ enough: true, cases: 64 })
  })

  it('gives no answer below the required confidence', () => {
    expect(answer(buildAnswers(known, []), 'parcel', { least: 1 }).answerId).toBeNull()
  })

  it('entries with the same body or the same id do not compete', () => {
    const text = 'How do I whistle?'
    const once = buildAnswers([{ answerId: 'a', question: text, body: 'Purse your lips.' }, ...known], [])
    for (const again of [
      { answerId: 'b', question: text, body: 'Purse  your lips.\n' },
      { answerId: 'b', question: 'Whistling, how?', body: 'Purse your lips.' },
      { answerId: 'a', question: text, body: 'Purse your lips.' },
      { answerId: 'a', question: 'How does one whistle?', body: 'Purse them.' },
    ]) {
      const index = buildAnswers([{ answerId: 'a', question: text, body: 'Purse your lips.' }, again, ...known], [])
      const found = answer(index, text)

      expect(found).toMatchObject({ answerId: 'a', sameness: expect.closeTo(1) })
      expect(found.confidence).toBeCloseTo(answer(once, text).confidence, 1)
      expect(['password', 'refund', 'delivery']).toContain(found.runnerUp)
      expect(answer(answersFromBytes(answersToBytes(index)), text)).toEqual(found)
    }
  })

  it('returns the entry with the most similar question if several have the same body', () => {
    const index = buildAnswers(
      [
        { answerId: 'card', question: 'Where do I block my card?', body: 'Call us.' },
        { answerId: 'loan', question: 'How do I repay my loan early?', body: 'Call us.' },
        ...known,
      ],
      [],
    )

    expect(answer(index, 'how do i repay my loan early').answerId).toBe('loan')
    expect(answer(index, 'where do i block my card').answerId).toBe('card')
  })

  it('answers the same after it was written to bytes and read back', () => {
    const index = buildAnswers(known, [])

    expect(answer(answersFromBytes(answersToBytes(index)), 'my money')).toEqual(answer(index, 'my money'))
  })
})

describe('arguments', () => {
  it('resolved questions are optional', () => {
    expect(answer(buildAnswers(known), 'where is my parcel').answerId).toBe('delivery')
  })

  it.each<[string, () => unknown]>([
    ['entries must be a list', () => buildAnswers(undefined as never)],
    ['entries[0] must be an object', () => buildAnswers([null as never])],
    ['entries[1].answerId must be a string', () => buildAnswers([known[0]!, { body: 'B.' } as never])],
    ['entries[0].body must be a string', () => buildAnswers([{ answerId: 'a', question: 'Q?' } as never])],
    ['entries[0].question must be a string', () => buildAnswers([{ answerId: 'a', question: 1, body: 'B.' } as never])],
    ['resolved must be a list', () => buildAnswers(known, {} as never)],
    ['resolved[0].text must be a string', () => buildAnswers(known, [{ answerId: 'refund', accepted: true } as never])],
    ['resolved[0].answerId must be a string', () => buildAnswers(known, [{ text: 'x', accepted: true } as never])],
    ['resolved[0].accepted must be', () => buildAnswers(known, [{ text: 'x', answerId: 'refund' } as never])],
    ['text must be a string, not undefined', () => answer(buildAnswers(known), undefined as never)],
    ['text must be a string, not number', () => answer(buildAnswers(known), 5 as never)],
  ])('says that %s', (message, call) => {
    expect(call).toThrow(TypeError)
    expect(call).toThrow(message)
  })
})

describe('oversight', () => {
  it('groups similar unanswered questions, largest group first, without groups of one', () => {
    const texts = [
      'cancel my gym contract',
      'gym contract cancel',
      'cancel the gym contract now',
      'invoice wrong',
      'wrong invoice',
      'hello',
    ]

    expect(clusterQuestions(texts).map(({ count }) => count)).toEqual([3, 2])
  })

  it('shows a repeated text once with its count', () => {
    const texts = [
      'where is it',
      'Do you sell umbrellas?',
      'do you sell umbrellas',
      'umbrellas, do you sell them',
      'Do you sell umbrellas?',
    ]

    expect(clusterQuestions(texts)).toMatchObject([
      { count: 4, texts: ['Do you sell umbrellas?', 'umbrellas, do you sell them'], times: [3, 1] },
    ])
  })

  it('names a group by words as they are written, not by their stems', () => {
    const [group] = clusterQuestions(['Changing my delivery', 'change the delivery', 'Changing deliveries'])

    expect(group?.words.sort()).toEqual(['changing', 'delivery'])
  })
})
