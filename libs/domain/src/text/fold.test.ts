import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from './fold.ts'

describe('two spellings fold to the same words', () => {
  test.each([
    ['other case of letters outside of ASCII', 'Überweisung КАРТА Łukasz', 'ÜBERWEISUNG карта łUKASZ'],
    ['a letter and its accent apart', 'Zürich café', 'Zu\u0308rich cafe\u0301'],
    ['sharp s and double s', 'Straße', 'STRASSE'],
    ['a capital sharp s', 'STRAẞE', 'straße'],
    ['a Turkish capital I with a dot', 'İstanbul', 'istanbul'],
    ['a Turkish small i without a dot', 'ısparta', 'ISPARTA'],
    ['a final sigma', 'ΟΔΟΣ', 'οδοσ'],
    ['wide letters', 'ｓｃａｍ', 'scam'],
    ['narrow Katakana', 'ｶﾞﾁｬ', 'ガチャ'],
    ['a ligature', 'ﬁnance', 'finance'],
    ['a soft hyphen or an invisible character', 'sc\u00adam sc\u200bam sc\u200dam', 'scam scam scam'],
    ['a variation selector', '葛\u{e0100}城', '葛城'],
    ['Arabic with and without vowel marks', 'كِتَابٌ', 'كتاب'],
    ['Arabic with and without hamza', 'أحمد', 'احمد'],
    ['a stretched Arabic word', 'كتـــاب', 'كتاب'],
    ['Persian and Arabic keyboards', 'یک', 'يك'],
    ['Hebrew with and without points', 'שָׁלוֹם', 'שלום'],
    ['Hindi with a dot below, apart and in one', 'लड\u093cका', 'ल\u095cका'],
    ['other punctuation and white space', ' “free”…\u00a0money!\n', 'free money'],
  ])('%s', (_, one, other) => {
    expect(fold(one)).toBe(fold(other))
    expect(fold(one)).not.toBe('')
  })

  test('any case, composed or not', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aäÄßẞiİıIσςΣéÅñŁжЖĳǆ한가ガ') })
    fc.assert(
      fc.property(letters, (text) => {
        const folded = fold(text)
        const others = [text.toUpperCase(), text.toLowerCase(), text.normalize('NFD'), text.normalize('NFC'), folded]
        for (const other of others) expect(fold(other)).toBe(folded)
      }),
    )
  })
})

test.each([
  ['letters with another accent', 'año', 'ano'],
  ['a letter of the same look in another script', 'а', 'a'],
  ['Hindi words with other vowel signs', 'कर', 'कर्म'],
  ['Korean syllables', '가', '각'],
])('%s stay different', (_, one, other) => {
  expect(fold(one)).not.toBe(fold(other))
})

test('a word ends where a script that is written without spaces begins or ends', () => {
  expect(fold('请问Casino怎么领取')).toBe('请问 casino 怎么领取')
  expect(fold('카지노casino를')).toBe('카지노 casino 를')
  expect(fold('スーパーカー')).toBe('スーパーカー')
})

test('a text without letters and digits has no words', () => {
  for (const text of ['', ' ?! ', '🎉', '\u200b\u3164']) expect(fold(text)).toBe('')
})
