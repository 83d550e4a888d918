import { registeredStatements } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import '../src/routing/limbo.ts'
import '../src/views/search.ts'
import { stageOf } from './stage.ts'

type Node = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] }

const db = await openTestDatabase()
const cast = await inviteCast(db)
const questionId = await stageOf(db, cast).ask()
const count = 3_000
await db.system.query(
  `insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, languages, expires_at,
     turn, num_responses, queued_at, changed_at)
   select gen_random_uuid(), company_id, asker_id, category_id, type, subject, 'Transfer ' || n, company_tags, languages,
     clock_timestamp() + interval '1 day', 'experts', 0, clock_timestamp() - n * interval '1 s', clock_timestamp() - n * interval '1 s'
   from questions, generate_series(1, $2::int) n where id = $1`,
  [questionId, count],
)
await db.system.query(
  `insert into messages (id, company_id, question_id, type, author_id, author_kind, body)
   select gen_random_uuid(), company_id, id, 'MESSAGE', asker_id, 'USER', text from questions where company_id = $1`,
  [cast.companyId],
)
await db.system.query('analyze questions, messages')

/** Returns how many rows of each table a statement reads, planned as a service plans it. */
async function rowsRead(name: string, values: readonly string[]): Promise<Record<string, number>> {
  const found = registeredStatements().find((one) => one.name === name)
  const client = await db.system.connect()
  try {
    await client.query('begin')
    await client.query(
      `set local plan_cache_mode = ${found?.isPlannedForValues ? 'force_custom_plan' : 'force_generic_plan'}`,
    )
    await client.query(`prepare measured as ${found?.text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (analyze, format json) execute measured(${values.join(', ')})`,
    )
    const read: Record<string, number> = {}
    const visit = (node: Node) => {
      const table = node['Relation Name']
      if (table) read[table] = (read[table] ?? 0) + node['Actual Rows'] * node['Actual Loops']
      for (const inner of node.Plans ?? []) visit(inner)
    }
    for (const row of rows) for (const { Plan } of row['QUERY PLAN']) visit(Plan)
    return read
  } finally {
    await client.query('rollback; deallocate all')
    client.release()
  }
}

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
