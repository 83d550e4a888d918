import { inviteCast, openTestDatabase } from '@askline/testing'
import { beforeEach, expect, test } from 'vitest'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const s = stageOf(db, await inviteCast(db))
const { companyId } = s.cast

/** Adds outbox rows with `jobs` jobs each, written `seconds` ago. */
async function leaveInOutbox(rows: number, jobs: number, seconds: number): Promise<void> {
  await db.system.query(
    `insert into outbox (company_id, jobs, created_at)
      select $1, (select jsonb_agg('{}'::jsonb) from generate_series(1, $3)), clock_timestamp() - $4 * interval '1 second'
      from generate_series(1, $2)`,
    [companyId, rows, jobs, seconds],
  )
}

async function askWithoutJob(): Promise<string> {
  const questionId = await s.ask()
  await db.system.query('delete from outbox')
  return questionId
}

async function routingIsAsked(questionId: string): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `select from outbox where jobs @> jsonb_build_array(jsonb_build_object('job', 'route-question', 'payload',
      jsonb_build_object('questionId', $1::text)))`,
    [questionId],
  )
  return rowCount === 1
}

async function secondsUntilRetry(questionId: string): Promise<number> {
  const { rows } = await db.system.query<{ seconds: number }>(
    'select extract(epoch from wave_due_at - clock_timestamp())::float8 as seconds from questions where id = $1',
    [questionId],
  )
  return rows[0]?.seconds ?? Number.NaN
}

beforeEach(async () => {
  await db.system.query('delete from outbox')
})

test('a question whose job was lost asks routing again, and retries every 15 s', async () => {
  const questionId = await askWithoutJob()

  await s.comes(questionId, 'wave')

  expect(await routingIsAsked(questionId)).toBe(true)
  expect(await secondsUntilRetry(questionId)).toBeLessThanOrEqual(15)
})

test.for([
  { rows: 101, jobs: 1 },
  { rows: 1, jobs: 101 },
])(
  'while jobs wait for Redis in $rows rows of $jobs, a question asks routing and retries after two minutes',
  async ({ rows, jobs }) => {
    const questionId = await askWithoutJob()
    await leaveInOutbox(rows, jobs, 16)

    await s.comes(questionId, 'wave')

    expect(await routingIsAsked(questionId)).toBe(true)
    expect(await secondsUntilRetry(questionId)).toBeGreaterThan(60)
  },
)

test.for([
  { rows: 101, seconds: 5, reason: 'were written now' },
  { rows: 100, seconds: 16, reason: 'are few, because Redis may refuse them' },
])('jobs that $reason delay no retry', async ({ rows, seconds }) => {
  const questionId = await askWithoutJob()
  await leaveInOutbox(rows, 1, seconds)

  await s.comes(questionId, 'wave')

  expect(await secondsUntilRetry(questionId)).toBeLessThanOrEqual(15)
})
