import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inSystem } from '@askline/db'
import { createCompany } from '@askline/domain/companies/create-company'
import { openTestDatabase, testSecretsKey } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'

const main = fileURLToPath(new URL('../dist/api-main.js', import.meta.url))

/** Starts the built API with its output in a pipe or in a file. `output` returns what it wrote. */
async function start(databaseUrl: string, into: 'pipe' | 'file') {
  const folder = mkdtempSync(join(tmpdir(), 'askline-start-'))
  const file = join(folder, 'api.log')
  const log = openSync(file, 'a')
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    SECRETS_KEY: testSecretsKey,
    PUBLIC_URL: 'https://ask.example',
    PORT: '0',
    INTERNAL_PORT: '0',
  }
  const out = into === 'file' ? log : 'pipe'
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', out, out] })
  closeSync(log)
  let piped = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    piped += chunk
  })
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  return { output: () => (into === 'file' ? readFileSync(file, 'utf8') : piped) }
}
const patience = { timeout: 30_000, interval: 50 }
const link = /^https:\/\/ask\.example\/setup#[\w-]{43}$/m

test('an API that starts without a company prints the link, and no line of its log holds the token', async () => {
  const db = await openTestDatabase()
  const { output } = await start(db.url, 'pipe')

  await vi.waitFor(() => expect(output()).toMatch(link), patience)

  const [, token = ''] = /setup#([\w-]{43})$/m.exec(output()) ?? []
  const isLogged = output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .some((line) => line.includes(token))
  expect(isLogged).toBe(false)
}, 60_000)

test('an API whose output is a file writes no link into it, but which command prints one', async () => {
  const db = await openTestDatabase()
  const { output } = await start(db.url, 'file')

  await vi.waitFor(() => expect(output()).toContain('askline setup link'), patience)

  expect(output()).not.toContain('setup#')
  expect((await db.system.query('select 1 from setup_links')).rows).toEqual([])
}, 60_000)

test('an API that starts with a company prints no link', async () => {
  const db = await openTestDatabase()
  await inSystem(db, (tx) => createCompany(tx, { tag: 'bank', name: 'Bank' }))
  const { output } = await start(db.url, 'pipe')

  await vi.waitFor(() => expect(output()).toContain('Serving'), patience)
  await new Promise((resolve) => setTimeout(resolve, 1_000))

  expect(output()).not.toContain('setup')
}, 60_000)
