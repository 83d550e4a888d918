import { inviteCast, openTestDatabase, rowsRead as rowsReadIn } from '@askline/testing'
import { expect, test } from 'vitest'
import '../src/routing/limbo.ts'
import '../src/views/inbox.ts'
import '../src/views/list.ts'
import '../src/views/live.ts'
import '../src/views/search.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase({ statementMs: 60_000 })
const cast = await inviteCast(db)
const questionId = await stageOf(db, cast).ask()
const count = 3_000
/** Asked every fifth question, and has no messages. */
const quiet = cast.dora
await db.system.query(
  `insert into questions (id, company_id, asker_id, category_id, type, subject, text, folded, company_tags, languages, expires_at,
     turn, num_responses, queued_at, changed_at)
   select gen_random_uuid(), company_id, case when n % 5 = 0 then $3 else asker_id end, category_id, type, subject, 'Transfer ' || n, 'transfer ' || n, company_tags, languages,
     clock_timestamp() + interval '1 day', 'experts', 0, clock_timestamp() - n * interval '1 s', clock_timestamp() - n * interval '1 s'
   from questions, generate_series(1, $2::int) n where id = $1`,
  [questionId, count, quiet],
)
await db.system.query(
  `insert into messages (id, company_id, question_id, type, author_id, author_kind, body, folded, external_ids)
   select gen_random_uuid(), company_id, id, 'MESSAGE', asker_id, 'USER', text, folded,
     jsonb_build_array(jsonb_build_object('id', 'M-' || row_number() over (), 'system', 'zd'))
   from questions where company_id = $1 and asker_id <> $2`,
  [cast.companyId, quiet],
)
await db.system.query(
  `insert into responses (id, company_id, question_id, author_id, type)
   select gen_random_uuid(), company_id, id, case when n = 1 then $2::uuid else $3::uuid end, 'EXPERT'
   from questions, generate_series(1, 20) n where company_id = $1`,
  [cast.companyId, cast.bruno, cast.carla],
)
await db.system.query(
  `insert into question_external_ids (company_id, system, external_id, question_id)
   select company_id, 'zd', 'T-' || row_number() over (), id from questions where company_id = $1`,
  [cast.companyId],
)
// Of 3,000 questions 300 changed in the last hour. Postgres expects a third for a time that it does not know.
await db.system.query(
  `update questions set changed_at = changed_at - interval '2 hours' where company_id = $1 and changed_at < clock_timestamp() - interval '5 minutes'`,
  [cast.companyId],
)
// An expert of another company has more offers than this one has questions. Postgres expects as many for each expert.
const other = await inviteCast(db)
await db.system.query(
  `with made as (
     insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, languages, expires_at, turn, changed_at)
     select gen_random_uuid(), company_id, asker_id, category_id, type, subject, text, company_tags, languages, expires_at, 'experts',
       clock_timestamp() - interval '2 hours'
     from questions, generate_series(1, $2::int) where id = $1 returning id, company_id
   ) insert into offers (id, company_id, question_id, expert_id, round, wave)
     select gen_random_uuid(), company_id, id, $3, 0, 1 from made`,
  [await stageOf(db, other).ask(), 4 * count, other.carla],
)
await db.system.query(
  `insert into offers (id, company_id, question_id, expert_id, round, wave)
   select gen_random_uuid(), company_id, id, $2, 0, 1 from questions where id = $1`,
  [questionId, cast.bruno],
)
// Most questions of a third company are open to everyone.
const backlog = await inviteCast(db, { capacity: 5 })
await db.system.query(
  `insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, languages, expires_at, turn,
     changed_at, queued_at, open_to_all_at)
   select gen_random_uuid(), company_id, asker_id, category_id, type, subject, text, company_tags, languages, expires_at, 'experts',
     clock_timestamp() - interval '2 hours', timestamptz '2026-01-01 12:00Z' + n * interval '1 s', case when n % 10 > 0 then clock_timestamp() end
   from questions, generate_series(1, $2::int) n where id = $1`,
  [await stageOf(db, backlog).ask(), 2 * count],
)
await db.system.query(
  'vacuum analyze questions, offers, messages, message_external_ids, responses, question_external_ids',
)

const rowsRead = (name: string, given: readonly string[], unit: 'rows' | 'blocks' = 'rows') =>
  rowsReadIn(db, cast.companyId, name, given, unit)

const few = 300

test('a page of a search reads no more questions and messages than it needs', async () => {
  const noFilter = Array.from({ length: 11 }, () => 'null')
  const values = [`'${cast.companyId}'`, ...noFilter, `'{%transfer%}'`, '51']

  const { questions, messages = 0 } = await rowsRead('search-questions', values)

  expect(questions).toBeLessThan(few)
  expect(messages).toBeLessThan(few)
})

test('the check for broken invariants reads only the questions that changed', async () => {
  const { questions } = await rowsRead('find-changed-for-limbo', [`clock_timestamp() - interval '9.5 s'`, '5000'])

  expect(questions).toBeLessThan(few)
})

test('the offers of an expert who has one are found without the other questions of the company', async () => {
  const { questions = 0, offers } = await rowsRead('inbox-offered', [
    `'${cast.bruno}'`,
    '51',
    'false',
    'now()',
    ...Array.from({ length: 3 }, () => 'null'),
  ])

  expect(questions).toBeLessThan(few)
  expect(offers).toBeLessThan(few)
})

test.each([
  ['the first page', 0],
  ['a page behind thousands', 2 * count - 500],
])('%s of open questions reads no more of them than it shows', async (_page, n) => {
  const at = (Date.UTC(2026, 0, 1, 12) + n * 1_000) * 1_000
  const values = [`'${backlog.bruno}'`, '51', 'true', 'now()', '2', `${at}`, `'${backlog.bruno}'`]

  const { questions } = await rowsReadIn(db, backlog.companyId, 'inbox-offered', values)

  expect(questions).toBeLessThan(few)
})

test('the open questions of an inbox are counted up to a thousand', async () => {
  const { questions } = await rowsReadIn(db, backlog.companyId, 'inbox-counts', [`'${backlog.bruno}'`, 'true'])

  expect(questions).toBe(1_000)
})

test('a page of answered questions reads no more answers than it shows', async () => {
  const { responses, questions } = await rowsRead('inbox-answered', [`'${cast.bruno}'`, 'null', '51', 'null'])

  expect(responses).toBeLessThan(few)
  expect(questions).toBeLessThan(few)
})

test('a page of messages of an asker reads none of other askers', async () => {
  const values = [`'${cast.companyId}'`, `'user'`, `'${quiet}'`, ...Array.from({ length: 7 }, () => 'null'), '51']

  const { messages } = await rowsRead('list-messages', values)

  expect(messages).toBe(0)
})

test('a page of an asker with many questions reads no more questions than it shows', async () => {
  const values = [
    `'${cast.companyId}'`,
    `'user'`,
    `'${cast.ada}'`,
    `'${cast.ada}'`,
    ...Array.from({ length: 4 }, () => 'null'),
  ]

  const { questions } = await rowsRead('list-questions', [...values, '51', '0'])

  expect(questions).toBeLessThan(few)
})

test('a page of messages of an expert reads none of questions that the expert may not see', async () => {
  const values = [`'${cast.companyId}'`, `'expert'`, `'${quiet}'`, ...Array.from({ length: 7 }, () => 'null'), '51']

  const { messages } = await rowsRead('list-messages', values)

  expect(messages).toBe(0)
})

test('a question is found by its external id without the questions after it', async () => {
  const values = [`'${cast.companyId}'`, `'integration'`, 'null', 'null', 'null', 'null', `'T-9'`]

  const { questions } = await rowsRead('list-questions', [...values, 'null', '51', '0'])
  const { question_external_ids: blocks } = await rowsRead('list-questions', [...values, 'null', '51', '0'], 'blocks')

  // Once for the page, and once for its columns.
  expect(questions).toBe(2)
  expect(blocks).toBeLessThan(12)
})

test('a message is found by its external id without the messages after it', async () => {
  const values = [
    `'${cast.companyId}'`,
    `'integration'`,
    ...Array.from({ length: 6 }, () => 'null'),
    `'M-9'`,
    'null',
    '51',
  ]

  const { messages } = await rowsRead('list-messages', values)
  const { message_external_ids: blocks } = await rowsRead('list-messages', values, 'blocks')

  expect(messages).toBe(1)
  expect(blocks).toBeLessThan(12)
})

test('the counts of the last hour read only what changed in it', async () => {
  const { questions } = await rowsRead('count-last-hour', [`'${cast.companyId}'`])

  // Some were older than five minutes when the test had written all.
  expect(questions).toBeGreaterThan(few / 2)
  expect(questions).toBeLessThan(2 * few)
})
