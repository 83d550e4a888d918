import { newId } from '@askline/db'
import type { NewExpert } from '@askline/domain/administration/create-expert'
import { makeChange } from '@askline/domain/changes/make-changes'
import { addedResponse, markAsResolved, respond } from '@askline/domain/questions/respond'
import { advanceClock, findAdvance, findClock } from '@askline/domain/routing/clock-advances'
import { stepClock, takeAdvances } from '@askline/domain/routing/clock-step'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { expect, it, vi } from 'vitest'
import { clockAdvancer } from '../src/loops/clock-advancer.ts'
import { sweepers } from '../src/loops/sweeper.ts'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, offersOf, questionRow, type TestCompany } from './company.ts'
import { runLoops } from './running-loops.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const patient = { timeout: 20_000, interval: 50 }

function keeping(): void {
  const cache = buildEvidenceCache(db)
  runLoops(clockAdvancer(db, buildRouter(db, cache), cache, logger))
}

async function sandbox(experts: Partial<NewExpert>[] = []) {
  const company = await foundCompany(db, { isSandbox: true })
  for (const profile of experts) await company.hire(profile)
  return company
}

const advance = ({ run, companyId }: TestCompany, by: string) =>
  run((tx) => advanceClock(tx, { companyId, advance: by }))

const finished = ({ run, companyId }: TestCompany, { uuid }: { uuid: string }) =>
  vi.waitFor(async () => {
    const view = await run((tx) => findAdvance(tx, companyId, uuid))
    expect(view.isFinished).toBe(true)
    return view
  }, patient)

/** Returns the events of a question, each with its time in s after the ask by the company's clock. */
async function story(questionId: string): Promise<[string, number][]> {
  const { rows } = await db.system.query<{ type: string; s: number }>(
    `select e.type, extract(epoch from e.at - q.created_at)::float8 as s from question_events e join questions q on q.id = e.question_id
      where e.question_id = $1 order by e.seq`,
    [questionId],
  )
  return rows.map(({ type, s }) => [type, Math.floor(s)])
}

it('during an eight-hour advance offers lapse, the prompt appears and the agents take over, each at its own time', async () => {
  const company = await sandbox([{}, {}, {}, {}, {}])
  keeping()
  const questionId = await company.ask()

  const view = await finished(company, await advance(company, 'PT8H1M'))

  const told = await story(questionId)
  expect(told.map(([type]) => type)).toEqual([
    'QUESTION_APPROVED',
    'QUESTION_OFFERED',
    'QUESTION_OFFERED',
    'CUSTOMER_REROUTE_PROMPT',
    'QUESTION_ESCALATED_BY_TIME',
  ])
  const seconds = told.map(([, s]) => s)
  // The second wave follows one lapse of 90 s. Two lapses would take 180 s.
  expect(seconds[2]! - seconds[1]!).toBeGreaterThanOrEqual(89)
  expect(seconds[2]! - seconds[1]!).toBeLessThan(179)
  expect(seconds.slice(3)).toEqual([0.6 * 8 * 3600, 8 * 3600])
  expect((await offersOf(db, questionId)).map(({ status }) => status)).toEqual([
    ...Array(3).fill('timed_out'),
    ...Array(2).fill('withdrawn'),
  ])
  expect(await questionRow(db, questionId)).toMatchObject({ turn: 'agents', rerouteType: 'BY_INACTIVITY' })
  expect(Date.parse(view.to ?? '') - Date.parse(view.from ?? '')).toBe((8 * 3600 + 60) * 1000)
  expect(view.moves).toBeGreaterThanOrEqual(8)
})

it('after a week of silence a question marked as resolved is approved, and an answered one is marked first', async () => {
  const company = await sandbox([{}])
  keeping()
  const [marked, open] = [await company.ask(), await company.ask()]
  await finished(company, await advance(company, 'PT1M'))
  for (const questionId of [marked, open]) {
    const expertId = (await offersOf(db, questionId))[0]!.expertId
    const actor = { kind: 'expert', userId: expertId, companyId: company.companyId } as const
    const { responseId } = await company.run((tx) =>
      makeChange(tx, respond(actor, { questionId, text: 'So.' })).then(addedResponse),
    )
    if (questionId === marked) await company.run((tx) => makeChange(tx, markAsResolved(actor, { responseId })))
  }

  await finished(company, await advance(company, 'P7D'))

  expect([(await questionRow(db, marked))?.status, (await questionRow(db, open))?.status]).toEqual([
    'RESOLVED',
    'RESOLVED',
  ])
  const [[mark, markedAt], [end, endedAt]] = (await story(open)).slice(-2) as [[string, number], [string, number]]
  expect([mark, end, endedAt - markedAt]).toEqual(['QUESTION_MARKED_AS_RESOLVED', 'QUESTION_RESOLVED', 3 * 86_400])
})

it('an expert whose shift begins within the advance is offered waiting questions at that time', async () => {
  const now = new Date()
  const opensAt = new Date(now.getTime() + 3 * 3_600_000)
  const hour = String(opensAt.getUTCHours()).padStart(2, '0')
  const day = opensAt.getUTCDay()
  const to = hour === '23' ? '23:59' : `${String(opensAt.getUTCHours() + 1).padStart(2, '0')}:00`
  const workingHours = { timeZone: 'UTC', days: [{ day, from: `${hour}:00`, to }] }
  const company = await sandbox()
  const expertId = await company.hire()
  await db.system.query('update experts set working_hours = $2 where user_id = $1', [
    expertId,
    JSON.stringify(workingHours),
  ])
  keeping()
  const questionId = await company.ask()

  await finished(company, await advance(company, 'PT4H'))

  const { rows } = await db.system.query<{ at: Date }>('select created_at as at from offers where question_id = $1', [
    questionId,
  ])
  expect(rows).toHaveLength(1)
  expect(rows[0]!.at.toISOString().slice(11, 16)).toBe(`${hour}:00`)
})

it('waiting questions are checked together, and this does not end a running offer early', async () => {
  const company = await sandbox([{}, {}, {}, {}, {}])
  const router = buildRouter(db, buildEvidenceCache(db))
  const [offered, ...waiting] = [await company.ask(), await company.ask(), await company.ask()]
  for (const questionId of [offered, ...waiting]) await router.route(questionId)
  await db.system.query('update offers set due_at = null where question_id = any($1::uuid[])', [waiting])
  // A checked question is checked again 15 s later, which is after the running offer even on a slow machine.
  for (const [n, questionId] of [waiting[0], offered, waiting[1]].entries()) {
    await db.system.query(
      `update questions set wave_due_at = clock_timestamp() + $2 * interval '10 seconds' where id = $1`,
      [questionId, n + 1],
    )
  }
  const asked = await advance(company, 'PT1H')
  const runner = newId()
  const one = { advanceId: asked.uuid, companyId: company.companyId }
  await takeAdvances(db, runner)

  await stepClock(db, one, runner)
  const [first, second] = [await stepClock(db, one, runner), await stepClock(db, one, runner)]

  expect(first).toMatchObject({ kind: 'moved', toRoute: waiting, failed: [] })
  expect(second).toMatchObject({ kind: 'moved', toRoute: expect.arrayContaining([offered]) })
})

it('another worker continues an advance whose worker was killed, and nothing happens twice', async () => {
  const company = await sandbox([{}, {}, {}, {}])
  const questionId = await company.ask()
  const asked = await advance(company, 'PT9H')
  const one = { advanceId: asked.uuid, companyId: company.companyId }
  const killed = newId()
  expect(await takeAdvances(db, killed)).toContainEqual(one)
  for (let n = 0; n < 5; n++) expect(await stepClock(db, one, killed)).toMatchObject({ kind: 'moved' })
  await db.system.query(`update clock_advances set lease_until = clock_timestamp() where id = $1`, [asked.uuid])

  keeping()
  keeping()
  const view = await finished(company, asked)

  expect(await stepClock(db, one, killed)).toEqual({ kind: 'lost' })
  const types = (await story(questionId)).map(([type]) => type)
  expect(types.filter((type) => type === 'CUSTOMER_REROUTE_PROMPT')).toHaveLength(1)
  expect(types.at(-1)).toBe('QUESTION_ESCALATED_BY_TIME')
  expect(Date.parse(view.to ?? '') - Date.parse(view.from ?? '')).toBe(9 * 3_600_000)
})

it('concurrent advances run one after the other, and add up', async () => {
  const company = await sandbox()
  const asked = await Promise.all(['PT1H', 'PT2H', 'PT3H'].map((by) => advance(company, by)))
  keeping()
  keeping()

  const views = await Promise.all(asked.map((one) => finished(company, one)))

  const spans = views
    .map(({ from, to }) => [Date.parse(from ?? ''), Date.parse(to ?? '')] as const)
    .sort(([a], [b]) => a - b)
  for (const [n, [from]] of spans.slice(1).entries()) expect(Math.abs(from - spans[n]![1])).toBeLessThanOrEqual(20_000)
  const clock = await company.run((tx) => findClock(tx, company.companyId))
  expect(clock).toMatchObject({ isSandbox: true, ahead: 'PT6H', advance: { isFinished: true } })
})

it('sweepers skip a sandbox while its clock is moved, and every deadline is met once', async () => {
  const company = await sandbox([{}, {}, {}])
  runLoops(...sweepers(db, logger))
  keeping()
  const questionIds = await Promise.all(Array.from({ length: 10 }, () => company.ask()))

  await finished(company, await advance(company, 'PT8H'))

  for (const questionId of questionIds) {
    const told = await story(questionId)
    const types = told.map(([type]) => type)
    expect(types.filter((type) => type === 'CUSTOMER_REROUTE_PROMPT' || type === 'QUESTION_ESCALATED_BY_TIME')).toEqual(
      ['CUSTOMER_REROUTE_PROMPT', 'QUESTION_ESCALATED_BY_TIME'],
    )
    expect(told.find(([type]) => type === 'CUSTOMER_REROUTE_PROMPT')?.[1]).toBe(0.6 * 8 * 3600)
  }
})

it('a deadline that fails becomes a dead letter, and the advance continues', async () => {
  const company = await sandbox([{}])
  const [bad, good] = [await company.ask(), await company.ask()]
  await db.system.query(
    `insert into question_events (question_id, seq, company_id, type, actor_kind, audience)
      select $1, n, $2, 'QUESTION_EDITED', 'system', '{}' from generate_series(3, 9) n`,
    [bad, company.companyId],
  )
  keeping()

  await finished(company, await advance(company, 'PT8H1M'))

  expect(await questionRow(db, good)).toMatchObject({ turn: 'agents' })
  const { rows } = await db.system.query('select kind, name, reason from dead_letters where question_id = $1', [bad])
  expect(rows).toEqual([{ kind: 'deadline', name: 'prompt', reason: 'postgres_23505' }])
})

it('only a sandbox can move its clock, only forward, and within limits of time and number', async () => {
  const company = await sandbox()
  const real = await foundCompany(db)

  await expect(advance(real, 'PT1H')).rejects.toMatchObject({ code: 'not_a_sandbox' })
  for (const by of ['PT0S', 'P32D', 'tomorrow', '-PT1H']) {
    await expect(advance(company, by)).rejects.toMatchObject({ code: 'duration_invalid' })
  }
  await Promise.all(Array.from({ length: 20 }, () => advance(company, 'PT1S')))
  await expect(advance(company, 'PT1S')).rejects.toMatchObject({ code: 'too_many_advances' })
})
