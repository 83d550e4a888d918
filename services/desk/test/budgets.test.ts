import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

type Chunk = { file: string; css?: string[]; imports?: string[] }

type SourceMap = { sources: string[]; sourcesContent: string[] }

type Manifest = Record<string, Chunk>

const manifestOf = (page: string) => JSON.parse(readFileSync(`${dist}${page}/.vite/manifest.json`, 'utf8')) as Manifest

/** The files of a chunk and of everything that it imports at once. */
function filesOf(manifest: Manifest, chunk: Chunk | undefined): Set<string> {
  const files = new Set<string>()
  const add = (one: Chunk | undefined) => {
    if (!one || files.has(one.file)) return
    for (const file of [one.file, ...(one.css ?? [])]) files.add(file)
    for (const name of one.imports ?? []) add(manifest[name])
  }
  add(chunk)
  return files
}

/** Bytes of the files as they are sent, with Brotli. */
const bytesOf = (page: string, files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(`${dist}${page}/${file}.br`).size, 0)

/**
 * Returns the files that a page loads at once: its entry, and `show-desk.tsx` or `show-ask.tsx`. The entry imports them while
 * it asks who is signed in.
 */
function entryOf(manifest: Manifest, html: string): Set<string> {
  const page = html.replace('.html', '')
  const shown = manifest[`src/${page}/show-${page}.tsx`]
  return new Set([...filesOf(manifest, manifest[html]), ...filesOf(manifest, shown)])
}

test.each([
  ['desk', 'desk.html', 140_000],
  ['ask', 'ask.html', 56_000],
  ['ask', 'widget.html', 56_000],
  ['account', 'account.html', 30_000],
  ['docs', 'docs.html', 36_000],
])('the first load of %s/%s stays below its budget of compressed bytes', (page, html, budget) => {
  const files = entryOf(manifestOf(page), html)
  expect(files.size).toBeGreaterThan(1)
  expect(bytesOf(page, [html, ...files])).toBeLessThanOrEqual(budget)
})

test.each([
  ['desk', 'desk.html'],
  ['ask', 'ask.html'],
  ['ask', 'widget.html'],
  ['account', 'account.html'],
  ['docs', 'docs.html'],
])('the first load of %s/%s has at most seven files, and its head names all of them', (page, html) => {
  const files = entryOf(manifestOf(page), html)
  const head = readFileSync(`${dist}${page}/${html}`, 'utf8')

  // A browser opens six connections. Each further file, and each one found only by running another, waits for a round trip.
  expect(files.size).toBeLessThanOrEqual(7)
  for (const file of files) expect(head).toContain(`/assets/${file}"`)
})

const readSourceMap = (path: string) => JSON.parse(readFileSync(`${dist}${path}.map`, 'utf8')) as SourceMap

test("the panel loads no module that draws the asker's page", () => {
  const files = [...filesOf(manifestOf('ask'), manifestOf('ask')['widget.html'])].filter((file) => file.endsWith('.js'))
  const sources = files.flatMap((file) => readSourceMap(`ask/${file}`).sources)

  expect(sources.some((source) => source.endsWith('src/widget/widget-main.tsx'))).toBe(true)
  expect(sources.filter((source) => source.endsWith('src/ask/show-ask.tsx'))).toEqual([])
})

const readSources = (page: 'ask' | 'account') =>
  readdirSync(`${dist}${page}/${page}`)
    .flatMap((name) => (name.endsWith('.js') ? [readSourceMap(`${page}/${page}/${name}`)] : []))
    .flatMap(({ sources, sourcesContent }) =>
      sources.flatMap((source, at) => (/\/src\/.*\.tsx?$/.test(source) ? [sourcesContent[at]] : [])),
    )
    .join('\n')

test.each([
  ['messages/en.json', 'askers load', 'ask'],
  ['messages/account/en.json', 'the pages of accounts load', 'account'],
] as const)('every text of %s, which %s, is used there; the others belong into messages/desk', (path, _who, page) => {
  const scripts = readSources(page)
  const messages = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const keys = Object.keys(JSON.parse(readFileSync(messages, 'utf8')))

  expect(keys.length).toBeGreaterThan(50)
  expect(keys.filter((key) => !scripts.includes(`'${key}'`))).toEqual([])
})

test('no page of askers uses operations of admins or the feed, which their client lacks', () => {
  expect(readSources('ask')).toContain('client.questions')
  expect(readSources('ask')).not.toMatch(/\bclient\.(admin|events)\b|\b(admin|events) \} = /)
})

test('no page of askers names an icon whose shape only the desk loads', () => {
  const shapes = readFileSync(new URL('../src/ui/desk-shapes.tsx', import.meta.url), 'utf8')
  const names = [...shapes.matchAll(/^ {2}'?([a-z0-9-]+)'?: \(/gm)].map(([, name = '']) => name)
  const scripts = readSources('ask')

  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => new RegExp(`icon="${name}"|Icon name="${name}"`).test(scripts))).toEqual([])
})

test("the widget's loader has at most 4 kB compressed", () => {
  expect(statSync(`${dist}loader/v1.js.gz`).size).toBeLessThanOrEqual(4_000)
})

test('no page of the administration loads more than 30 kB beside its frame, and the frame no more than 20 kB', () => {
  const manifest = manifestOf('desk')
  const first = entryOf(manifest, 'desk.html')
  const frame = filesOf(manifest, manifest['src/admin/admin.tsx'])
  const pages = Object.entries(manifest).filter(([name]) => /^src\/admin\/.*-page\.tsx$/.test(name))
  const beside = (files: Set<string>, ...known: Set<string>[]) =>
    bytesOf(
      'desk',
      [...files].filter((file) => !known.some((one) => one.has(file))),
    )

  expect(pages.length).toBeGreaterThan(5)
  expect(beside(frame, first)).toBeLessThanOrEqual(20_000)
  for (const [name, page] of pages)
    expect(beside(filesOf(manifest, page), first, frame), name).toBeLessThanOrEqual(30_000)
})
