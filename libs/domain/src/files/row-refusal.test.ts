import { expect, test } from 'vitest'
import { describeRefusal } from './row-refusal.ts'
import { pastRowOf, questionAndAnswerOf, utteranceOf } from './row-rules.ts'

const now = new Date('2026-01-31T00:00:00Z')
const history = { questionId: 'q', askedAt: '2026-01-01', text: 'Card?' }

const refused: [what: string, read: () => unknown, message: string][] = [
  ['a missing text', () => utteranceOf({ text: ' ' }), '`text` must not be empty.'],
  [
    'a long class',
    () => utteranceOf({ text: 'a', class: 'x'.repeat(201) }),
    '`class` must have at most 200 characters.',
  ],
  [
    'an unknown language',
    () => questionAndAnswerOf({ question: 'a', answer: 'b', language: 'xx' }),
    '`language` must be an ISO 639-1 code such as `en`.',
  ],
  [
    'a day that does not exist',
    () => pastRowOf({ ...history, askedAt: '2025-02-30' }, now),
    '`askedAt` must be an ISO 8601 date between 1970 and tomorrow, such as `2026-01-31T09:30:00Z`.',
  ],
  [
    'an answer before its question',
    () => pastRowOf({ ...history, answererEmail: 'a@b', answeredAt: '2025-12-31' }, now),
    '`answeredAt` must not be earlier than `askedAt`.',
  ],
]

test.each(refused)('the refusal of %s says which column is wrong and what it must hold', (_, read, message) => {
  let refusal: unknown
  try {
    read()
  } catch (error) {
    refusal = error
  }
  const { reason, field } = refusal as { reason: string; field: string | null }
  expect(describeRefusal(reason, field)).toBe(message)
})
