import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
  ...'()#%+*=;_$€-',
]
const words = fc
  .array(
    fc.oneof(fc.constantFrom(...pieces, 'example.com', 'www.x.de', '日本', 'é', '1'), fc.string({ maxLength: 3 })),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))

it('produces the same HTML for a plain line with and without the shortcut', () => {
  fc.assert(
    fc.property(words, (text) => {
      fc.pre(text.trim() !== '')
      expect(htmlOf(text, false)).toBe(render(text, false))
    }),
    { numRuns: 3_000, seed: 7 },
  )
})

it('wraps an ordinary question in one paragraph', () => {
  for (const text of ["Where is my new card? I've waited, and waited.", 'Error: 50% of (both) cards #1 and/or #2.'])
    expect(htmlOf(text, false)).toBe(`<p>${text}</p>`)
})

it('shows the words that stand for an image, because it shows no image', () => {
  expect(render('See ![the <b>form** & more](https://example.com/a.png "t")!', true)).toBe(
    '<p>See the &lt;b&gt;form** &amp; more!</p>',
  )
  expect(render('![](https://example.com/a.png)', true)).toBe('<p></p>')
})

describe('links', () => {
  it.each([
    ['https://example.com/help', 'https://example.com/help'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['mailto:help@example.com', 'mailto:help@example.com'],
  ])('keep the address %s', (address, href) => {
    expect(render(`[x](${address})`, true)).toContain(`<a href="${href}"`)
  })

  it.each([
    '/logout',
    'logout',
    './logout',
    '../logout',
    '?logout',
    '#logout',
    '//evil.example/logout',
    '/\\evil.example',
    'http:logout',
    'https:/logout',
    'https:\\\\evil.example',
    'https:///logout',
    'mailto:',
    'mailto:/logout',
    'tel:+4912345',
    'ftp://example.com',
    'h\nttps://example.com',
  ])('become text if the address is not absolute: %j', (address) => {
    for (const markdown of [`[x](${address})`, `[x](<${address}>)`, `[x]\n\n[x]: ${address}`, `<${address}>`, address])
      for (const useMarkdown of [true, false]) expect(render(markdown, useMarkdown), markdown).not.toContain('href')
  })
})

it.each([true, false])('isolates the text of a link from direction controls before it, Markdown %s', (useMarkdown) => {
  expect(render('\u202eSee https://example.com', useMarkdown)).toContain('<bdi>https://example.com</bdi></a>')
  expect(render('See https://example.com', useMarkdown)).not.toContain('bdi')
})
