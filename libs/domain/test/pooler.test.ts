import { randomBytes } from 'node:crypto'
import {
  checkDatabase,
  inCompany,
  inSystem,
  migrateDatabase,
  openDatabase,
  querySystem,
  statement,
  types,
} from '@askline/db'
import { bringProgram, createBareDatabase, inviteCast, knowsPreparedStatements, startPgbouncer } from '@askline/testing'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { stageOf } from './domain-stage.ts'

const program = await bringProgram('pgbouncer', console.log)
const isNew = program !== undefined && (await knowsPreparedStatements(program))
if (!isNew) console.log('pgbouncer 1.21 or newer is missing, so the mode `prepared` is not tested.')

const settings = statement({
  name: 'test-transaction-settings',
  row: { role: types.text, statementMs: types.text, lockMs: types.text, idleMs: types.text },
  text: `select current_user::text as role, current_setting('statement_timeout') as "statementMs",
    current_setting('lock_timeout') as "lockMs", current_setting('idle_in_transaction_session_timeout') as "idleMs"`,
})
const ratio = statement({
  name: 'test-ratio',
  params: [types.int],
  row: { ratio: types.int },
  text: 'select 8 / $1::int as ratio',
})
const plansOf = statement({
  name: 'test-plans',
  params: [types.text],
  row: { generic: types.float, custom: types.float },
  text: `select generic_plans::float8 as generic, custom_plans::float8 as custom from pg_prepared_statements
    where statement like $1`,
})
const companyIds = statement({
  name: 'test-visible-companies',
  row: { id: types.uuid },
  text: 'select id from companies order by id',
})

/** A migrated database whose owner is an ordinary login role, with two companies. */
async function openOwnedDatabase() {
  const { name, url } = await createBareDatabase()
  const login = `login_${randomBytes(4).toString('hex')}`
  const root = openDatabase(url, { maxConnections: 2 })
  const admin = root.system
  await admin.query(`create role ${login} login createrole noinherit password 'secret'`)
  await admin.query(`grant askline_app, askline_system, askline_maintenance to ${login}`)
  await admin.query(`alter database ${name} owner to ${login}`)
  await admin.query(`alter schema public owner to ${login}`)
  const owned = new URL(url)
  owned.username = login
  owned.password = 'secret'
  await migrateDatabase(owned.href)
  const [own, other] = [await inviteCast(root), await inviteCast(root)]
  return { url: owned.href, root, own, other }
}

const owned = await openOwnedDatabase()
afterAll(() => owned.root.close())

describe
  .skipIf(program === undefined)
  .each([
    { mode: 'session' as const, parameter: '' },
    { mode: 'transaction' as const, parameter: '?pooler=transaction' },
    ...(isNew ? [{ mode: 'prepared' as const, parameter: '?pooler=prepared' }] : []),
  ])('through a pgbouncer in $mode mode that ignores start-up options', ({ mode, parameter }) => {
  let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
  let db: ReturnType<typeof openDatabase>
  beforeAll(async () => {
    bouncer = await startPgbouncer(program ?? '', { url: owned.url, mode })
    db = openDatabase(bouncer.url + parameter, { maxConnections: mode === 'session' ? 2 : 8 })
  })
  afterAll(async () => {
    await db.close()
    await bouncer.stop()
  })

  test('the database may be served', async () => {
    await expect(checkDatabase(db)).resolves.toBeUndefined()
  })

  test('a transaction of a company sees its own rows only, under its role and limits', async () => {
    const { companyId } = owned.own
    expect(await inCompany(db, companyId, (tx) => tx.query(companyIds, []))).toEqual([{ id: companyId }])
    const [found] = await inCompany(db, companyId, (tx) => tx.query(settings, []))
    expect(found).toEqual({ role: 'askline_app', statementMs: '4s', lockMs: '2s', idleMs: '5s' })
  })

  test('a transaction of the system sees every company', async () => {
    const expected = [owned.own.companyId, owned.other.companyId].sort()
    expect((await inSystem(db, (tx) => tx.query(companyIds, []))).map(({ id }) => id)).toEqual(expected)
  })

  test('a single statement of the system sees every company, under its role and limits, and leaves none behind', async () => {
    const expected = [owned.own.companyId, owned.other.companyId].sort()
    for (let n = 0; n < 3; n++) {
      expect((await querySystem(db, companyIds, [])).map(({ id }) => id)).toEqual(expected)
      const [found] = await querySystem(db, settings, [])
      expect(found).toEqual({ role: 'askline_system', statementMs: '4s', lockMs: '2s', idleMs: '5s' })
      expect((await db.system.query('select id from companies')).rows).toEqual([])
    }
  })

  test('single statements answer after one that failed', async () => {
    await expect(querySystem(db, ratio, [0])).rejects.toThrow('division by zero')
    expect(await querySystem(db, ratio, [4])).toEqual([{ ratio: 2 }])
  })

  test('a statement works that was sent first behind one that failed', async () => {
    const behind = statement({ name: `test-behind-${mode}`, row: { one: types.int }, text: 'select 2 - 1 as one' })
    const failing = inSystem(db, async (tx) => {
      const sent = [tx.query(ratio, [0]), tx.query(behind, [])]
      await Promise.allSettled(sent)
      return Promise.all(sent)
    })
    await expect(failing).rejects.toThrow('division by zero')

    const again = () => inSystem(db, (tx) => tx.query(behind, []))
    expect(await Promise.all(Array.from({ length: 20 }, again))).toEqual(Array(20).fill([{ one: 1 }]))
  })

  test('a query outside a transaction sees no company', async () => {
    expect((await db.system.query('select id from companies')).rows).toEqual([])
  })

  test('concurrent transactions of two companies never mix', async () => {
    const ids = [owned.own.companyId, owned.other.companyId]
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const companyId = ids[n % 2] as string
        const rows = await inCompany(db, companyId, (tx) => tx.query(companyIds, []))
        return rows.length === 1 && rows[0]?.id === companyId
      }),
    )
    expect(seen).not.toContain(false)
  })

  test('a question is asked, claimed and answered', async () => {
    const s = stageOf(db, owned.own)
    const questionId = await s.ask()
    await s.offer(questionId)
    await s.run((tx) => makeChange(tx, claimQuestion(s.expert(owned.own.bruno), { questionId })))
    await s.run((tx) =>
      makeChange(tx, respond(s.expert(owned.own.bruno), { questionId, text: 'In the post.' })).then(addedResponse),
    )
    expect((await s.see(questionId)).state.numResponses).toBe(1)
  })
})

test.skipIf(program === undefined)(
  'a pooler that forgets prepared statements is refused, if it should know them',
  async () => {
    const bouncer = await startPgbouncer(program ?? '', { url: owned.url, mode: 'transaction' })
    onTestFinished(() => bouncer.stop())
    const db = openDatabase(`${bouncer.url}?pooler=prepared`, { maxConnections: 2 })
    onTestFinished(() => db.close())
    await expect(checkDatabase(db)).rejects.toThrow(/forgets prepared statements.*pooler=transaction/)
  },
)

test.skipIf(!isNew)('a pooler that knows prepared statements has Postgres plan each once per connection', async () => {
  const bouncer = await startPgbouncer(program ?? '', { url: owned.url, mode: 'prepared', connections: 1 })
  onTestFinished(() => bouncer.stop())
  const db = openDatabase(`${bouncer.url}?pooler=prepared`, { maxConnections: 2 })
  onTestFinished(() => db.close())
  const plans = await inSystem(db, async (tx) => {
    for (let n = 0; n < 8; n++) await tx.query(ratio, [4])
    return tx.query(plansOf, ['select 8 /%'])
  })
  expect(plans).toEqual([{ generic: 8, custom: 0 }])
})

test('the owner of the tables is restricted like everybody else', async () => {
  const db = openDatabase(owned.url, { maxConnections: 1 })
  onTestFinished(() => db.close())
  expect((await db.system.query('select id from companies')).rows).toEqual([])
})

test('the role for backups and backfills sees every company', async () => {
  const db = openDatabase(owned.url, { maxConnections: 1 })
  onTestFinished(() => db.close())
  await db.system.query('set role askline_maintenance')
  expect((await db.system.query('select id from companies')).rows).toHaveLength(2)
})

test('a database with a table whose row-level security is off is not served', async () => {
  await owned.root.system.query('alter table questions no force row level security')
  onTestFinished(async () => {
    await owned.root.system.query('alter table questions force row level security')
  })
  const db = openDatabase(owned.url, { maxConnections: 2 })
  onTestFinished(() => db.close())
  await expect(checkDatabase(db)).rejects.toThrow(/Row-level security is off for questions/)
})

test('a login role that may not switch to the role of requests is not served', async () => {
  const stranger = new URL(owned.url)
  stranger.username = `stranger_${inject('askline').run}`
  await owned.root.system.query(`create role ${stranger.username} login password 'secret'`)
  await owned.root.system.query(`grant askline_system to ${stranger.username}`)
  onTestFinished(async () => {
    await owned.root.system.query(`drop role ${stranger.username}`)
  })
  const db = openDatabase(stranger.href, { maxConnections: 2 })
  onTestFinished(() => db.close())
  await expect(checkDatabase(db)).rejects.toThrow(/Grant it: grant askline_app/)
})
