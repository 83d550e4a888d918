import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../src/command-line/run-command.ts'
import { openEmptyWorld } from './world.ts'

const folder = await mkdtemp(join(tmpdir(), 'askline-setup-'))
afterAll(() => rm(folder, { recursive: true }))

const setup = {
  company: { tag: 'bank', name: 'Bank One', timeZone: 'Europe/Berlin', language: 'en' },
  admin: { email: 'edda@bank.example', name: 'Edda', password: 'correct horse battery staple' },
}
const fileOf = async (content: unknown) => {
  const file = join(folder, `${Math.random().toString(36).slice(2)}.json`)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

async function openEmpty() {
  const w = await openEmptyWorld({ PUBLIC_URL: 'https://ask.example' })
  /** Runs a command line. Returns its exit code and all lines of both outputs. */
  const askline = async (...argv: string[]) => {
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const code = await runCommand(argv, { say, complain: say }, async () => ({
      db: w.db,
      secrets: () => w.context.secrets,
      issuer: w.config.issuer,
      now: w.clock.second,
      emptyQueues: async () => 0,
      close: async () => undefined,
    }))
    return { code, lines }
  }
  const countRows = async () => {
    const { rows } = await w.db.system.query(
      'select (select count(*) from companies)::int as companies, (select count(*) from users)::int as users',
    )
    return rows[0]
  }
  return { ...w, askline, countRows }
}

test('setup link prints a link that the endpoint takes, and refuses once a company exists', async () => {
  const { askline, api } = await openEmpty()

  const { code, lines } = await askline('setup', 'link')
  const [, token] = /^https:\/\/ask\.example\/setup#([\w-]{43})$/.exec(lines.join('\n')) ?? []

  expect(code).toBe(0)
  expect((await api('POST', '/v1/setup', { body: { token, ...setup } })).status).toBe(201)
  expect(await askline('setup', 'link')).toEqual({ code: 1, lines: [expect.stringContaining('setup is complete')] })
})

test('setup --file creates company and admin, and changes nothing the second time', async () => {
  const { askline, countRows } = await openEmpty()
  const file = await fileOf(setup)

  expect(await askline('setup', '--file', file)).toEqual({
    code: 0,
    lines: ['Company bank and its admin are created.'],
  })
  const second = await askline('setup', '--file', file)

  expect(second).toEqual({ code: 0, lines: ['Company bank is set up already. Nothing was changed.'] })
  expect(await countRows()).toEqual({ companies: 1, users: 1 })
})

test('setup --file is refused if another company exists', async () => {
  const { askline, countRows } = await openEmpty()
  await askline('company', 'create', 'shop', '--name', 'Shop')

  const { code, lines } = await askline('setup', '--file', await fileOf(setup))

  expect([code, lines]).toEqual([1, ['Another company exists. Write: askline company create bank']])
  expect(await countRows()).toEqual({ companies: 1, users: 0 })
})

const withZone = (timeZone: string) => ({ ...setup, company: { ...setup.company, timeZone } })
test.each([
  ['no JSON', '{', /is not valid JSON\.$/],
  ['a missing admin', { company: setup.company }, /is not a valid setup file\. admin is missing\.$/],
  [
    'an unknown zone',
    withZone('Europe/Berln'),
    /company\.timeZone is no IANA time zone\. Did you mean Europe\/Berlin\?$/,
  ],
  ['a weak password', { ...setup, admin: { ...setup.admin, password: '123456789012345' } }, /too easy to guess/],
])('setup --file refuses %s, and nothing is half done', async (_what, content, message) => {
  const { askline, countRows } = await openEmpty()

  const { code, lines } = await askline('setup', '--file', await fileOf(content))

  expect(code).toBe(1)
  expect(lines.join('\n')).toMatch(message)
  expect(await countRows()).toEqual({ companies: 0, users: 0 })
})

test('company create --invite creates an admin without a password and prints the invitation', async () => {
  const { askline, db } = await openEmpty()

  const { code, lines } = await askline('company', 'create', 'shop', '--name', 'Shop', '--invite', 'edda@shop.example')

  expect(code).toBe(0)
  expect(lines[1]).toMatch(/^invitation {2}https:\/\/ask\.example\/invitation#[\w-]{43}$/)
  const { rows } = await db.system.query('select email, name, role, password_hash, purpose from users, password_links')
  const admin = { email: 'edda@shop.example', name: 'edda', role: 'admin', password_hash: null, purpose: 'INVITATION' }
  expect(rows).toEqual([admin])
})

test('company create --invite with no address creates nothing', async () => {
  const { askline, countRows } = await openEmpty()
  expect((await askline('company', 'create', 'shop', '--name', 'Shop', '--invite', 'edda')).code).toBe(1)
  expect(await countRows()).toEqual({ companies: 0, users: 0 })
})
