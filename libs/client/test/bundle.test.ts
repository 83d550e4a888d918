import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import type * as Askline from '../src/index.ts'
import { enveloped, openStandIn } from './stand-in.ts'

const { outputFiles, metafile, warnings } = await build({
  entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: 'iife',
  globalName: 'askline',
  platform: 'browser',
  target: 'es2022',
})
const code = outputFiles[0]?.text ?? ''

test('a page can bundle the client: it contains nothing of Node and stays small', () => {
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
  const builtin = imported.filter(({ path }) => path.startsWith('node:') || builtinModules.includes(path))
  expect(builtin).toEqual([])
  expect(imported.filter(({ external }) => external)).toEqual([])
  expect(warnings).toEqual([])
  expect(gzipSync(code).length).toBeLessThan(24_500)
})

test('the client runs with web APIs only', async () => {
  const { url, seen } = await openStandIn(() => enveloped({ uuid: 'q-1' }))
  const { fetch, Request, Response, Headers, FormData, URL, URLSearchParams, AbortController, crypto } = globalThis
  const web = { fetch, Request, Response, Headers, FormData, URL, URLSearchParams, AbortController, crypto }
  const page = { ...web, setTimeout, clearTimeout, queueMicrotask, performance, console, self: {} as object }
  page.self = page
  const askline: typeof Askline = runInNewContext(`${code}; askline`, page)

  const asked = await askline.openClient({ url, credentials: { token: 't' } }).questions.ask({ text: 'Who is there?' })
  expect(asked.uuid).toBe('q-1')
  expect(seen).toHaveLength(1)
})

test('the client depends on no other Askline package', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(dependencies).filter((name) => name.startsWith('@askline/'))).toEqual([])
})
