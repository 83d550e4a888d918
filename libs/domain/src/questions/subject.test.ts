import { expect, test } from 'vitest'
import { subjectOf } from './subject.ts'

test.each([
  ['the first sentence', 'My card is lost. What now?', 'My card is lost.'],
  ['the first line', '\n  My card\tis  lost\nWhat now?', 'My card is lost'],
  ['a sentence of a script without spaces', '卡丢了。怎么办？', '卡丢了。'],
  ['a heading', '# My card\n\nIt is lost.', 'My card'],
  ['emphasis', '**My card** is _really_ ~~lost~~ gone', 'My card is really lost gone'],
  ['a link', 'See [the terms](https://example.com/terms_of_use) please', 'See the terms please'],
  ['a relative link', 'See [the terms](/terms) please', 'See the terms please'],
  ['an address', 'See <https://example.com> please', 'See https://example.com please'],
  ['an image', '![A torn card](https://example.com/a.png)', 'A torn card'],
  ['an image without words', '![](https://example.com/a.png)\n\nMy card is torn', 'My card is torn'],
  ['code', '`npm test` fails', 'npm test fails'],
  ['a block of code', '```sh\nnpm test\n```\nfails', 'npm test'],
  ['a list', '- card lost\n- PIN lost', 'card lost'],
  ['a numbered list', '1. card lost', 'card lost'],
  ['a quotation', '> We closed your account\n\nWhy?', 'We closed your account'],
  ['a table', '| Card | Lost |\n|---|---|\n| 1 | yes |', 'Card'],
  ['a rule', '---\n\nMy card', 'My card'],
  ['escaped signs', '5 \\* 3', '5 * 3'],
  ['signs that mark nothing up', 'Is 5 * 3 < 20 & #7 in snake_case?', 'Is 5 * 3 < 20 & #7 in snake_case?'],
  ['only markup', '***', '***'],
])('of %s is plain words', (_, text, subject) => {
  expect(subjectOf(text)).toBe(subject)
})

test('is cut between words', () => {
  expect(subjectOf('word '.repeat(40))).toBe(`${'word '.repeat(16).trim()}…`)
  expect(subjectOf(`${'word '.repeat(15)}longer words`)).toBe(`${'word '.repeat(15).trim()}…`)
})

test.each([
  ['flags', '🇩🇪'],
  ['families', '👨‍👩‍👧‍👦'],
  ['skin tones', '👍🏽'],
  ['keycaps', '1️⃣'],
  ['letters with marks', 'e\u0301'],
  ['syllables of Devanagari', 'स्ते'],
  ['Hangul of single letters', '\u1112\u1161\u11ab'],
])('is never cut inside of %s', (_, character) => {
  for (const before of ['', 'a', 'ab', 'abc']) {
    const subject = subjectOf(`${before}${character.repeat(200)}`)
    expect(subject).toMatch(new RegExp(`^${before}(${character})+…$`, 'u'))
    expect([...new Intl.Segmenter('en').segment(subject)].length).toBeLessThanOrEqual(80)
  }
})

test('is short even if a character has thousands of marks', () => {
  expect(subjectOf(`My card ${'e\u0301'.repeat(2)}${'\u0301'.repeat(9_000)} is lost`).length).toBeLessThanOrEqual(400)
  expect(subjectOf(`e${'\u0301'.repeat(9_000)}`).length).toBeLessThanOrEqual(400)
})
