import { expect, test } from 'vitest'
import { suggestTag } from './suggest-tag.ts'

test.each([
  ['Bank One', 'bank-one'],
  ['  Ada’s Shop & Co. ', 'adas-shop-co'],
  ['Crédit Agricole', 'credit-agricole'],
  ['Łódź Ærø', 'lodz-aero'],
  ['3M', '3m'],
  ['Müller', 'muller'],
  ['ＡＢＣ', 'abc'],
])('the tag of %s is %s', (name, tag) => {
  expect(suggestTag(name, 'en')).toBe(tag)
})

test('German writes an umlaut as two letters, whether or not the accent is a character of its own', () => {
  expect(suggestTag('Grüße Möbel', 'de')).toBe('gruesse-moebel')
  expect(suggestTag('Müller'.normalize('NFD'), 'de')).toBe('mueller')
})

test.each(['', '---', 'بنك القاهرة', '銀行'])(
  'a name without Latin letters and digits gets no suggestion: "%s"',
  (name) => {
    expect(suggestTag(name, 'en')).toBe('')
  },
)

test('a long name is cut to what the service accepts', () => {
  const slug = /^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/
  for (const length of [61, 62, 63, 64, 200]) {
    const tag = suggestTag(`${'a'.repeat(length)} company`, 'en')
    expect(tag, `${length}`).toMatch(slug)
    expect(suggestTag(`- ${'a'.repeat(length)}`, 'en')).toMatch(slug)
  }
})
