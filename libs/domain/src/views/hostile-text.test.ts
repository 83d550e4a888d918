import fc from 'fast-check'
import { expect, it } from 'vitest'
import { render } from '../format/html.ts'

const scheme = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'data:text/html;base64,',
  'vbscript:',
  '&#106;avascript:',
  '//evil.example/',
  '/logout?',
  '#',
  'https:',
]
const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="x" onclick="alert(1)" style="position:fixed">x</a>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '</p><script>x</script>',
  '```html\n<script>alert(1)</script>\n```',
  '![x](x "onerror=alert(1)")',
  '![x](https://tracker.example/pixel.png)',
  '<https://x.example/"onmouseover="alert(1)>',
  'https://x.example/"onmouseover="alert(1)',
  '[x](<https://x.example/" onclick="alert(1)>)',
  '[a]: javascript:alert(1)\n[a]',
  '\u2028<script>\u2029',
  '\u202e<script>alert(1)</script>[x](/logout)\u2066',
  ...scheme.flatMap((s) => [`[x](${s}alert(1))`, `<${s}alert(1)>`, `[x]( ${s}alert(1))`, `${s}alert(1)`]),
]

/** Matches a tag with its attributes as a browser would. Text between tags must hold no angle bracket. */
const tag = /<(\/?)([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*(\/?)>/g
const tags =
  'p br strong em s code pre blockquote ul ol li a bdi hr h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(' ')
const attribute = /([a-z-]+)="([^"]*)"/g

function expectHarmless(html: string) {
  for (const [, , name = '', attributes = ''] of html.matchAll(tag)) {
    expect(tags, html).toContain(name)
    for (const [, key = '', value = ''] of attributes.matchAll(attribute)) {
      expect(['href', 'rel', 'start'], html).toContain(key)
      if (key === 'href') expect(value, html).toMatch(/^(https?:\/\/|mailto:)/i)
    }
  }
  expect(html.replaceAll(tag, ''), html).not.toMatch(/[<>]/)
}

it.each([true, false])(
  'removes scripts, handlers, images, other schemes and relative links, Markdown %s',
  (useMarkdown) => {
    for (const payload of payloads) expectHarmless(render(payload, useMarkdown))
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...payloads, '*', '`', '\n', '> ', '](', '<', '"', '&lt;', 'x'), { maxLength: 6 }),
        (parts) => expectHarmless(render(parts.join(''), useMarkdown)),
      ),
    )
  },
)

it('renders texts that are built to be slow', () => {
  for (const bomb of [
    '[a]('.repeat(2_500),
    '>'.repeat(10_000),
    '*a_'.repeat(3_300),
    '`'.repeat(10_000),
    '|a'.repeat(5_000),
  ]) {
    for (const useMarkdown of [true, false]) expectHarmless(render(bomb, useMarkdown))
  }
})
