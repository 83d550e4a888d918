import { type Database, inSystem, questions, statement, types } from '@askline/db'
import { byCompany } from '../by-company.ts'
import { ahead, maybeDueAhead, moveDueQuestions } from './due.ts'
import { isOverdue } from './invariants.ts'
import { countRepairs, type Repairs } from './repair-counts.ts'

const overdue = statement({
  name: 'find-overdue',
  params: [types.int],
  row: { id: questions.id, companyId: questions.companyId },
  text: `with ${ahead}, late as materialized (
      select q.id, q.company_id from questions q where ${isOverdue('statement_timestamp()')} limit $1
    ), late_ahead as materialized (
      select q.id, q.company_id from questions q join ahead a on a.company_id = q.company_id
      where ${maybeDueAhead} and ${isOverdue('a.now')} limit $1
    )
    select id, company_id as "companyId" from late union select id, company_id from late_ahead limit $1`,
})
/** Most deadlines that one round meets, all in one transaction. */
const overdueAtOnce = 100

/** Makes moves that are overdue. A move that fails stays with the sweepers, which write a dead letter for it. */
export async function meetOverdue(db: Database, repaired: Repairs): Promise<void> {
  const find = () => inSystem(db, (tx) => tx.query(overdue, [overdueAtOnce]))
  const found = await find()
  if (found.length === 0) return
  await moveDueQuestions(db, found.length)
  const left = new Set((await find()).map(({ id }) => id))
  const met = found.filter(({ id }) => !left.has(id))
  await inSystem(db, async (tx) => {
    for (const [companyId, own] of byCompany(met))
      await countRepairs(tx, repaired, 'deadlines-are-met', companyId, own.length)
  })
}
