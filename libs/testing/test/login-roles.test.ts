import { randomBytes } from 'node:crypto'
import {
  checkDatabase,
  listMigrations,
  migrateDatabase,
  openDatabase,
  prepareLoginRoles,
  waitForMigrations,
} from '@askline/db'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBareDatabase } from '../src/index.ts'
import { holdEveryTable } from './load-beside-migrations.ts'

/** A database without migrations, and the addresses of a superuser and of two login roles that do not exist yet. */
async function openInstallation() {
  const { name, url } = await createBareDatabase()
  const key = randomBytes(4).toString('hex')
  const addressOf = (role: string, password: string) => {
    const address = new URL(url)
    address.username = `${role}_${key}`
    address.password = encodeURIComponent(password)
    return address.href
  }
  const roles = { ownerUrl: addressOf('owner', "owner's secret"), serviceUrl: addressOf('service', 'secret/%') }
  const superuser = { connectionString: url }
  const ask = async (address: string, text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    return client.query(text, values).finally(() => client.end())
  }
  onTestFinished(async () => {
    await ask(
      url,
      `alter database ${name} owner to current_user; reassign owned by owner_${key} to current_user;
      drop owned by owner_${key}, service_${key}; drop role owner_${key}, service_${key}`,
    )
  })
  return { url, key, roles, ask, prepare: () => prepareLoginRoles(roles, superuser) }
}

const notOwnedBy = `select c.relname from pg_class c where c.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
    and c.relkind in ('r', 'S') and pg_get_userbyid(c.relowner) <> $1
  union all select proname from pg_proc where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) <> $1
  union all select datname from pg_database where datname = current_database() and pg_get_userbyid(datdba) <> $1`

describe.each([
  { when: 'of a new installation', isMigrated: false },
  { when: 'of an installation that a superuser migrated', isMigrated: true },
])('the login roles $when', ({ isMigrated }) => {
  test('migrate as an owner that is no superuser, and serve as a role that may only switch', async () => {
    const { url, key, roles, ask, prepare } = await openInstallation()
    if (isMigrated) await migrateDatabase(url)
    expect(await prepare()).toBeGreaterThan(isMigrated ? 40 : 0)

    await migrateDatabase(roles.ownerUrl)
    await waitForMigrations(roles.serviceUrl, { withinMs: 0 })
    const db = openDatabase(roles.serviceUrl, { maxConnections: 2 })
    await checkDatabase(db).finally(() => db.close())

    expect((await ask(url, notOwnedBy, [`owner_${key}`])).rows).toEqual([])
    const { rows } = await ask(
      url,
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolinherit from pg_roles
      where rolname in ($1, $2) order by rolname`,
      [`owner_${key}`, `service_${key}`],
    )
    expect(rows).toEqual([
      { rolname: `owner_${key}`, rolsuper: false, rolbypassrls: false, rolcreaterole: true, rolinherit: false },
      { rolname: `service_${key}`, rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolinherit: false },
    ])
    for (const command of [
      'set role askline_maintenance',
      `set role owner_${key}`,
      'select count(*) from questions',
      'create table public.mine ()',
      'create schema mine',
      'alter table questions disable row level security',
      "copy outbox to program 'true'",
    ])
      await expect(ask(roles.serviceUrl, command), command).rejects.toThrow(/permission denied|must be owner|denied/)
  }, 60_000)
})

test.each([
  {
    when: 'names the transactions of other roles',
    isGranted: true,
    line: /Open transactions: pid \d+ \(unnamed, \d+ s\)\.$/,
  },
  {
    when: 'says that they are hidden',
    isGranted: false,
    line: /sessions are hidden: grant pg_read_all_stats to owner_/,
  },
])(
  'a migration of the owner that waits for a lock $when',
  async ({ isGranted, line }) => {
    const { url, key, roles, ask, prepare } = await openInstallation()
    await prepare()
    if (!isGranted) await ask(url, `revoke pg_read_all_stats from owner_${key}`)
    await migrateDatabase(roles.ownerUrl)
    const reader = await holdEveryTable(url, 60_000)
    const lines: string[] = []
    const lock = { name: 'next', hash: 'next', createdAt: Date.now(), statements: ['lock table questions'] }
    await migrateDatabase(roles.ownerUrl, {
      migrations: [...(await listMigrations()), lock],
      log: (words) => {
        lines.push(words)
        reader.end()
      },
    })
    await reader.ended
    expect(lines[0]).toMatch(line)
  },
  60_000,
)

test('preparing the login roles again changes no owner, and a new password takes the place of the old one', async () => {
  const { url, key, roles, ask, prepare } = await openInstallation()
  await prepare()
  const stored = async () =>
    (await ask(url, 'select rolpassword as hash from pg_authid where rolname = $1', [`service_${key}`])).rows[0]?.hash
  const before = await stored()

  roles.serviceUrl = roles.serviceUrl.replace(/:secret[^@]*@/, ':another@')
  expect(await prepare()).toBe(0)
  expect(await stored()).not.toBe(before)
})

test('a superuser, an address without a password, and one role for both are refused', async () => {
  const { url, roles } = await openInstallation()
  const superuser = { connectionString: url }
  const named = new URL(url)
  named.password = 'secret'
  await prepareLoginRoles(roles, superuser)
  await expect(prepareLoginRoles({ ...roles, serviceUrl: named.href }, superuser)).rejects.toThrow(/is a superuser/)
  await expect(prepareLoginRoles({ ...roles, serviceUrl: 'postgres://x@host/y' }, superuser)).rejects.toThrow(
    /password/,
  )
  await expect(prepareLoginRoles({ ...roles, serviceUrl: roles.ownerUrl }, superuser)).rejects.toThrow(/two roles/)
})
