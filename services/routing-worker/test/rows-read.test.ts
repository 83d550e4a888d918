import { inviteCast, openTestDatabase, rowsRead } from '@askline/testing'
import { expect, test } from 'vitest'
import '@askline/domain/routing/find-invariants'
import { inSystem } from '@askline/db'
import { findSettledChanges } from '@askline/learning/evidence/settled-questions'

const db = await openTestDatabase({ statementMs: 60_000 })
const { companyId, ada } = await inviteCast(db)
await db.system.query(
  `insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, status, closed_at, expires_at, changed_at)
   select gen_random_uuid(), $1, $2, (select id from categories where company_id = $1 limit 1), 'QUESTION', 'Transfer', 'Transfer', '{}',
     'RESOLVED', at, at, at
   from (select clock_timestamp() - n * interval '1 minute' as at from generate_series(1, 3000) n) made`,
  [companyId, ada],
)
await db.system.query(
  'update questions set first_response_at = changed_at where company_id = $1 and extract(minute from changed_at)::int % 2 = 0',
  [companyId],
)
await db.system.query('vacuum analyze questions')

test('the refresh of the evidence reads only the settled questions that changed', async () => {
  const since = `clock_timestamp() - interval '10.5 minutes'`
  const windows = [`array['${companyId}']::uuid[]`, `array[${since}]`, since]

  const { questions } = await rowsRead(db, companyId, 'settled-changes', windows)

  expect(questions).toBe(10)
})

test('broken invariants are counted without the closed questions', async () => {
  const { questions } = await rowsRead(db, companyId, 'count-violations', [`'${companyId}'`])

  expect(questions).toBe(0)
})

test('the time of the last answer is found without all past questions', async () => {
  const { questions } = await rowsRead(db, companyId, 'last-response', [`'${companyId}'`, '20'])

  expect(questions).toBe(20)
})

test('a refresh reads more changes than a function of JavaScript takes arguments', async () => {
  const many = await inviteCast(db)
  await db.system.query(
    `insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, status, closed_at, expires_at)
     select gen_random_uuid(), $1, $2, (select id from categories where company_id = $1 limit 1), 'QUESTION', 'Transfer', 'Transfer', '{}',
       'EXPIRED', clock_timestamp(), clock_timestamp() from generate_series(1, 150000)`,
    [many.companyId, many.ada],
  )
  const windows = [{ companyId: many.companyId, since: new Date(Date.now() - 600_000) }]

  const changes = await inSystem(db, (tx) => findSettledChanges(tx, windows))

  expect(changes).toHaveLength(150_000)
}, 60_000)
