import { acceptResponse, claimQuestion, respond } from '@askline/domain'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it } from 'vitest'
import { buildEvidenceBook } from '../src/evidence/evidence-book.ts'
import { routingHandlers } from '../src/handlers.ts'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, offersOf } from './company.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const context = { jobId: 'x', attempt: 1, signal: new AbortController().signal, logger }

describe('equally skilled experts', () => {
  it.each([1, 2, 3])('carry loads that differ by one at most, at whatever size of wave (%i)', async (size) => {
    const company = await foundCompany(db)
    await db.system.query('update categories set settings = $2 where id = $1', [
      company.categoryId,
      { waveSizes: [size] },
    ])
    const experts = await Promise.all(Array.from({ length: 5 }, () => company.hire({ capacity: 20 })))
    const book = buildEvidenceBook(db)
    const router = buildRouter(db, book)
    const loads = new Map(experts.map((id) => [id, 0]))
    for (let n = 0; n < 30; n++) {
      const questionId = await company.ask()
      await router.route(questionId)
      // Whoever was ranked best is the one who takes it.
      const best = (await offersOf(db, questionId))[0]?.expertId ?? ''
      const actor = { kind: 'expert', userId: best, companyId: company.companyId } as const
      await company.run((tx) => claimQuestion(tx, actor, { questionId }))
      await book.refresh()
      loads.set(best, (loads.get(best) ?? 0) + 1)

      const counts = [...loads.values()]
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    }
  })
})

it('the moment an expert has room again, what waits longest is offered', async () => {
  const company = await foundCompany(db)
  const bruno = await company.hire({ capacity: 1 })
  const router = buildRouter(db, buildEvidenceBook(db))
  const actor = { kind: 'expert', userId: bruno, companyId: company.companyId } as const
  const held = await company.ask()
  await router.route(held)
  const { responseId } = await company.run((tx) => respond(tx, actor, { questionId: held, text: 'So.' }))
  const waiting = [await company.ask(), await company.ask()]
  for (const questionId of waiting) await buildRouter(db, buildEvidenceBook(db)).route(questionId)
  for (const questionId of waiting) expect(await offersOf(db, questionId)).toEqual([])

  await company.run((tx) =>
    acceptResponse(tx, { kind: 'user', userId: company.ada, companyId: company.companyId }, { responseId }),
  )

  const { rows } = await db.system.query(
    `select j -> 'payload' as payload from outbox, jsonb_array_elements(jobs) j
      where company_id = $1 and j ->> 'job' = 'drain-backlog'`,
    [company.companyId],
  )
  expect(rows.at(-1)).toEqual({ payload: { companyId: company.companyId } })
  const fresh = buildRouter(db, buildEvidenceBook(db))
  await routingHandlers(db, fresh)['drain-backlog']({ companyId: company.companyId }, context)
  for (const questionId of waiting) {
    expect((await offersOf(db, questionId)).map((offer) => offer.expertId)).toEqual([bruno])
  }
})
