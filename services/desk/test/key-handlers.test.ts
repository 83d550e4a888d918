import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../src/', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => ({ name, text: readFileSync(`${folder}${name}`, 'utf8') }))
const filesWith = (words: RegExp) =>
  sources
    .filter(({ text }) => words.test(text))
    .map(({ name }) => name)
    .toSorted()

test('one file says whether an input method composes', () => {
  expect(filesWith(/\bkeyCode\b|\.isComposing\b/)).toEqual(['keys/input-method.ts'])
})

test('pages listen to keys in one file, and the widget in its own', () => {
  expect(filesWith(/addEventListener\('key/)).toEqual([
    'keys/bind-keys.ts',
    'widget/loader.ts',
    'widget/widget-main.tsx',
  ])
})

test('every page hides composed keys before it adds a handler, and the script in pages of others asks for itself', () => {
  const entries = filesWith(/\bcreateRoot\(/)
  expect(entries).toEqual([
    'account/account-main.tsx',
    'ask/show-ask.tsx',
    'desk/show-desk.tsx',
    'docs/docs-main.tsx',
    'widget/widget-main.tsx',
  ])
  for (const { name, text } of sources.filter((source) => entries.includes(source.name))) {
    const hidden = text.search(/^hideComposedKeys\(\)$/m)
    expect(hidden, name).toBeGreaterThan(0)
    for (const later of ['createRoot(', "addEventListener('key"]) {
      const at = text.indexOf(later, text.lastIndexOf('\nimport '))
      if (at >= 0) expect(hidden, `${name}: ${later}`).toBeLessThan(at)
    }
  }
  // The handlers of a page see no composed key unless they capture, as the one that hides them does.
  expect(filesWith(/addEventListener\('key\w+', \w+, (?:true|\{)|onKey\w+Capture/)).toEqual([])
  const { text = '' } = sources.find(({ name }) => name === 'widget/loader.ts') ?? {}
  expect(text.match(/addEventListener\('key/g)).toHaveLength(1)
  expect(text).toContain('!isComposing(pressed)')
})
