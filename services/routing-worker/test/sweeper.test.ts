import { limits } from '@askline/contracts'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteExpired } from '../src/loops/housekeeping.ts'
import { sweepers } from '../src/loops/sweeper.ts'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, questionRow, type TestCompany, waveRunsOut } from './company.ts'
import { runLoops } from './running-loops.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const soon = { interval: 20 }

function sweeping(): void {
  runLoops(...sweepers(db, logger))
}

const due = (questionId: string, deadline: string, inMs: number) =>
  db.system.query(
    `update questions set ${deadline}_due_at = clock_timestamp() + $2 * interval '1 millisecond' where id = $1`,
    [questionId, inMs],
  )

async function eventsOf(questionId: string): Promise<string[]> {
  const { rows } = await db.system.query<{ type: string }>(
    'select type from question_events where question_id = $1 order by seq',
    [questionId],
  )
  return rows.map(({ type }) => type)
}

describe('a deadline that is due', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = await foundCompany(db)
    await company.hire()
  })

  it('expires a question once with any number of sweepers', async () => {
    const questionId = await company.ask()
    await due(questionId, 'expiry', -1)

    sweeping()
    sweeping()

    await vi.waitFor(async () => expect(await questionRow(db, questionId)).toMatchObject({ status: 'EXPIRED' }), soon)
    expect((await eventsOf(questionId)).filter((type) => type === 'QUESTION_EXPIRED')).toHaveLength(1)
  })

  it('escalates to the agents', async () => {
    const questionId = await company.ask()
    await due(questionId, 'escalation', -1)

    sweeping()

    await vi.waitFor(
      async () =>
        expect(await questionRow(db, questionId)).toMatchObject({ turn: 'agents', rerouteType: 'BY_INACTIVITY' }),
      soon,
    )
  })

  it('prompts the asker to reroute', async () => {
    const questionId = await company.ask()
    await due(questionId, 'prompt', -1)

    sweeping()

    await vi.waitFor(async () => expect(await eventsOf(questionId)).toContain('CUSTOMER_REROUTE_PROMPT'), soon)
  })

  it('is not acted on early: the question changes after it, not before', async () => {
    const questionId = await company.ask()
    await due(questionId, 'expiry', 700)
    const { rows } = await db.system.query<{ due: Date }>('select expiry_due_at as due from questions where id = $1', [
      questionId,
    ])

    sweeping()

    await vi.waitFor(async () => expect(await questionRow(db, questionId)).toMatchObject({ status: 'EXPIRED' }), soon)
    const { rows: closed } = await db.system.query<{ closedAt: Date }>(
      'select closed_at as "closedAt" from questions where id = $1',
      [questionId],
    )
    expect(closed[0]!.closedAt.getTime()).toBeGreaterThanOrEqual(rows[0]!.due.getTime())
  })

  it('requests the next wave from routing', async () => {
    await company.hire()
    const questionId = await company.ask()
    await buildRouter(db, buildEvidenceCache(db)).route(questionId)
    await db.system.query('delete from outbox')
    await waveRunsOut(db, questionId)

    sweeping()

    await vi.waitFor(async () => {
      const { rows } = await db.system.query<{ jobs: { payload: { questionId: string } }[] }>('select jobs from outbox')
      expect(rows.flatMap(({ jobs }) => jobs.map((job) => job.payload.questionId))).toContain(questionId)
    }, soon)
  })
})

it('every deadline of a burst is handled once', async () => {
  const company = await foundCompany(db)
  await company.hire()
  const questionIds = await Promise.all(Array.from({ length: 300 }, () => company.ask()))
  await db.system.query(`update questions set expiry_due_at = clock_timestamp() where id = any($1)`, [questionIds])

  sweeping()

  await vi.waitFor(async () => {
    const { rows } = await db.system.query<{ n: number }>(
      `select count(*)::int as n from question_events where question_id = any($1) and type = 'QUESTION_EXPIRED'`,
      [questionIds],
    )
    expect(rows[0]?.n).toBe(300)
  })
})

it('any number of failing deadlines does not block other deadlines', async () => {
  const company = await foundCompany(db)
  const bad = await Promise.all(Array.from({ length: 60 }, () => company.ask()))
  const good = await company.ask()
  await db.system.query(
    `insert into question_events (question_id, seq, company_id, type, actor_kind, audience)
      select id, 2, $2, 'QUESTION_OFFERED', 'system', '{}' from unnest($1::uuid[]) as id`,
    [bad, company.companyId],
  )
  for (const questionId of bad) await due(questionId, 'expiry', -2_000)
  await due(good, 'expiry', -1_000)

  sweeping()

  await vi.waitFor(async () => expect(await questionRow(db, good)).toMatchObject({ status: 'EXPIRED' }))
  expect(await questionRow(db, bad[0]!)).toMatchObject({ status: 'UNRESOLVED' })
  await db.system.query('delete from question_events where question_id = any($1) and seq = 2', [bad])
})

it('expired idempotency keys, revocations and routing decisions are deleted, the others stay', async () => {
  const company = await foundCompany(db)
  await db.system.query(
    `insert into idempotency_keys (company_id, principal, key, request_hash, created_at)
      select $1, 'p', n::text, 'h', clock_timestamp() - n * $2::float8 * interval '1 millisecond' from generate_series(0, 1500) n`,
    [company.companyId, limits.idempotencyMs + 1],
  )
  await db.system.query(
    `insert into revocations (kind, subject, revoked_at, expires_at)
      select 'token', n::text, clock_timestamp(), clock_timestamp() + (n - 1) * interval '1 hour' from generate_series(0, 2) n`,
  )

  await db.system.query(
    `with roster as (
       insert into routing_rosters (id, company_id, named, created_at)
       select gen_random_uuid(), $1, '[]', clock_timestamp() - n * interval '29 days' from generate_series(0, 2) n
       returning id, created_at
     )
     insert into routing_decisions (question_id, company_id, round, wave, kind, policy_version, roster_id, candidates, counts, at,
       created_at)
     select gen_random_uuid(), $1, 0, 1, 'wave', '1', id, '[]', '{}', created_at, created_at from roster`,
    [company.companyId],
  )

  while (await deleteExpired(db));

  const { rows } = await db.system.query<Record<string, number>>(
    `select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from revocations) as revocations,
      (select count(*)::int from routing_decisions where company_id = $1) as decisions,
      (select count(*)::int from routing_rosters where company_id = $1) as rosters`,
    [company.companyId],
  )
  expect(rows[0]).toEqual({ keys: 1, revocations: 1, decisions: 2, rosters: 2 })
})
