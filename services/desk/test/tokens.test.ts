import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deadlineNames, jobs, offerReasons } from '@askline/contracts'
import { describe, expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
const uiFolder = join(src, 'ui')

describe('pages and features', () => {
  const styles = files.filter((file) => file.endsWith('.css') && !file.startsWith(uiFolder))
  const scripts = files.filter((file) => file.endsWith('.tsx') && !file.startsWith(uiFolder))

  test('name no color', () => {
    const named = styles.filter((file) => /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(readFileSync(file, 'utf8')))
    expect(named).toEqual([])
    expect(styles.length).toBeGreaterThan(5)
  })

  test('name no pixel value', () => {
    expect(styles.filter((file) => /\d(px)\b/.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  test('have no inline style and no class name of their own choosing', () => {
    expect(scripts.filter((file) => /\bstyle=/.test(readFileSync(file, 'utf8')))).toEqual([])
    expect(scripts.length).toBeGreaterThan(5)
  })
})

describe('all styles, also those of the primitives and the widget', () => {
  const styles = files.filter((file) => file.endsWith('.css') || file.endsWith('loader.ts'))
  const physical = [
    /(?<!area-inset)-(left|right|top|bottom)\b(?=[\w-]*:)/,
    /(?<![\w-])(left|right|top|bottom|float|clear)\s*:/,
    /\b(text-align|justify-content|justify-items|justify-self)\s*:\s*(left|right)\b/,
    /\btranslateX\(/,
  ]

  test.each(physical)('use logical properties, so that they work from right to left: none is %s', (rule) => {
    expect(styles.filter((file) => rule.test(readFileSync(file, 'utf8')))).toEqual([])
    expect(styles.length).toBeGreaterThan(20)
  })
})

const messages = fileURLToPath(new URL('../messages', import.meta.url))
// The texts of faults in English are those of the API; a test of the API compares the others with its codes.
const parts = [
  '.',
  ...readdirSync(messages, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .filter((name) => name !== 'faults'),
]
const read = (part: string, language: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(messages, part, `${language}.json`), 'utf8'))

test.each(parts)('every text of messages/%s exists in every language, with the same places', (part) => {
  const [english, german] = [read(part, 'en'), read(part, 'de')]
  const places = (entry: unknown) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g))].sort()
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort())
  for (const key of Object.keys(english)) expect(places(german[key]), key).toEqual(places(english[key]))
})

test('every reason for an offer has a text', () => {
  const texts = Object.keys(read('desk', 'en')).filter((key) => key.startsWith('reason.'))
  expect(texts.sort()).toEqual(
    Object.keys(offerReasons)
      .map((code) => `reason.${code}`)
      .sort(),
  )
})

test('every job and deadline that can become a dead letter has a German text', () => {
  const texts = Object.keys(read('admin/codes', 'de'))
  const names = [...Object.keys(jobs), ...deadlineNames].sort()
  for (const part of ['task', 'replay', 'discard']) {
    const start = `deadLetter.${part}.`
    const told = texts.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length))
    expect(told.sort(), part).toEqual(names)
  }
})
