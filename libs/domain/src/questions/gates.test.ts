import { describe, expect, test } from 'vitest'
import { holdsPersonalData, verdictOn } from './gates.ts'

const ask = (text: string, more = {}) => ({ subject: '', text, isBlocked: false, email: 'ada@example.com', ...more })

describe('a new question', () => {
  test('passes where the company has no lists', () => {
    expect(verdictOn(ask('Where is my card 4111 1111 1111 1111?'), {})).toBe('approved')
  })

  test.each([
    ['a banned word in any case', 'Is this a SCAM?'],
    ['a banned word with invisible characters in it', 'Is this a sc\u200bam?'],
    ['a banned word in another width', 'Is this a ｓｃａｍ?'],
    ['a banned phrase across punctuation', 'free... money!'],
  ])('is turned away for %s', (_, text) => {
    expect(verdictOn(ask(text), { bannedKeywords: ['scam', 'free money'] })).toBe('keyword')
  })

  test('is not turned away for a word that only contains a banned one', () => {
    expect(verdictOn(ask('I scampered to the branch'), { bannedKeywords: ['scam', ''] })).toBe('approved')
  })

  test.each([
    ['ada@spam.example', 'domain'],
    ['ada@mail.SPAM.example', 'domain'],
    ['ada@notspam.example', 'approved'],
    [null, 'approved'],
  ])('from %s is %s', (email, verdict) => {
    expect(verdictOn(ask('Hello?', { email }), { bannedDomains: ['spam.example'] })).toBe(verdict)
  })

  test('of a blocked person is turned away, unless it is an emergency', () => {
    const settings = { emergencyPhrases: ['call an ambulance'] }
    expect(verdictOn(ask('Hello?', { isBlocked: true }), settings)).toBe('blocked')
    expect(verdictOn(ask('Call an ambulance!', { isBlocked: true }), settings)).toBe('emergency')
  })

  test('with personal data is flagged where the company wants it', () => {
    expect(verdictOn(ask('My card is 4111-1111-1111-1111'), { flagPersonalData: true })).toBe('personal-data')
  })
})

test.each([
  ['a card number', 'It is 5500 0000 0000 0004, thanks', true],
  ['an IBAN', 'Send it to DE89 3704 0044 0532 0130 00 please', true],
  ['a card number with a wrong check digit', 'It is 5500 0000 0000 0005', false],
  ['an IBAN with a wrong check', 'DE89 3704 0044 0532 0130 02', false],
  ['an order number', 'Order 1234567890123', false],
  ['zeros', '0000 0000 0000 0000', false],
  ['prose', 'I paid with my card on the 12th of May 2026 in shop 42', false],
])('%s', (_, text, expected) => {
  expect(holdsPersonalData(text)).toBe(expected)
})
