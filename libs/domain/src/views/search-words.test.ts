import { expect, test } from 'vitest'
import { searchPatterns } from './search-words.ts'

test.each([
  ['words in any order', ' oslo  LASTSCHRIFT ', ['%oslo%', '%lastschrift%']],
  ['a phrase in quotes', 'bank "was not completed"', ['%bank%', '%was not completed%']],
  ['a phrase in curved quotes', '“was not completed”', ['%was not completed%']],
  ['a phrase in German quotes', '„Überweisung fehlt“', ['%überweisung fehlt%']],
  ['a phrase in French quotes', '«перевод  не» пришёл', ['%перевод не%', '%пришёл%']],
  ['a phrase in reversed French quotes', '»nicht da«', ['%nicht da%']],
  ['a phrase in Japanese quotes', '「カードが」', ['%カードが%']],
  ['two phrases', '"a b" "c d"', ['%a b%', '%c d%']],
  ['a quote that nothing ends', '"was not', ['%was%', '%not%']],
  ['a word with punctuation inside', 'e-mail 4.50', ['%e mail%', '%4 50%']],
  ['signs of patterns', '100% 1_0 \\', ['%100%', '%1 0%']],
  ['the same word twice', 'Card card', ['%card%']],
])('%s are looked for as folded patterns', (_, text, patterns) => {
  expect(searchPatterns(text)).toEqual(patterns)
})

test('at most ten words are looked for', () => {
  expect(searchPatterns('a b c d e f g h i j k l')).toHaveLength(10)
})

test.each([undefined, '', '  ', '"', '„ “'])('nothing is looked for with %o', (text) => {
  expect(searchPatterns(text)).toBeNull()
})

test('signs alone are found in no text with words', () => {
  expect(searchPatterns('🎉 ?')).toEqual([''])
})
