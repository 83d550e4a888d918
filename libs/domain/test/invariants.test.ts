import { readFileSync } from 'node:fs'
import { questions } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { keepDeadDeadline } from '../src/dead-letters/keep.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { rerouteQuestion } from '../src/questions/reroute.ts'
import { markAsResolved } from '../src/questions/respond.ts'
import { closeQuestion } from '../src/questions/settle.ts'
import { findInvariants } from '../src/routing/find-invariants.ts'
import type { InvariantName } from '../src/routing/invariants.ts'
import { reconcile } from '../src/routing/reconcile.ts'
import type { Repairs } from '../src/routing/repair-counts.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { run, ask, offer, expert, claimed, answered, user, notifications } = stageOf(db, cast)

const breakIt = (questionId: string, set: string) =>
  db.system.query(`update questions set ${set} where id = $1`, [questionId])
const rowOf = async (questionId: string) =>
  (await db.system.query('select * from questions where id = $1', [questionId])).rows[0]

const routeJobs = async (questionId: string) =>
  (
    await db.system.query(
      `select 1 from outbox, jsonb_array_elements(jobs) j where j ->> 'job' = 'route-question' and j #>> '{payload,questionId}' = $1`,
      [questionId],
    )
  ).rows.length

/** Takes steps of the reconciler until a pass over all open questions ends. Everything that happened before is an hour old. */
async function goRound(): Promise<Repairs> {
  await db.system.query(`update questions set changed_at = changed_at - interval '1 hour'
    where id = any(array(select id from questions for update skip locked))`)
  await db.system.query(`update experts set changed_at = changed_at - interval '1 hour'`)
  await db.system.query(`update reconciliation set changes_at = clock_timestamp() - interval '10 seconds',
    pass_at = clock_timestamp() - interval '1 hour', passed_id = null`)
  const repaired: Repairs = {}
  do {
    for (const [name, count] of Object.entries(await takeStep()) as [InvariantName, number][]) {
      repaired[name] = (repaired[name] ?? 0) + count
    }
  } while ((await progress()).passed_id !== null)
  return repaired
}

/** Checks only what changed in the last seconds. */
async function checkChanges(): Promise<Repairs> {
  await db.system.query(`update reconciliation set changes_at = clock_timestamp() - interval '10 seconds',
    pass_at = clock_timestamp(), passed_id = null`)
  return takeStep()
}

async function takeStep(): Promise<Repairs> {
  await db.system.query(`update reconciliation set due_at = clock_timestamp() - interval '1 second'`)
  return (await reconcile(db, 3))?.repaired ?? {}
}

const progress = async () => (await db.system.query('select * from reconciliation')).rows[0]

async function rerouted() {
  const questionId = await ask()
  await run((tx) => makeChange(tx, rerouteQuestion(user(cast.ada), { questionId })))
  return questionId
}

const answeredId = async () => (await answered()).questionId
const askedOfMany = () => ask({ category: 'Community' })

async function marked() {
  const { questionId, responseId } = await answered()
  await run((tx) => makeChange(tx, markAsResolved(expert(cast.bruno), { responseId })))
  return questionId
}

async function closed() {
  const questionId = await ask()
  await run((tx) => makeChange(tx, closeQuestion(user(cast.ada), { questionId })))
  return questionId
}

const seen = async () => new Map((await run((tx) => findInvariants(tx, cast.companyId))).map((one) => [one.name, one]))

test('a company at work is in no limbo', async () => {
  await ask()
  await offer(await ask())
  await answered()
  await claimed()
  await rerouted()
  await marked()
  await closed()
  await askedOfMany()

  expect(await goRound()).toEqual({})
  expect([...(await seen()).values()].filter(({ violations, repaired }) => violations + repaired.total > 0)).toEqual([])
})

test('every invariant has its words, and is broken and mended below', async () => {
  const source = readFileSync(new URL(import.meta.url), 'utf8')
  for (const { name, description } of (await seen()).values()) {
    expect(description).toMatch(/\.$/)
    expect(source).toContain(`'${name}'`)
  }
})

describe('is found and mended', () => {
  test.each([
    [
      'a question nobody was ever offered',
      ask,
      'wave_due_at = null',
      'experts-have-offer-or-wave',
      { wave_due_at: expect.any(Date) },
    ],
    [
      'a question that is open to all before any wave',
      ask,
      'open_to_all_at = now()',
      'open-after-wave',
      { open_to_all_at: null },
    ],
    ['a claim without a lease', claimed, 'lease_due_at = null', 'holder-has-lease', { lease_due_at: expect.any(Date) }],
    [
      'an experts’ turn without escalation',
      ask,
      'escalation_due_at = null',
      'experts-clock-runs',
      { escalation_due_at: expect.any(Date) },
    ],
    [
      'an asker waiting for nothing',
      ask,
      `turn = 'asker', wave_due_at = null`,
      'asker-has-answer',
      { turn: 'experts', wave_due_at: expect.any(Date) },
    ],
    [
      'agents who were never asked',
      ask,
      `turn = 'agents', wave_due_at = null`,
      'agents-only-when-rerouted',
      { turn: 'experts' },
    ],
    [
      'a rerouted question that experts are waited for',
      rerouted,
      `turn = 'experts'`,
      'rerouted-with-agents',
      { turn: 'agents' },
    ],
    [
      'a rerouted question that would expire',
      rerouted,
      'expiry_due_at = now()',
      'rerouted-with-agents',
      { expiry_due_at: null },
    ],
    [
      'a question that was given up for ever',
      ask,
      'opinion_of = gen_random_uuid()',
      'second-opinion-ends',
      { opinion_due_at: expect.any(Date) },
    ],
    [
      'a held question that is still given up',
      claimed,
      `opinion_due_at = now() + interval '1 minute'`,
      'second-opinion-ends',
      { opinion_due_at: null },
    ],
    [
      'a rerouted question that waits for an asker whom nobody answered',
      rerouted,
      `turn = 'asker'`,
      'rerouted-with-agents',
      { turn: 'agents' },
    ],
    [
      'a settled question that is not closed',
      ask,
      `status = 'RESOLVED'`,
      'open-status-is-open',
      { turn: null, closed_at: expect.any(Date), next_due_at: null },
    ],
    ['a wrong number of answers', answeredId, 'num_responses = 7', 'counts-its-responses', { num_responses: 1 }],
    ['an answer that is not counted', answeredId, 'num_responses = 0', 'counts-its-responses', { turn: 'asker' }],
    [
      'one holder of a question for many',
      askedOfMany,
      'holder_id = gen_random_uuid(), wave_due_at = wave_due_at',
      'one-to-many-is-not-held',
      { holder_id: null },
    ],
    [
      'a lease without a holder',
      ask,
      `lease_due_at = now() + interval '1 hour'`,
      'lease-has-holder',
      { lease_due_at: null },
    ],
    [
      'a lease that runs while the asker is waited for',
      answeredId,
      `lease_due_at = now() + interval '1 hour'`,
      'lease-has-holder',
      { lease_due_at: null },
    ],
    [
      'experts who are sought for what is held',
      claimed,
      'wave_due_at = now()',
      'wave-seeks-experts',
      { wave_due_at: null },
    ],
    [
      'a prompt and an escalation that run on the asker’s turn',
      answeredId,
      'prompt_due_at = now(), escalation_due_at = now()',
      'experts-clock-stops',
      { prompt_due_at: null, escalation_due_at: null },
    ],
    [
      'experts who are held back on their own turn',
      ask,
      `hold_due_at = now() + interval '1 hour'`,
      'hold-is-the-askers',
      { hold_due_at: null },
    ],
    [
      'a mark that no silence approves',
      marked,
      'approval_due_at = null',
      'mark-is-approved',
      { approval_due_at: expect.any(Date) },
    ],
    [
      'an approval of nothing',
      answeredId,
      `approval_due_at = now() + interval '1 hour'`,
      'approval-has-mark',
      { approval_due_at: null },
    ],
    [
      'an approval by silence during the experts’ turn',
      claimed,
      `approval_due_at = now() + interval '1 hour'`,
      'approval-has-mark',
      { approval_due_at: null },
    ],
    ['a deadline of what is closed', closed, 'wave_due_at = now()', 'closed-has-no-deadline', { next_due_at: null }],
    [
      'a closed question whose status is open',
      closed,
      `status = 'CLOSED_BY_ESCALATION'`,
      'closed-status-is-closed',
      { closed_at: null, turn: 'agents' },
    ],
    [
      'an answered question that would expire',
      answeredId,
      `expiry_due_at = now() + interval '1 hour'`,
      'answered-does-not-expire',
      { expiry_due_at: null },
    ],
    [
      'an asker who may be silent for ever',
      answeredId,
      'silence_due_at = null',
      'silence-ends',
      { silence_due_at: expect.any(Date), expires_at: expect.any(Date) },
    ],
    [
      'a prompt after silence during the experts’ turn',
      ask,
      `silence_due_at = now() + interval '1 hour'`,
      'silence-is-the-askers',
      { silence_due_at: null },
    ],
    ['a question without end', ask, 'expiry_due_at = null', 'unresolved-expires', { expiry_due_at: expect.any(Date) }],
  ] as const)('%s', async (_, make, damage, invariant, mended) => {
    const questionId = await make()
    await breakIt(questionId, damage)
    const before = (await seen()).get(invariant)
    expect(before?.violations).toBe(1)

    expect(await goRound()).toEqual({ [invariant]: 1 })
    expect((await seen()).get(invariant)).toMatchObject({
      violations: 0,
      repaired: { total: (before?.repaired.total ?? 0) + 1, lastDate: expect.any(String) },
    })
    expect(await rowOf(questionId)).toMatchObject(mended)
    expect(await goRound()).toEqual({})
  })

  test('an offer of a question that is taken', async () => {
    const questionId = await claimed()
    await db.system.query(
      `insert into offers (id, company_id, question_id, expert_id, round, wave) values (gen_random_uuid(), $1, $2, $3, 0, 1)`,
      [cast.companyId, questionId, cast.carlos],
    )

    expect(await goRound()).toEqual({ 'no-offer-of-what-is-taken': 1 })
    expect(await goRound()).toEqual({})
  })

  test('an offer to an expert who is not available, which a job did not withdraw', async () => {
    const questionId = await ask()
    await offer(questionId, [cast.carlos])
    const become = (set: string) => db.system.query(`update experts set ${set} where user_id = $1`, [cast.carlos])
    await become(`availability = 'AWAY', changed_at = clock_timestamp()`)
    expect((await seen()).get('no-offer-to-the-absent')?.violations).toBe(0)

    expect(await goRound()).toEqual({ 'no-offer-to-the-absent': 1 })
    await become(`availability = 'AVAILABLE'`)
    const { rows } = await db.system.query('select status from offers where question_id = $1', [questionId])
    expect(rows).toEqual([{ status: 'withdrawn' }])
    expect(await goRound()).toEqual({})
    expect((await rowOf(questionId)).wave_due_at).not.toBeNull()
    expect((await notifications(questionId)).at(-1)).toMatchObject({
      type: 'OFFER_CLOSED',
      inbox: [`user:${cast.carlos}`],
    })
    expect(await routeJobs(questionId)).toBe(2)
  })

  test('an offer to a blocked expert who is AVAILABLE', async () => {
    const questionId = await ask()
    await offer(questionId, [cast.carlos])
    await db.system.query('update users set is_blocked = true where id = $1', [cast.carlos])

    expect(await goRound()).toEqual({ 'no-offer-to-the-absent': 1 })
    expect(await goRound()).toEqual({})
    await db.system.query('update users set is_blocked = false where id = $1', [cast.carlos])
  })

  test('a prompt on a closed question', async () => {
    const questionId = await closed()
    await db.system.query(
      `insert into messages (id, company_id, question_id, type, author_kind)
        values (gen_random_uuid(), $1, $2, 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', 'SYSTEM')`,
      [cast.companyId, questionId],
    )
    expect((await seen()).get('no-prompt-on-what-is-closed')?.violations).toBe(1)

    expect(await goRound()).toEqual({ 'no-prompt-on-what-is-closed': 1 })
    expect(await goRound()).toEqual({})
  })

  test.each([
    ['a question that is long since to be routed', ask, 'wave', { turn: 'experts', wave_due_at: expect.any(Date) }],
    ['an escalation that nobody made', ask, 'escalation', { status: 'CLOSED_BY_ESCALATION', turn: 'agents' }],
    ['a lease that never lapsed', claimed, 'lease', { holder_id: null, turn: 'experts' }],
    ['an expiry that nobody made', ask, 'expiry', { status: 'EXPIRED', turn: null }],
    ['a silent asker whom nobody asked', answeredId, 'silence', { turn: 'asker', approval_due_at: expect.any(Date) }],
  ] as const)('%s', async (_, make, deadline, met) => {
    const questionId = await make()
    await breakIt(questionId, `${deadline}_due_at = now() - interval '6 minutes'`)
    expect((await seen()).get('deadlines-are-met')?.violations).toBe(1)

    expect(await goRound()).toEqual({ 'deadlines-are-met': 1 })
    expect((await seen()).get('deadlines-are-met')).toMatchObject({ violations: 0 })
    expect(await rowOf(questionId)).toMatchObject(met)
    expect(await goRound()).toEqual({})
  })

  test('an asker’s turn without an answer, and the load of its holder', async () => {
    const questionId = await claimed()
    await breakIt(
      questionId,
      `turn = 'asker', units = 0, lease_due_at = null, prompt_due_at = null, escalation_due_at = null`,
    )
    await db.system.query('update experts set load = load - 1 where user_id = $1', [cast.bruno])

    // The load follows the units, so it needs no repair of its own.
    expect(await goRound()).toEqual({ 'asker-has-answer': 1, 'held-question-weighs': 1 })
    expect(await rowOf(questionId)).toMatchObject({ turn: 'experts', units: 1 })
    expect(await goRound()).toEqual({})
  })

  test('a load that is not what is held', async () => {
    await db.system.query('update experts set load = load + 7 where user_id = $1', [cast.carla])

    expect(await goRound()).toEqual({ 'load-is-what-is-held': 1 })
    expect(await goRound()).toEqual({})
  })
})

describe('of what changed in the last seconds', () => {
  test('an open question is mended without a pass over all of them', async () => {
    const [old, fresh] = [await ask(), await ask()]
    await breakIt(old, `escalation_due_at = null, changed_at = clock_timestamp() - interval '1 hour'`)
    await breakIt(fresh, 'escalation_due_at = null')

    expect(await checkChanges()).toEqual({ 'experts-clock-runs': 1 })
    expect(await rowOf(old)).toMatchObject({ escalation_due_at: null })
    expect(await goRound()).toEqual({ 'experts-clock-runs': 1 })
  })

  test('an offer, a prompt and a load are mended without a pass', async () => {
    await db.system.query(
      `insert into offers (id, company_id, question_id, expert_id, round, wave) values (gen_random_uuid(), $1, $2, $3, 0, 1)`,
      [cast.companyId, await claimed(), cast.carlos],
    )
    await db.system.query(
      `insert into messages (id, company_id, question_id, type, author_kind)
        values (gen_random_uuid(), $1, $2, 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', 'SYSTEM')`,
      [cast.companyId, await closed()],
    )
    await db.system.query('update experts set load = load + 7, changed_at = clock_timestamp() where user_id = $1', [
      cast.carla,
    ])

    expect(await checkChanges()).toEqual({
      'no-offer-of-what-is-taken': 1,
      'no-prompt-on-what-is-closed': 1,
      'load-is-what-is-held': 1,
    })
  })

  test('a sandbox has changes of the last seconds of its own clock', async () => {
    const [old, fresh] = [await ask(), await ask()]
    const shift = (offset: string) =>
      db.system.query('update companies set clock_offset = $2 where id = $1', [cast.companyId, offset])
    await shift('1 minute')
    await breakIt(old, `escalation_due_at = null, changed_at = company_now(company_id) - interval '30 seconds'`)
    await breakIt(fresh, 'escalation_due_at = null, changed_at = company_now(company_id)')

    expect(await checkChanges()).toEqual({ 'experts-clock-runs': 1 })
    expect(await rowOf(old)).toMatchObject({ escalation_due_at: null })
    await shift('0')
    expect(await goRound()).toEqual({ 'experts-clock-runs': 1 })
  })
})

test('questions of two companies are mended and counted, each by the clock of its company', async () => {
  const other = await inviteCast(db)
  const there = stageOf(db, other)
  const [here, far] = [await claimed(), await there.ask()]
  await there.offer(far, [other.bruno])
  await there.run((tx) => makeChange(tx, claimQuestion(there.expert(other.bruno), { questionId: far })))
  const shift = (offset: string) =>
    db.system.query('update companies set clock_offset = $2 where id = $1', [other.companyId, offset])
  await shift('1 minute')
  for (const [questionId, { companyId, carlos }] of [
    [here, cast],
    [far, other],
  ] as const) {
    await breakIt(questionId, 'escalation_due_at = null')
    await db.system.query(
      `insert into offers (id, company_id, question_id, expert_id, round, wave) values (gen_random_uuid(), $1, $2, $3, 0, 7)`,
      [companyId, questionId, carlos],
    )
  }

  expect(await goRound()).toEqual({ 'experts-clock-runs': 2, 'no-offer-of-what-is-taken': 2 })
  await shift('0')
  const { rows } = await db.system.query(
    `select q.escalation_due_at as due, o.closed_at as closed, (select sum(count)::int from repairs r where r.company_id = q.company_id and r.company_id = $3) as repairs
      from questions q join offers o on o.question_id = q.id and o.wave = 7 where q.id in ($1, $2) order by q.id = $2`,
    [here, far, other.companyId],
  )
  expect(rows).toMatchObject([{ repairs: null }, { repairs: 2 }])
  const [near, ahead] = rows
  expect(ahead.due - near.due).toBeGreaterThan(50_000)
  expect(ahead.closed - near.closed).toBeGreaterThan(50_000)
})

describe('one reconciler at a time', () => {
  test('a process takes no step while another one does', async () => {
    await db.system.query(`update reconciliation set due_at = clock_timestamp() - interval '1 second'`)
    const other = await db.system.connect()
    await other.query('begin')
    await other.query('select from reconciliation for update')

    expect(await reconcile(db)).toBeUndefined()
    await other.query('rollback')
    other.release()
    expect(await reconcile(db)).toBeDefined()
  })

  test('a process takes no step before it is due', async () => {
    await checkChanges()
    expect(await reconcile(db)).toBeUndefined()
  })

  test('a step that fails changes nothing and is taken again', async () => {
    const questionId = await ask()
    await breakIt(questionId, 'escalation_due_at = null')
    const before = await progress()
    await db.system.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'dies'; end $$`,
    )
    await db.system.query(`update reconciliation set due_at = '2000-01-01', changes_at = '2000-01-01'`)
    await db.system.query('create trigger fail before update on reconciliation for each row execute function fail()')

    await expect(reconcile(db)).rejects.toThrow('dies')
    await db.system.query('drop trigger fail on reconciliation')
    expect(await rowOf(questionId)).toMatchObject({ escalation_due_at: null })
    expect(await progress()).toMatchObject({ passed_id: before.passed_id })
    expect((await reconcile(db))?.repaired).toEqual({ 'experts-clock-runs': 1 })
  })
})

test('a deadline missed by less than five minutes, or with a dead letter, is no violation', async () => {
  const [young, dead] = [await ask(), await ask()]
  await breakIt(young, `wave_due_at = now() - interval '4 minutes'`)
  await breakIt(dead, `wave_due_at = now() - interval '6 minutes'`)
  const company = { id: dead, companyId: cast.companyId, deadline: 'wave' } as const
  await keepDeadDeadline(db, company, { reason: 'failed', attempts: 5 })

  expect((await seen()).get('deadlines-are-met')?.violations).toBe(0)
  expect(await goRound()).toEqual({})
})

test('a question that is being moved right now is left alone', async () => {
  const questionId = await ask()
  await run(async (tx) => {
    await tx.orm.update(questions).set({ waveDueAt: null }).where(eq(questions.id, questionId))
    expect(await goRound()).toEqual({})
    await tx.orm.update(questions).set({ waveDueAt: sql`now()` }).where(eq(questions.id, questionId))
  })
})
