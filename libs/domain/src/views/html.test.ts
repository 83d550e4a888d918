import fc from 'fast-check'
import { expect, it } from 'vitest'
import { htmlOf, render } from './html.ts'

const pieces = [
  'Where',
  'is',
  'my',
  'card',
  ' ',
  '  ',
  '.',
  '. ',
  '?',
  '!',
  ',',
  '-',
  "'",
  '"',
  '<b>',
  '&',
  ':',
  '@',
  '\n',
  '/',
]
const words = fc
  .array(
    fc.oneof(fc.constantFrom(...pieces, 'example.com', 'www.x.de', '日本', 'é', '1'), fc.string({ maxLength: 3 })),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))

it('renders a plain line as the whole way would', () => {
  fc.assert(
    fc.property(words, (text) => {
      fc.pre(text.trim() !== '')
      expect(htmlOf(text, false)).toBe(render(text, false))
    }),
    { numRuns: 3_000, seed: 7 },
  )
})

it('takes the short way for an ordinary question', () => {
  expect(htmlOf("Where is my new card? I've waited, and waited.", false)).toBe(
    "<p>Where is my new card? I've waited, and waited.</p>",
  )
})
