import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, inSystem } from '@askline/db'
import { revoke } from '@askline/domain/access/revoke'
import { ensureSigningKey } from '@askline/runtime'
import { openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { runCommand } from '../src/command-line/run-command.ts'
import { openWorld } from './world.ts'

/** The lists of forgotten people and of revocations outlive the database: each export takes over what the last one had. */
const w = await openWorld()
const replaced = await openTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'askline-'))

async function fileOf(content: string): Promise<string> {
  const file = join(folder, Math.random().toString(36).slice(2))
  await writeFile(file, content)
  return file
}

async function exportFrom(db: Database, earlier: string | undefined, list = 'revocations') {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const given = earlier === undefined ? [] : ['--earlier', await fileOf(earlier)]
  const { clock, config, context } = w
  const code = await runCommand([list, '--export', ...given], { say, complain: say }, async () => ({
    db,
    issuer: config.issuer,
    secrets: () => context.secrets,
    now: clock.second,
    emptyQueues: async () => 0,
    close: async () => undefined,
  }))
  return { code, said: said.join('\n') }
}

const inMs = (ms: number) => new Date(w.clock.second() * 1_000 + ms)
const day = 86_400_000
const end = (subject: string, expiresAt = inMs(day)) =>
  inSystem(w.db, (tx) => revoke(tx, { kind: 'token', subject, expiresAt }))
const remove = (subject: string) => w.db.system.query('delete from revocations where subject = $1', [subject])

test('an export keeps the entries that a restored database does not have', async () => {
  await end('lost')
  const before = await exportFrom(w.db, '')
  await remove('lost')
  await end('later')

  const after = await exportFrom(w.db, before.said)

  expect(after.code).toBe(0)
  const [head, ...entries] = after.said.split('\n')
  expect(entries).toEqual(expect.arrayContaining(before.said.split('\n').slice(1)))
  expect(after.said).toContain('"lost"')
  expect(after.said).toContain('"later"')
  expect(JSON.parse(head ?? '')).toMatchObject({ entries: entries.length, installation: expect.any(String) })
  // Each run has what the last one had, once.
  expect((await exportFrom(w.db, after.said)).said.split('\n').slice(1)).toEqual(entries)
})

test.each(['revocations', 'forget'])('another database prints nothing into an existing list: %s', async (list) => {
  const { said: before } = await exportFrom(w.db, '', list)

  const empty = await exportFrom(replaced, before, list)
  expect(empty).toEqual({ code: 1, said: expect.stringContaining('no signing key, so no API ever ran on it') })

  await ensureSigningKey(replaced, w.context.secrets)
  const other = await exportFrom(replaced, before, list)
  expect(other).toEqual({
    code: 1,
    said: expect.stringMatching(/ is the list of the installation \S+, and this database/),
  })
  await replaced.system.query('delete from signing_keys')
})

test('a rotation of the signing key does not end a list', async () => {
  const before = await exportFrom(w.db, '')
  await w.db.system.query(
    `insert into signing_keys (kid, public_pem, created_at) select 'newer', public_pem, clock_timestamp() from signing_keys limit 1`,
  )
  expect((await exportFrom(w.db, before.said)).code).toBe(0)
  await w.db.system.query(`delete from signing_keys where kid = 'newer'`)
})

test('an export drops revocations that have expired', async () => {
  await end('short')
  const before = await exportFrom(w.db, '')
  await remove('short')
  const expired = before.said.replace(/("subject":"short".*"expiresAt":)"[^"]+"/, `$1"${inMs(-1).toISOString()}"`)

  const after = await exportFrom(w.db, expired)

  expect(after.code).toBe(0)
  expect(after.said).not.toContain('"short"')
})

test('a list that lacks a line is refused, and so is an export without the last list', async () => {
  await end('one')
  const { said } = await exportFrom(w.db, '')
  const torn = said.split('\n').slice(0, -1).join('\n')

  expect(await exportFrom(w.db, torn)).toEqual({
    code: 1,
    said: expect.stringContaining(' entries, but its first line'),
  })
  const headless = said.split('\n').slice(1).join('\n')
  expect((await exportFrom(w.db, headless)).said).toContain('line 1: not written by revocations --export')
  expect(await exportFrom(w.db, undefined)).toEqual({ code: 2, said: expect.stringContaining('--earlier is missing') })
})
