import { expect, it } from 'vitest'
import { tokensOf, wordsOf } from './tokens.ts'

it('joins inflections of a word and drops stop words', () => {
  expect(tokensOf('The cards are arriving')).toEqual(tokensOf('a card arrives'))
})

it('stems by the language of the question and leaves an unknown language as written', () => {
  expect(tokensOf('verlorene Koffer', 'de')).toEqual(tokensOf('verlorenen Koffern', 'de'))
  expect(tokensOf('verlorene Koffer', 'xx')).toEqual(['verlorene', 'koffer'])
})

it('reads scripts without spaces as pairs of characters', () => {
  expect(wordsOf('東京タワー')).toEqual(['東京', '京タ', 'タワ', 'ワー'])
})

it('reads composed and decomposed accents alike, and apostrophes as nothing', () => {
  expect(wordsOf('cafe\u0301')).toEqual(wordsOf('café'))
  expect(wordsOf('couldn’t')).toEqual(['couldnt'])
})

it('does not stem very long words, because a stemmer takes time quadratic in their length', () => {
  const endless = `${'la'.repeat(1_000)}nding`
  expect(tokensOf(`${endless} cards`)).toEqual([endless, 'card'])
})

it('takes any name for a language', () => {
  for (const language of ['', 'constructor', '__proto__', 'toString'])
    expect(tokensOf('The cards', language)).toEqual(['the', 'cards'])
})
