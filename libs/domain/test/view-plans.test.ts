import { companies, readCompany, statement, types } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { findConversations } from '../src/views/conversation.ts'
import { listQuestions } from '../src/views/list.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

const replanned = statement({
  name: 'replanned-statements',
  row: { name: types.text, generic: types.float, custom: types.float },
  text: `select name, generic_plans::float8 as generic, custom_plans::float8 as custom from pg_prepared_statements
    where name in ('view-responses', 'view-messages') order by name`,
})

// Through a pooler nothing has a name, or another one.
test.skipIf(db.pooler)('a connection plans the statements of a conversation once', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const questionId = await s.ask()

  const plans = await readCompany(db, cast.companyId, async (tx) => {
    for (let n = 0; n < 8; n++) await findConversations(tx, [questionId])
    return tx.query(replanned, [])
  })

  expect(plans.map(({ name }) => name)).toEqual(['view-messages', 'view-responses'])
  for (const { custom, generic } of plans) expect({ custom, generic }).toEqual({ custom: 0, generic: 8 })
})

const planMode = statement({
  name: 'plan-mode',
  row: { mode: types.text },
  text: `select current_setting('plan_cache_mode') as mode`,
})

test('a list with optional filters and a query of Drizzle are planned for their values, and later transactions are not', async () => {
  const cast = await inviteCast(db)
  const actor = { kind: 'integration', integrationId: cast.integrationId, companyId: cast.companyId } as const

  const [mode] = await readCompany(db, cast.companyId, async (tx) => {
    await listQuestions(tx, actor, { limit: 1 }, '')
    return tx.query(planMode, [])
  })
  const [ormMode] = await readCompany(db, cast.companyId, async (tx) => {
    await tx.orm.select().from(companies)
    return tx.query(planMode, [])
  })
  const [next] = await readCompany(db, cast.companyId, (tx) => tx.query(planMode, []))

  expect(mode).toEqual({ mode: 'auto' })
  expect(ormMode).toEqual({ mode: 'auto' })
  expect(next).toEqual({ mode: db.pooler === 'transaction' ? 'auto' : 'force_generic_plan' })
})
