import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../src/', import.meta.url))
const read = (path: string) => readFileSync(path, 'utf8')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name, path: join(root, name), text: read(join(root, name)) }))

test('only `classNames` joins classes, because a text would name a missing one "undefined"', () => {
  const joined = sources.filter(({ text }) => /className=\{`/.test(text))

  expect(sources.length).toBeGreaterThan(200)
  expect(joined.map(({ name }) => name)).toEqual([])
})

test('every class that a component names stands in its style sheet', () => {
  const missing = sources.flatMap(({ name, path, text }) =>
    [...text.matchAll(/import (\w+) from '(.+\.module\.css)'/g)].flatMap(([, styles = '', sheet = '']) => {
      const known = new Set([...read(join(dirname(path), sheet)).matchAll(/\.([a-z][\w-]*)/gi)].map(([, one]) => one))
      const used = [...text.matchAll(new RegExp(`\\b${styles}\\['([\\w-]+)'\\]`, 'g'))].map(([, one]) => one)
      return used.filter((one) => !known.has(one)).map((one) => `${name}: ${one}`)
    }),
  )

  expect(missing).toEqual([])
})
