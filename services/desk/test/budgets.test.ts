import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }

/** Bytes of Brotli that a first visit loads: the page, its entry and everything the entry imports at once. */
function firstLoad(page: string): number {
  const manifest = JSON.parse(readFileSync(`${dist}${page}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>
  const files = new Set([`${page}.html`])
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const name of chunk.imports ?? []) add(manifest[name])
  }
  add(Object.values(manifest).find(({ isEntry }) => isEntry))
  expect(files.size).toBeGreaterThan(2)
  return [...files].reduce((sum, file) => sum + statSync(`${dist}${page}/${file}.br`).size, 0)
}

test.each([
  ['desk', 140_000],
  ['ask', 55_000],
])('the first load of %s stays below its budget of compressed bytes', (page, budget) => {
  expect(firstLoad(page)).toBeLessThanOrEqual(budget)
})
