import { inviteCast, openTestDatabase } from '@askline/testing'
import { beforeEach, expect, test } from 'vitest'
import { stageOf } from './stage.ts'

const db = await openTestDatabase()
const s = stageOf(db, await inviteCast(db))
const { companyId } = s.cast

async function leaveInOutbox(rows: number, seconds: number): Promise<void> {
  await db.system.query(
    `insert into outbox (company_id, jobs, created_at)
      select $1, '[]', clock_timestamp() - $3 * interval '1 second' from generate_series(1, $2)`,
    [companyId, rows, seconds],
  )
}

async function routingIsAsked(questionId: string): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `select from outbox where jobs @> jsonb_build_array(jsonb_build_object('job', 'route-question', 'payload',
      jsonb_build_object('questionId', $1::text)))`,
    [questionId],
  )
  return rowCount === 1
}

async function looksAgainInSeconds(questionId: string): Promise<number> {
  const { rows } = await db.system.query<{ seconds: number }>(
    'select extract(epoch from wave_due_at - clock_timestamp())::float8 as seconds from questions where id = $1',
    [questionId],
  )
  return rows[0]?.seconds ?? Number.NaN
}

async function askWithoutJob(): Promise<string> {
  const questionId = await s.ask()
  await db.system.query('delete from outbox where company_id = $1', [companyId])
  return questionId
}

beforeEach(async () => {
  await db.system.query('delete from outbox where company_id = $1', [companyId])
})

test('a question whose job was lost asks routing again', async () => {
  const questionId = await askWithoutJob()

  await s.comes(questionId, 'wave')

  expect(await routingIsAsked(questionId)).toBe(true)
})

test('while many jobs of the company wait for Redis, a question waits without another job and looks again 15 s later', async () => {
  const questionId = await askWithoutJob()
  await leaveInOutbox(101, 16)

  await s.comes(questionId, 'wave')

  expect(await routingIsAsked(questionId)).toBe(false)
  expect(await looksAgainInSeconds(questionId)).toBeGreaterThan(10)
})

test.for([
  { rows: 101, seconds: 5, reason: 'are young' },
  { rows: 100, seconds: 16, reason: 'are few, because Redis may refuse them' },
])('jobs that $reason keep no question from asking routing', async ({ rows, seconds }) => {
  const questionId = await askWithoutJob()
  await leaveInOutbox(rows, seconds)

  await s.comes(questionId, 'wave')

  expect(await routingIsAsked(questionId)).toBe(true)
})
