import { expect, test } from 'vitest'
import { browserNameOf } from './browser-name.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/126.0.0.0`, 'Microsoft Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
])('a browser is named with its system: %s', (userAgent, name) => {
  expect(browserNameOf(userAgent)).toBe(name)
})

test.each([null, '', 'Mozilla/5.0', 'node', '<script>alert(1)</script>', 'x'.repeat(200)])(
  'what names no browser is null: %s',
  (userAgent) => {
    expect(browserNameOf(userAgent)).toBe(null)
  },
)
