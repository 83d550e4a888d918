import { inSystem, newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { claimQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { findBacklog } from '../src/routing/routable.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

/** A company with an urgent category beside its own, and questions that have waited for some minutes. */
async function openDesk(priority: number) {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const urgentId = newId()
  await db.system.query(`insert into categories (id, company_id, name, settings) values ($1, $2, 'Urgent', $3)`, [
    urgentId,
    cast.companyId,
    { priority },
  ])
  async function waiting(minutes: number, categoryId = cast.categoryId): Promise<string> {
    const questionId = await s.ask()
    await db.system.query(
      `update questions set category_id = $2, queued_at = clock_timestamp() - $3 * interval '1 minute' where id = $1`,
      [questionId, categoryId, minutes],
    )
    return questionId
  }
  const backlog = (limit = 10) => inSystem(db, (tx) => findBacklog(tx, cast.companyId, limit))
  return { ...s, urgentId, waiting, backlog }
}

describe('the backlog', () => {
  test('is oldest first', async () => {
    const { waiting, backlog } = await openDesk(0)
    const [second, third, first] = [await waiting(5), await waiting(1), await waiting(9)]

    expect(await backlog()).toEqual([first, second, third])
    expect(await backlog(2)).toEqual([first, second])
  })

  test('has what is urgent first, and what has waited longer before it after all', async () => {
    const { waiting, backlog, urgentId } = await openDesk(2)
    const [ordinary, aged] = [await waiting(19), await waiting(21)]
    const urgent = await waiting(0, urgentId)

    expect(await backlog()).toEqual([aged, urgent, ordinary])
  })

  test('keeps the age of a question that came back, and leaves out what is offered, held or answered', async () => {
    const { waiting, backlog, offer, run, expert, cast } = await openDesk(0)
    const [back, offered, held, answered] = [await waiting(9), await waiting(8), await waiting(7), await waiting(6)]
    const young = await waiting(1)
    for (const questionId of [back, offered, held, answered]) await offer(questionId)
    await run((tx) => makeChange(tx, claimQuestion(expert(cast.bruno), { questionId: back })))
    await run((tx) => makeChange(tx, claimQuestion(expert(cast.bruno), { questionId: held })))
    await run((tx) =>
      makeChange(tx, respond(expert(cast.bruno), { questionId: answered, text: 'So.' })).then(addedResponse),
    )

    await run((tx) => makeChange(tx, releaseQuestion(expert(cast.bruno), { questionId: back })))

    expect(await backlog()).toEqual([back, young])
  })
})
