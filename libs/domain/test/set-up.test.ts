import { inSystem } from '@askline/db'
import { openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { createCompany } from '../src/companies/create-company.ts'
import { isSetUp, makeSetupLink, type Setup, setUp } from '../src/companies/set-up.ts'

const setup: Setup = {
  company: { tag: 'bank', name: 'Bank', timeZone: 'Europe/Berlin', language: 'en' },
  admin: { email: 'edda@bank.example', name: 'Edda', passwordHash: '$argon2id$' },
}

/** Opens an empty installation. A company can never be deleted, so each test has its own. */
async function openEmpty() {
  const db = await openTestDatabase()
  const make = () => inSystem(db, makeSetupLink)
  const use = (token: string, wanted = setup) => inSystem(db, (tx) => setUp(tx, wanted, { token }))
  return { db, make, use }
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }) => code,
  )

test('the setup creates the company with its settings, a category in its language and the admin, and records both', async () => {
  const { db, make, use } = await openEmpty()
  expect(await isSetUp(db)).toBe(false)

  const german = { ...setup, company: { ...setup.company, language: 'de' as const } }
  const { companyId, userId } = await use(await make(), german)

  expect(await isSetUp(db)).toBe(true)
  const rows = async (text: string) => (await db.system.query(text)).rows
  expect(await rows('select id, tag, name, settings from companies')).toEqual([
    { id: companyId, tag: 'bank', name: 'Bank', settings: { timeZone: 'Europe/Berlin', language: 'de' } },
  ])
  expect(await rows('select name, is_default from categories')).toEqual([{ name: 'Allgemein', is_default: true }])
  expect(await rows('select id, email, role, password_hash from users')).toEqual([
    { id: userId, email: 'edda@bank.example', role: 'admin', password_hash: '$argon2id$' },
  ])
  expect(await rows('select action, actor_kind, target_id from audit_log order by id')).toEqual([
    { action: 'company_created', actor_kind: 'operator', target_id: companyId },
    { action: 'staff_created', actor_kind: 'operator', target_id: userId },
  ])
  expect(await rows('select 1 from setup_links')).toEqual([])
})

test('of two concurrent setups one succeeds, with one link or without any', async () => {
  const { db, make, use } = await openEmpty()
  const token = await make()
  const shop = { ...setup, company: { ...setup.company, tag: 'shop' } }
  // Connections are open before, so that no call is over before the next one begins.
  await Promise.all(Array.from({ length: 3 }, () => db.system.query('select pg_sleep(0.1)')))

  const withoutLink = () => inSystem(db, (tx) => setUp(tx, shop))
  const outcomes = await Promise.all([withoutLink(), use(token), use(token)].map(codeOf))

  expect(outcomes.sort()).toEqual(['done', 'setup_done', 'setup_done'])
  expect((await db.system.query('select 1 from companies')).rows).toHaveLength(1)
})

test('only the newest link works, for a day, and is stored only as SHA-256', async () => {
  const { db, make, use } = await openEmpty()
  const replaced = await make()
  const token = await make()
  const { rows } = await db.system.query('select token_hash, expires_at - now() as left from setup_links')
  expect(rows).toEqual([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), left: expect.anything() }])
  const setExpiry = (text: string) =>
    db.system.query(`update setup_links set expires_at = expires_at + interval '${text}'`)

  expect(await codeOf(use(replaced))).toBe('token_invalid')
  await setExpiry('-24 hours')
  expect(await codeOf(use(token))).toBe('token_invalid')
  await setExpiry('1 minute')
  expect(await codeOf(use(token))).toBe('done')
})

test('a setup that is refused leaves nothing behind, and its link still works', async () => {
  const { db, make, use } = await openEmpty()
  const token = await make()

  expect(await codeOf(use(token, { ...setup, admin: { ...setup.admin, email: 'no address' } }))).toBe('email_invalid')

  for (const table of ['companies', 'categories', 'users', 'audit_log'])
    expect((await db.system.query(`select 1 from ${table}`)).rows).toEqual([])
  expect(await codeOf(use(token))).toBe('done')
})

test('once a company exists there is neither a setup nor a link, whatever the token', async () => {
  const { db, make, use } = await openEmpty()
  const token = await make()
  await inSystem(db, (tx) => createCompany(tx, { tag: 'shop', name: 'Shop' }))

  expect(await Promise.all([use(token), use('unknown'), make()].map(codeOf))).toEqual(Array(3).fill('setup_done'))
})
