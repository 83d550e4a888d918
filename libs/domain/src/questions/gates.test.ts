import type { CompanySettings } from '@askline/contracts'
import { describe, expect, test, vi } from 'vitest'
import { addressOf } from '../people/address.ts'
import { foldTogether } from '../text/fold.ts'
import { holdsPersonalData, verdictOn } from './gates.ts'

const ask = (text: string, more: { subject?: string; isBlocked?: boolean; address?: string | null } = {}) => {
  const subject = more.subject ?? ''
  return { text, folded: foldTogether(subject, text), isBlocked: false, address: 'ada@example.com', ...more, subject }
}

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

  test('is not turned away for a phrase that begins in the subject and ends in the text', () => {
    const apart = ask('Money is missing', { subject: 'Is it free' })
    expect(verdictOn(apart, { bannedKeywords: ['free money'] })).toBe('approved')
  })

  test.each([
    ['救急車', 'すぐ救急車を呼んでください'],
    ['彩票', '请问你们的彩票怎么领取'],
    ['VIP彩票', '我要买ＶＩＰ彩票'],
    ['구급차', '구급차를 불러 주세요'],
    ['구급차', '구급차를 불러 주세요'.normalize('NFD')],
    ['รถพยาบาล', 'ช่วยเรียกรถพยาบาลด้วย'],
    ['ລົດໂຮງໝໍ', 'ກະລຸນາໂທຫາລົດໂຮງໝໍດ່ວນ'],
    ['រថយន្តសង្គ្រោះ', 'សូមហៅរថយន្តសង្គ្រោះមក'],
    ['အရေးပေါ်', 'ဒါကအရေးပေါ်ကိစ္စပါ'],
    ['カジノ', 'ｵﾝﾗｲﾝｶｼﾞﾉで勝った'],
    ['casino', '请问casino怎么领取'],
    ['मदद', 'मुझे मदद चाहिए।'],
    ['ÜBERFALL', 'Ein u\u0308berfall!'],
    ['إسعاف', 'اطلبوا اسعاف، بسرعة'],
  ])('with the phrase %s is found out in %s', (phrase, text) => {
    expect(verdictOn(ask(text), { emergencyPhrases: [phrase] })).toBe('emergency')
    expect(verdictOn(ask(text), { bannedKeywords: [phrase] })).toBe('keyword')
  })

  test.each([
    ['ass', 'I need assistance'],
    ['कर', 'मेरे कर्म का फल'],
    ['año', 'ano'],
    ['가', '각각'],
  ])('with the phrase %s is not found out in %s', (phrase, text) => {
    expect(verdictOn(ask(text), { bannedKeywords: [phrase] })).toBe('approved')
  })

  test.each([
    ['ada@spam.example', 'domain'],
    ['ada@mail.SPAM.example', 'domain'],
    ['ada@notspam.example', 'approved'],
    ['ada@ÜBEL.example', 'domain'],
    ['ada@mail.xn--bel-goa.example', 'domain'],
    [null, 'approved'],
  ])('from %s is %s', (email, verdict) => {
    const bannedDomains = ['spam.example', 'Übel.example.']
    expect(verdictOn(ask('Hello?', { address: email && addressOf(email) }), { bannedDomains })).toBe(verdict)
  })

  test('of a blocked person is turned away, unless it is an emergency', () => {
    const settings = { emergencyPhrases: ['call an ambulance'] }
    expect(verdictOn(ask('Hello?', { isBlocked: true }), settings)).toBe('blocked')
    expect(verdictOn(ask('Call an ambulance!', { isBlocked: true }), settings)).toBe('emergency')
  })

  test('with personal data is flagged where the company wants it', () => {
    expect(verdictOn(ask('My card is 4111-1111-1111-1111'), { flagPersonalData: true })).toBe('personal-data')
    const inSubject = ask('Please help', { subject: 'Card 4111 1111 1111 1111' })
    expect(verdictOn(inSubject, { flagPersonalData: true })).toBe('personal-data')
    const inHalves = ask('1111 1111', { subject: '4111 1111' })
    expect(verdictOn(inHalves, { flagPersonalData: true })).toBe('approved')
  })
})

describe('phrases', () => {
  const many = (hostile: string) => Array.from({ length: 1_000 }, (_, i) => `${hostile.repeat(40)}${i.toString(36)}`)
  const text = 'é é '.repeat(250)

  test.each([
    ['ordinary', 'żółw '],
    ['hostile', 'é '],
  ])('of a company are folded once per version of the settings, and %s ones cost an ask nothing more', (_, word) => {
    const settings = { emergencyPhrases: many(word), bannedKeywords: many(`ß${word}`) }
    const folding = vi.spyOn(String.prototype, 'normalize')
    const reading = vi.spyOn(String.prototype, 'charCodeAt')
    const costOf = (gates: CompanySettings) => {
      folding.mockClear()
      reading.mockClear()
      expect(verdictOn(ask(text), structuredClone(gates))).toBe('approved')
      return { folded: folding.mock.calls.length, read: reading.mock.calls.length }
    }
    const first = costOf(settings)
    const second = costOf(settings)
    const changed = costOf({ ...settings, bannedKeywords: ['ż'] })
    const small = costOf({ bannedKeywords: ['ż'], emergencyPhrases: [] })
    const again = costOf({ bannedKeywords: ['ż'], emergencyPhrases: [] })
    folding.mockRestore()
    reading.mockRestore()

    expect(first.folded).toBeGreaterThan(2_000)
    expect(changed.folded).toBeGreaterThan(1_000)
    expect(small.folded).toBeLessThan(10)
    // The text once, and one pass over it.
    expect(second).toEqual(again)
    expect(second.read).toBeLessThan(text.length + 10)
  })
})

test.each([
  ['a card number', 'It is 5500 0000 0000 0004, thanks'],
  ['a card number with its expiry date', 'Card 4111 1111 1111 1111 12/27'],
  ['a card number with its expiry date and code', '4111111111111111 12/27 123'],
  ['a card number after another number', 'Charged 2 4111-1111-1111-1111'],
  ['a card number with dots', '4111.1111.1111.1111'],
  ['a card number with en dashes', '4111–1111–1111–1111'],
  ['a card number with no-break spaces', '4111\u00a01111\u00a01111\u00a01111'],
  ['a card number in wide digits', '４１１１ １１１１ １１１１ １１１１'],
  ['a card number digit by digit', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
  ['a card number with 13 digits', '4222222222222'],
  ['a card number with 15 digits', '3782 822463 10005'],
  ['a card number with 19 digits', '6304 0000 0000 0000 000'],
  ['an IBAN', 'Send it to DE89 3704 0044 0532 0130 00 please'],
  ['an IBAN with dashes', 'DE89-3704-0044-0532-0130-00'],
  ['an IBAN in small letters', 'de89370400440532013000'],
  ['an IBAN behind a reference', 'Ref AB12 for my account DE89 3704 0044 0532 0130 00'],
  ['an IBAN behind the start of another', 'DE89 3704 DE89 3704 0044 0532 0130 00'],
  ['a card number after a telephone number', '+49 1512 3456787 4111 1111 1111 1111'],
  ['an IBAN with letters', 'GB29 NWBK 6016 1331 9268 19'],
])('%s is personal data', (_, text) => {
  expect(holdsPersonalData(text)).toBe(true)
})

test.each([
  ['a card number with a wrong check digit', 'It is 5500 0000 0000 0005'],
  ['a card number inside a word', 'x4111111111111111'],
  ['a card number that is part of a longer number', '411111111111111100000'],
  ['a card number across two lines', '4111 1111\n1111 1111'],
  ['an IBAN with a wrong check', 'DE89 3704 0044 0532 0130 02'],
  ['an IBAN of an unknown country', 'ZZ89 3704 0044 0532 0130 00'],
  ['an order number', 'Order 1234567890123'],
  // The numbers below all pass the Luhn check.
  ['an order number that passes the check', 'Order 1234567890128'],
  ['a telephone number', 'Call me at +49 1512 3456787'],
  ['a telephone number with two zeros', 'Call me at 0049 1512 3456787'],
  ['a tracking number', 'Parcel 9400 1112 0201 0007 5810 42'],
  ['the number of a phone', 'IMEI 35-209900-176148-1'],
  ['the number of a SIM card', 'SIM 8944 5000 0000 0000 006'],
  ['a list of dates', '2026-05-12 2026-05-13 2026-05-14 2026-05-15 2026-05-16 2026-05-17 2026-05-18 2026-05-19'],
  ['a span of dates', '22.04.2026-24.04.2026'],
  ['coordinates', '52.520077 13.410040'],
  ['a list of years', '2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026'],
  ['a row of zeros', '0000 0000 0000 0000'],
  ['prose', 'I paid with my card on the 12th of May 2026 in shop 42'],
])('%s is not personal data', (_, text) => {
  expect(holdsPersonalData(text)).toBe(false)
})
