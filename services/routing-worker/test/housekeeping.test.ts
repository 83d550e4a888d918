import { randomUUID } from 'node:crypto'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { deleteExpired } from '../src/loops/housekeeping.ts'

const db = await openTestDatabase()

test('totals of deleted offers are deleted after the longest period of a record, and not before', async () => {
  const { companyId, bruno } = await inviteCast(db)
  const insert = (days: number) =>
    db.system.query(
      `insert into offer_days (company_id, expert_id, day, claimed, declined, missed, withdrawn, released, lapsed, escalated, claim_ms)
      values ($1, $2, (clock_timestamp() at time zone 'UTC')::date - $3::int, $3, 0, 0, 0, 0, 0, 0, '{}')`,
      [companyId, bruno, days],
    )
  await insert(91)
  await insert(94)

  await deleteExpired(db)

  const { rows } = await db.system.query('select claimed from offer_days')
  expect(rows).toEqual([{ claimed: 91 }])
})

test('openings of the widget are deleted after 90 days, and not before', async () => {
  const { companyId } = await inviteCast(db)
  const insert = (days: number) =>
    db.system.query(
      `insert into widget_openings (company_id, origin, day)
      values ($1, $2::int::text, (clock_timestamp() at time zone 'UTC')::date - $2::int)`,
      [companyId, days],
    )
  await insert(90)
  await insert(91)

  await deleteExpired(db)

  expect((await db.system.query('select origin from widget_openings')).rows).toEqual([{ origin: '90' }])
})

test('events of a company are deleted once the feed no longer reaches them, and not before', async () => {
  const { companyId } = await inviteCast(db)
  // The events of its own experts and categories.
  await db.system.query('delete from company_events')
  await db.system.query(
    `insert into company_events (company_id, type, detail, at, tx)
    select $1, 'KNOWLEDGE_CHANGED', '{}', now(), n::text::xid8 from generate_series(8, 12) n`,
    [companyId],
  )
  await db.system.query(
    `insert into feed_marks (at, tx) select now() - n * interval '1 day' + interval '1 hour', (41 - n)::text::xid8 from generate_series(2, 40) n`,
  )

  await deleteExpired(db)
  await deleteExpired(db)

  expect((await db.system.query('select tx::text from company_events order by tx')).rows).toEqual([
    { tx: '10' },
    { tx: '11' },
    { tx: '12' },
  ])
  // Those of the last 30 days, the newest older one, and one that is new.
  const { rows } = await db.system.query<{ age: number }>(
    `select round(extract(epoch from now() - at) / 86400)::int as age from feed_marks order by at desc`,
  )
  expect(rows.map(({ age }) => age)).toEqual([0, ...Array.from({ length: 30 }, (_, n) => n + 2)])
  await db.system.query('delete from feed_marks')
})

test('the address of an act is cut to its network after 90 days, and not before', async () => {
  const { companyId } = await inviteCast(db)
  const insert = (address: string | null, days: number) =>
    db.system.query(
      `insert into audit_log (company_id, action, outcome, actor_kind, address, target_id, at)
      values ($1, 'sign_in', 'success', 'admin', $2, $3::int::text, clock_timestamp() - $3::int * interval '1 day')`,
      [companyId, address, days],
    )
  await insert('203.0.113.7', 89)
  await insert('203.0.113.7', 91)
  await insert('2001:db8:1:2:3::4', 92)
  await insert(null, 93)

  await deleteExpired(db)
  await deleteExpired(db)

  const { rows } = await db.system.query('select address from audit_log where company_id = $1 order by at desc', [
    companyId,
  ])
  expect(rows.map(({ address }) => address)).toEqual(['203.0.113.7', '203.0.113.0/24', '2001:db8:1::/48', null])
})

/** Each writes a row of a company that is `$2` old. */
const inserts: Record<string, [insert: string, expiresAfter: string, stays: string]> = {
  idempotency_keys: [
    `insert into idempotency_keys (company_id, principal, key, request_hash, created_at)
      values ($1, 'user', gen_random_uuid()::text, '', clock_timestamp() - $2::interval)`,
    '25 hours',
    '23 hours',
  ],
  automatic_answers: [
    `insert into automatic_answers (id, company_id, question, confidence)
      select (lpad(to_hex((extract(epoch from clock_timestamp() - $2::interval) * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid, $1::uuid, '', 0`,
    '91 days',
    '89 days',
  ],
  routing_decisions: [
    `insert into routing_decisions (question_id, company_id, round, wave, kind, policy_version, roster_id, candidates, counts, at, created_at)
      values (gen_random_uuid(), $1, 1, 1, 'wave', '1', gen_random_uuid(), '[]', '{}', clock_timestamp(), clock_timestamp() - $2::interval)`,
    '31 days',
    '29 days',
  ],
  routing_rosters: [
    `insert into routing_rosters (id, company_id, named, created_at) values (gen_random_uuid(), $1, '[]', clock_timestamp() - $2::interval)`,
    '31 days',
    '29 days',
  ],
  text_requests: [
    `insert into text_requests (id, company_id, kind, request, created_at)
      values (gen_random_uuid(), $1, 'should-route', '{}', clock_timestamp() - $2::interval)`,
    '2 minutes',
    '0 minutes',
  ],
}

test.each(Object.entries(inserts))(
  'expired rows of %s are deleted in every company, and the others stay',
  async (table, [insert, expiresAfter, stays]) => {
    const companies = [(await inviteCast(db)).companyId, (await inviteCast(db)).companyId].sort()
    for (const companyId of companies) {
      for (const age of [expiresAfter, expiresAfter, stays]) await db.system.query(insert, [companyId, age])
    }

    await deleteExpired(db)

    const { rows } = await db.system.query(
      `select company_id from ${table} where company_id = any($1::uuid[]) order by company_id`,
      [companies],
    )
    expect(rows.map((row) => row.company_id)).toEqual(companies)
  },
)

test('evidence is deleted if it belongs to no snapshot and none is being made', async () => {
  const company = async (snapshot: string) => {
    const { companyId } = await inviteCast(db)
    await db.system.query(`delete from evidence_snapshots where company_id = $1`, [companyId])
    const ids = [randomUUID(), randomUUID()]
    for (const id of ids) {
      await db.system.query(
        `insert into evidence_chunks (snapshot_id, seq, company_id, bytes) values ($1, 0, $2, '')`,
        [id, companyId],
      )
    }
    if (snapshot !== '') {
      await db.system.query(
        `insert into evidence_snapshots (company_id, snapshot_id, began_at) values ($1, $2, ${snapshot})`,
        [companyId, ids[0]],
      )
    }
    return async () =>
      (await db.system.query('select snapshot_id as id from evidence_chunks where company_id = $1', [companyId])).rows
        .map(({ id }) => ids.indexOf(id))
        .sort()
  }
  const [none, made, making] = [await company(''), await company('null'), await company('clock_timestamp()')]

  await deleteExpired(db)

  expect([await none(), await made(), await making()]).toEqual([[], [0], [0, 1]])
})

test('expired rows that another transaction has locked are skipped', async () => {
  const { companyId } = await inviteCast(db)
  const [insert, age] = inserts.idempotency_keys!
  for (let n = 0; n < 2; n++) await db.system.query(insert, [companyId, age])
  const keysOf = async () =>
    (await db.system.query('select key from idempotency_keys where company_id = $1', [companyId])).rows.map(
      (row) => row.key,
    )
  const [held] = await keysOf()
  const client = await db.system.connect()

  await client.query('begin')
  await client.query('select from idempotency_keys where key = $1 for update', [held])
  await deleteExpired(db)
  await client.query('rollback')
  client.release()

  expect(await keysOf()).toEqual([held])
})
