import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorsOf, brokenLinks, missingPaths, type Repository } from './document-links.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('every relative link of a document leads to a file, a folder or a heading', () => {
  expect(brokenLinks(wholeRepository())).toEqual([])
})

test('every path that a recipe names exists', () => {
  expect(missingPaths(wholeRepository(), 'libs/domain/RECIPES.md')).toEqual([])
})

test('every source file that a document names exists', () => {
  const repository = wholeRepository()
  const missing = [...repository.documents.keys()].flatMap((document) =>
    missingPaths(repository, document).map((path) => `${document} → ${path}`),
  )

  expect(missing.filter((path) => /\.(ts|tsx|mjs)$/.test(path))).toEqual([])
})

test('a link to a missing file, a missing heading or a heading of another document is broken', () => {
  const source = [
    '# The way',
    '[file](b/c.md) [folder](b/) [here](#the-way) [there](b/c.md#other-way) [page](https://example.com/x)',
    '`[code](gone.md)`',
    '[file](gone.md) [folder](gone/) [here](#other-way) [there](b/c.md#the-way) ![picture](b/gone.webp)',
    '[1]: gone-too.md',
  ].join('\n\n')

  expect(brokenLinks(repository({ 'a.md': source, 'b/c.md': '# Other way' }))).toEqual(
    ['gone.md', 'gone/', '#other-way', 'b/c.md#the-way', 'b/gone.webp', 'gone-too.md'].map((to) => `a.md → ${to}`),
  )
})

test('anchors are those of GitHub: no punctuation, spaces as hyphens, a number for a repeated heading', () => {
  const source = '# What `now`, and why?\n\n## A & B_c\n\n## [Größe](x.md)\n\n## A & B_c\n\n```\n# no heading\n```'

  expect([...anchorsOf(source)]).toEqual(['what-now-and-why', 'a--b_c', 'größe', 'a--b_c-1'])
})

test('a document names paths from the root, its folder or the sources there, single names of files, and patterns', () => {
  const paths = ['src/c/a.ts', 'c/a.ts', 'b/src/c/a.ts', 'b/src/', 'a.ts', 'b/<name>/c/a.ts']
  const missing = ['a/src/c/a.ts', 'src/c.ts', 'c.ts', 'b/<name>/c.ts']
  const notPaths = ['makeChange', 'npm run build', '…_due_at', 'tx.orm', 'application/json; charset=utf-8']
  const source = [...paths, ...missing, ...notPaths].map((name) => `\`${name}\``).join(', ')

  expect(missingPaths(repository({ 'b/RECIPES.md': source, 'b/src/c/a.ts': '' }), 'b/RECIPES.md')).toEqual(missing)
})

function repository(sources: Record<string, string>): Repository {
  return { documents: new Map(Object.entries(sources)), files: new Set(Object.keys(sources)) }
}

function wholeRepository(): Repository {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
  const documents = files.filter((file) => file.endsWith('.md'))
  return {
    files: new Set(files),
    documents: new Map(documents.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  }
}
