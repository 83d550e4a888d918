import { readCompany, statement, types } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { findConversations } from '../src/views/conversation.ts'
import { stageOf } from './stage.ts'

const db = await openTestDatabase()

const replanned = statement({
  name: 'replanned-statements',
  row: { name: types.text, generic: types.float, custom: types.float },
  text: `select name, generic_plans::float8 as generic, custom_plans::float8 as custom from pg_prepared_statements
    where name in ('view-responses', 'view-messages') order by name`,
})

// Postgres plans the first five calls for their values, and then compares the costs. Through a pooler nothing has a name.
test.skipIf(db.isPooled)('a connection keeps its plans for the conversation of one question', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const questionId = await s.ask()

  const plans = await readCompany(db, cast.companyId, async (tx) => {
    for (let n = 0; n < 8; n++) await findConversations(tx, [questionId])
    return tx.query(replanned, [])
  })

  expect(plans.map(({ name }) => name)).toEqual(['view-messages', 'view-responses'])
  for (const { custom, generic } of plans) {
    expect(custom).toBeLessThanOrEqual(5)
    expect(generic).toBeGreaterThan(0)
  }
})
