import { newId } from '@askline/db'
import { makeChange } from '@askline/domain/changes/make-changes'
import { createCategory } from '@askline/domain/companies/create-category'
import { claimQuestion } from '@askline/domain/questions/claim'
import { addedResponse, respond } from '@askline/domain/questions/respond'
import { closeQuestion } from '@askline/domain/questions/settle'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it } from 'vitest'
import { buildRouter } from '../src/routing/router.ts'
import { routingHandlers } from '../src/routing-handlers.ts'
import { ages, foundCompany, noQuarantine, offersOf, type TestCompany } from './company.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const context = { jobId: 'x', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }

const actorOf = ({ companyId }: TestCompany, userId: string) => ({ kind: 'expert', userId, companyId }) as const

/** Creates a light and a heavy category, and one expert with a capacity of four units. */
async function oneDesk(patienceMs: number) {
  const company = await foundCompany(db)
  await company.run((tx) =>
    createCategory(tx, { companyId: company.companyId, name: 'Heavy', settings: { weight: 3, patienceMs } }),
  )
  const bruno = await company.hire({ capacity: 4 })
  const fresh = () => buildRouter(db, buildEvidenceCache(db))
  const holds = async (questionId: string) => {
    await fresh().route(questionId)
    await company.run((tx) => makeChange(tx, claimQuestion(actorOf(company, bruno), { questionId })))
    return questionId
  }
  const finishes = (questionId: string) =>
    company.run((tx) =>
      makeChange(
        tx,
        closeQuestion({ kind: 'integration', integrationId: newId(), companyId: company.companyId }, { questionId }),
      ),
    )
  const drainsAsked = async () => {
    const { rows } = await db.system.query(
      `select 1 from outbox, jsonb_array_elements(jobs) j where company_id = $1 and j ->> 'job' = 'drain-backlog'`,
      [company.companyId],
    )
    return rows.length
  }
  const drain = () =>
    routingHandlers(db, fresh(), noQuarantine)['drain-backlog']({ companyId: company.companyId }, context)
  const isOffered = async (questionId: string) =>
    (await offersOf(db, questionId)).some((offer) => offer.status === 'pending')
  return { company, bruno, fresh, holds, finishes, drainsAsked, drain, isOffered }
}

describe('a question that takes three of four units of capacity', () => {
  it('waits for capacity while lighter ones overtake it, and is offered as soon as it fits', async () => {
    const { company, holds, finishes, drainsAsked, drain, isOffered, fresh } = await oneDesk(600_000)
    const held = [await holds(await company.ask()), await holds(await company.ask())]
    const heavy = await company.ask({ category: 'Heavy' })
    await fresh().route(heavy)
    const light = await company.ask()
    await fresh().route(light)
    expect([await isOffered(heavy), await isOffered(light)]).toEqual([false, true])

    // One unit was free before, but only now is there enough capacity for the heavy question.
    const before = await drainsAsked()
    await finishes(held[0] as string)
    expect(await drainsAsked()).toBe(before + 1)
    await drain()

    expect(await isOffered(heavy)).toBe(true)
  })

  it('is not starved by lighter ones: after `patienceMs` the expert gets no younger offers', async () => {
    const { company, holds, finishes, drain, isOffered, fresh, bruno } = await oneDesk(60_000)
    const held = [await holds(await company.ask()), await holds(await company.ask()), await holds(await company.ask())]
    const older = await company.ask()
    const heavy = await company.ask({ category: 'Heavy' })
    await ages(db, older, 120_000)
    await ages(db, heavy, 61_000)
    const younger = await company.ask()
    for (const questionId of [heavy, younger, older]) await fresh().route(questionId)
    expect([await isOffered(older), await isOffered(heavy), await isOffered(younger)]).toEqual([true, false, false])
    const [wait] = await company.decisionsOf(younger)
    expect(wait?.experts).toMatchObject([{ uuid: bruno, verdict: 'kept_free' }])
    expect(wait?.experts[0]?.explanation).toMatch(/was reserved for a heavier question that has waited longer\.$/)

    for (const questionId of held) await finishes(questionId)
    await drain()
    expect([await isOffered(heavy), await isOffered(younger)]).toEqual([true, false])
    await company.run((tx) => makeChange(tx, claimQuestion(actorOf(company, bruno), { questionId: heavy })))
    await drain()

    expect(await isOffered(younger)).toBe(true)
  })
})

describe('equally skilled experts', () => {
  it('each take the next question when they have the lowest load, whatever was finished meanwhile', async () => {
    const company = await foundCompany(db)
    await company.set({ waveSizes: [1] })
    const experts = await Promise.all(Array.from({ length: 4 }, () => company.hire({ capacity: 20 })))
    const cache = buildEvidenceCache(db)
    const router = buildRouter(db, cache)
    const held: { questionId: string; by: string }[] = []
    const loadOf = (expertId: string) => held.filter(({ by }) => by === expertId).length
    // One question in three is finished early, always by the same expert if they have one.
    for (let n = 0; n < 37; n++) {
      const questionId = await company.ask()
      await router.route(questionId)
      const [offer] = await offersOf(db, questionId)
      const by = offer?.expertId ?? ''
      expect(loadOf(by)).toBe(Math.min(...experts.map(loadOf)))
      await company.run((tx) => makeChange(tx, claimQuestion(actorOf(company, by), { questionId })))
      held.push({ questionId, by })
      if (n % 3 === 2) {
        const at = Math.max(
          0,
          held.findIndex((one) => one.by === experts[0]),
        )
        const [finished] = held.splice(at, 1)
        const dora = { kind: 'integration', integrationId: newId(), companyId: company.companyId } as const
        await company.run((tx) => makeChange(tx, closeQuestion(dora, { questionId: finished?.questionId ?? '' })))
      }
      await cache.refresh()
    }
    expect(Math.max(...experts.map(loadOf)) - Math.min(...experts.map(loadOf))).toBeLessThanOrEqual(1)
  })

  it.each([1, 2, 3])('have loads that differ by at most one with waves of %i', async (size) => {
    const company = await foundCompany(db)
    await db.system.query('update categories set settings = $2 where id = $1', [
      company.categoryId,
      { waveSizes: [size] },
    ])
    const experts = await Promise.all(Array.from({ length: 5 }, () => company.hire({ capacity: 20 })))
    const cache = buildEvidenceCache(db)
    const router = buildRouter(db, cache)
    const loads = new Map(experts.map((id) => [id, 0]))
    for (let n = 0; n < 30; n++) {
      const questionId = await company.ask()
      await router.route(questionId)
      // The best-ranked expert claims it.
      const best = (await offersOf(db, questionId))[0]?.expertId ?? ''
      const actor = { kind: 'expert', userId: best, companyId: company.companyId } as const
      await company.run((tx) => makeChange(tx, claimQuestion(actor, { questionId })))
      await cache.refresh()
      loads.set(best, (loads.get(best) ?? 0) + 1)

      const counts = [...loads.values()]
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    }
  })
})

it('an expert whose answer waits for the asker is offered the question that has waited longest', async () => {
  const company = await foundCompany(db)
  const bruno = await company.hire({ capacity: 1 })
  const router = buildRouter(db, buildEvidenceCache(db))
  const actor = { kind: 'expert', userId: bruno, companyId: company.companyId } as const
  const held = await company.ask()
  await router.route(held)
  await company.run((tx) => makeChange(tx, claimQuestion(actor, { questionId: held })))
  const waiting = [await company.ask(), await company.ask()]
  for (const questionId of waiting) await buildRouter(db, buildEvidenceCache(db)).route(questionId)
  for (const questionId of waiting) expect(await offersOf(db, questionId)).toEqual([])

  await company.run((tx) => makeChange(tx, respond(actor, { questionId: held, text: 'So.' })).then(addedResponse))

  const { rows } = await db.system.query(
    `select j -> 'payload' as payload from outbox, jsonb_array_elements(jobs) j
      where company_id = $1 and j ->> 'job' = 'drain-backlog'`,
    [company.companyId],
  )
  expect(rows.at(-1)).toEqual({ payload: { companyId: company.companyId } })
  const fresh = buildRouter(db, buildEvidenceCache(db))
  await routingHandlers(db, fresh, noQuarantine)['drain-backlog']({ companyId: company.companyId }, context)
  for (const questionId of waiting) {
    expect((await offersOf(db, questionId)).map((offer) => offer.expertId)).toEqual([bruno])
  }
})
