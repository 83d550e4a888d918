import { newId } from '@askline/db'
import { updateExpertProfile } from '@askline/domain/administration/expert-profile'
import { makeChange } from '@askline/domain/changes/make-changes'
import { claimQuestion, declineQuestion } from '@askline/domain/questions/claim'
import { escalateQuestion } from '@askline/domain/questions/reroute'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it, vi } from 'vitest'
import { buildLanguageFinder } from '../src/routing/language.ts'
import { buildRouter, routeBatch } from '../src/routing/router.ts'
import { routingHandlers } from '../src/routing-handlers.ts'
import { ages, foundCompany, noQuarantine, offersOf, openTo, questionRow, waveRunsOut } from './company.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const cache = buildEvidenceCache(db)
const router = buildRouter(db, cache)
const hireMany = async (company: Awaited<ReturnType<typeof foundCompany>>, count: number) =>
  Promise.all(Array.from({ length: count }, () => company.hire()))

describe('the first wave', () => {
  it('goes to three experts, says so in NOTIFYING_EXPERTS, and lasts 90 seconds', async () => {
    const company = await foundCompany(db)
    await hireMany(company, 5)
    const questionId = await company.ask()

    await router.route(questionId)

    expect(await offersOf(db, questionId)).toHaveLength(3)
    const { waveInMs } = (await questionRow(db, questionId)) ?? {}
    expect(waveInMs).toBeGreaterThan(85_000)
    expect(waveInMs).toBeLessThanOrEqual(90_000)
    const { rows } = await db.system.query<{ detail: { experts: unknown[]; lastResponseTimeInMillis: string } }>(
      `select detail from messages where question_id = $1 and type = 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE'`,
      [questionId],
    )
    expect(rows[0]?.detail.experts).toHaveLength(3)
    expect(rows[0]?.detail.lastResponseTimeInMillis).toBe('0')
  })

  it('is offered while languages cannot be found', async () => {
    const company = await foundCompany(db)
    await hireMany(company, 3)
    const questionId = await company.ask()
    const onError = vi.fn()
    const script = new URL(`data:text/javascript,throw new Error('No table of languages')`)

    await buildRouter(db, cache, { findLanguages: buildLanguageFinder({ onError, script }) }).route(questionId)

    expect(onError).toHaveBeenCalledTimes(1)
    expect(await offersOf(db, questionId)).toHaveLength(3)
  })

  it('is offered once, even if several workers run the job several times', async () => {
    const company = await foundCompany(db)
    await hireMany(company, 8)
    const questionId = await company.ask()
    const others = Array.from({ length: 4 }, () => buildRouter(db, buildEvidenceCache(db)))

    await Promise.all([router, ...others, router].map(({ route }) => route(questionId)))
    await router.route(questionId)

    expect(await offersOf(db, questionId)).toHaveLength(3)
    expect(await questionRow(db, questionId)).toMatchObject({ wave: 1, version: 2 })
  })

  it('and a lack of experts are reported with the correlation id of the ask', async () => {
    const [staffed, empty] = [await foundCompany(db), await foundCompany(db)]
    await hireMany(staffed, 1)
    const questionIds = [await staffed.ask(), await empty.ask()]
    const context = { jobId: 'x', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }
    const handlers = routingHandlers(db, router, noQuarantine)

    for (const questionId of questionIds) {
      await handlers['route-question']({ questionId, correlationId: `of-${questionId}` }, context)
      await handlers['route-question']({ questionId, correlationId: 'another' }, context)
    }

    const { rows } = await db.system.query<{ payload: Record<string, string> }>(
      `select j -> 'payload' as payload from outbox, jsonb_array_elements(jobs) j
        where j ->> 'job' = 'question-changed' and j #>> '{payload,questionId}' = any($1)`,
      [questionIds],
    )
    expect(new Set(rows.map(({ payload }) => `${payload['type']} ${payload['correlationId']}`))).toEqual(
      new Set([`QUESTION_OFFERED of-${questionIds[0]}`, `QUESTION_ESCALATED_BY_LACK_OF_EXPERTS of-${questionIds[1]}`]),
    )
  })

  it('is not offered for a question that is deleted or claimed', async () => {
    const company = await foundCompany(db)
    const [bruno] = await hireMany(company, 2)
    const questionId = await company.ask()
    await router.route(questionId)
    await company.run((tx) =>
      makeChange(tx, claimQuestion({ kind: 'expert', userId: bruno!, companyId: company.companyId }, { questionId })),
    )
    const before = await questionRow(db, questionId)

    await router.route(questionId)
    await router.route(newId())

    expect(await questionRow(db, questionId)).toEqual(before)
  })
})

describe('waves', () => {
  it('widen from 3 to 6 to 12 without repeating an expert, then the question is open to everyone without offers', async () => {
    const company = await foundCompany(db)
    const everyone = await hireMany(company, 24)
    const questionId = await company.ask()
    for (let wave = 1; wave <= 4; wave++) {
      await router.route(questionId)
      if (wave < 4) await waveRunsOut(db, questionId)
    }

    const offers = await offersOf(db, questionId)
    expect([1, 2, 3].map((wave) => offers.filter((o) => o.wave === wave).length)).toEqual([3, 6, 12])
    expect(new Set(offers.map((o) => o.expertId)).size).toBe(21)
    expect(offers.every(({ status, round }) => status === 'timed_out' && round === 0)).toBe(true)
    expect(await openTo(db, questionId)).toEqual(everyone.toSorted())
    expect(await questionRow(db, questionId)).toMatchObject({ wave: 4, round: 0, turn: 'experts' })

    await waveRunsOut(db, questionId)
    await router.route(questionId)
    expect(await offersOf(db, questionId)).toHaveLength(21)
    expect(await questionRow(db, questionId)).toMatchObject({ wave: 4, round: 0 })
  })

  it('count as a wait for the first decision only once', async () => {
    const company = await foundCompany(db)
    await hireMany(company, 10)
    const waits: number[] = []
    const router = buildRouter(db, cache, { addWait: (ms) => waits.push(ms) })
    const questionId = await company.ask()
    await ages(db, questionId, 2_000)

    await router.route(questionId)
    await waveRunsOut(db, questionId)
    await router.route(questionId)

    expect((await offersOf(db, questionId)).map(({ wave }) => wave)).toContain(2)
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeGreaterThan(2_000)
  })

  it('take the sizes of the category', async () => {
    const company = await foundCompany(db)
    await db.system.query(`update categories set settings = '{"waveSizes": [1, 2], "offerMs": 5000}' where id = $1`, [
      company.categoryId,
    ])
    await hireMany(company, 5)
    const questionId = await company.ask()

    await router.route(questionId)
    expect((await questionRow(db, questionId))?.waveInMs).toBeLessThanOrEqual(5_000)
    await waveRunsOut(db, questionId)
    await router.route(questionId)

    expect((await offersOf(db, questionId)).map((o) => o.wave)).toEqual([1, 2, 2])
  })

  it('never return to an expert who declined, not even the last one', async () => {
    const company = await foundCompany(db)
    const [bruno, carla] = await hireMany(company, 2)
    const questionId = await company.ask()
    await router.route(questionId)
    await company.run((tx) =>
      makeChange(tx, declineQuestion({ kind: 'expert', userId: bruno!, companyId: company.companyId }, { questionId })),
    )
    await waveRunsOut(db, questionId)

    await router.route(questionId)

    const last = (await offersOf(db, questionId)).filter((offer) => offer.status === 'pending')
    expect(last.map((offer) => offer.expertId)).toEqual([carla])
  })
})

it('NOTIFYING_EXPERTS names at most 21 of the experts with an offer, also when the question is open to all', async () => {
  const company = await foundCompany(db)
  await company.set({ waveSizes: [20, 4] })
  await hireMany(company, 26)
  const questionId = await company.ask()
  const named = async () => {
    const { rows } = await db.system.query<{ ids: string[] }>(
      `select array(select e ->> 'uuid' from jsonb_array_elements(detail -> 'experts') e) as ids from messages
        where question_id = $1 and type = 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE'`,
      [questionId],
    )
    return rows[0]?.ids ?? []
  }
  const asked = async () => (await offersOf(db, questionId)).map(({ expertId }) => expertId)
  await router.route(questionId)
  expect(await named()).toHaveLength(20)
  await waveRunsOut(db, questionId)
  await router.route(questionId)
  expect(await asked()).toHaveLength(24)
  expect(await named()).toHaveLength(21)

  await waveRunsOut(db, questionId)
  await router.route(questionId)

  expect(await openTo(db, questionId)).toHaveLength(26)
  expect(await asked()).toHaveLength(24)
  const isAsked = new Set(await asked())
  expect((await named()).filter((id) => isAsked.has(id))).toHaveLength(21)
})

it('a question that an expert gave up goes to the agents as given up as soon as all others have declined', async () => {
  const company = await foundCompany(db)
  const [bruno, ...others] = await hireMany(company, 3)
  const as = (userId: string) => ({ kind: 'expert', userId, companyId: company.companyId }) as const
  const questionId = await company.ask()
  await router.route(questionId)
  await company.run((tx) => makeChange(tx, claimQuestion(as(bruno!), { questionId })))
  await company.run((tx) => escalateQuestion(tx, as(bruno!), { questionId }))
  await router.route(questionId)

  for (const other of others) {
    expect((await questionRow(db, questionId))?.status).toBe('UNRESOLVED')
    await company.run((tx) => makeChange(tx, declineQuestion(as(other), { questionId })))
    await router.route(questionId)
  }

  expect(await questionRow(db, questionId)).toMatchObject({ status: 'CLOSED_BY_ESCALATION', rerouteType: 'BY_EXPERT' })
})

describe('an expert is offered a question only if', () => {
  it.each([
    ['active', 'is_active = false'],
    ['available', `availability = 'AWAY'`],
    ['with room', 'load = capacity'],
    ['of its language', `languages = '{de}'`],
  ])('%s', async (_what, change) => {
    const company = await foundCompany(db)
    const [bruno, carla] = await hireMany(company, 2)
    await db.system.query(`update experts set ${change} where user_id = $1`, [bruno])
    const questionId = await company.ask({ language: 'en' })

    await router.route(questionId)

    expect((await offersOf(db, questionId)).map((offer) => offer.expertId)).toEqual([carla])
  })

  it('not the asker', async () => {
    const company = await foundCompany(db)
    const [bruno, carla] = await hireMany(company, 2)
    const questionId = await company.ask({ by: bruno! })

    await router.route(questionId)

    expect((await offersOf(db, questionId)).map((offer) => offer.expertId)).toEqual([carla])
  })
})

describe('among eligible experts, the first wave prefers the one', () => {
  const oneAtATime = async () => {
    const company = await foundCompany(db)
    await db.system.query(`update categories set settings = '{"waveSizes": [1]}' where id = $1`, [company.categoryId])
    return company
  }

  it('who resolved similar questions', async () => {
    const company = await oneAtATime()
    const [bruno, carla] = await hireMany(company, 4)
    const seen: string[] = []
    for (const [expert, text] of [
      [bruno, 'My transfer to Spain has not arrived'],
      [carla, 'How do I pay off my mortgage early?'],
    ] as const) {
      const questionId = await company.ask({ text })
      for (let tries = 0; !seen.includes(questionId) && tries < 9; tries++) {
        await buildRouter(db, buildEvidenceCache(db)).route(questionId)
        if ((await offersOf(db, questionId)).some((o) => o.expertId === expert && o.status === 'pending'))
          seen.push(questionId)
        else await waveRunsOut(db, questionId)
      }
      await company.settle(questionId, expert!)
    }
    const questionId = await company.ask({ text: 'Can I repay the mortgage early?' })

    await router.route(questionId)

    const [best] = await offersOf(db, questionId)
    expect(best?.expertId).toBe(carla)
    expect(best?.reasons.join()).toMatch(/similar questions/)
  })

  it('who names more of its topics, whatever their language, if the language of the question is uncertain', async () => {
    const company = await oneAtATime()
    await company.hire({ topics: ['konto'] })
    const carla = await company.hire({ languages: ['de'], topics: ['konto', 'limit'] })
    const questionId = await company.ask({ text: 'Konto, Limit?' })

    await router.route(questionId)

    expect((await offersOf(db, questionId))[0]?.expertId).toBe(carla)
  })
})

describe('without an expert to ask', () => {
  it('a question in a language that no expert speaks goes to the agents', async () => {
    const company = await foundCompany(db)
    await hireMany(company, 2)
    const named = await company.ask({ language: 'fi' })
    const detected = await company.ask({ text: 'Ich habe meine Karte verloren und brauche Hilfe' })

    await Promise.all([router.route(named), router.route(detected)])

    const rerouted = { status: 'CLOSED_BY_ESCALATION', turn: 'agents', rerouteType: 'BY_UNSUPPORTED_LANGUAGE' }
    expect(await questionRow(db, named)).toMatchObject(rerouted)
    expect(await questionRow(db, detected)).toMatchObject(rerouted)
  })

  it('a question of a company without experts goes to the agents', async () => {
    const company = await foundCompany(db)
    const questionId = await company.ask()

    await router.route(questionId)

    expect(await questionRow(db, questionId)).toMatchObject({ turn: 'agents', rerouteType: 'BY_LACK_OF_EXPERTS' })
  })

  it('a question waits while all experts are away, less than five minutes at a time', async () => {
    const company = await foundCompany(db)
    await company.hire({ availability: 'AWAY' })
    const questionId = await company.ask()

    await router.route(questionId)

    const row = await questionRow(db, questionId)
    expect(row).toMatchObject({ status: 'UNRESOLVED', turn: 'experts' })
    expect(row?.waveInMs).toBeGreaterThan(200_000)
    expect(row?.waveInMs).toBeLessThan(300_000)
  })

  it('a newly hired expert is found before agents get the question', async () => {
    const company = await foundCompany(db)
    await company.hire({ availability: 'AWAY' })
    await router.route(await company.ask())
    const dora = await company.hire({ languages: ['de'] })
    const questionId = await company.ask({ language: 'de' })

    await router.route(questionId)

    expect((await offersOf(db, questionId)).map((offer) => offer.expertId)).toEqual([dora])
  })
})

describe('a batch', () => {
  it('does not wait for a locked question, and tries it again', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire()
    const [busy, free] = [await company.ask(), await company.ask()]
    const router = buildRouter(db, buildEvidenceCache(db))
    await router.route(await company.ask())
    const client = await db.system.connect()
    await client.query('begin')
    await client.query('select 1 from questions where id = $1 for update', [busy])
    const isOffered = async (questionId: string) => (await offersOf(db, questionId)).some((o) => o.expertId === bruno)

    const routed = [router.route(busy), router.route(free)]
    await routed[1]
    expect([await isOffered(free), await isOffered(busy)]).toEqual([true, false])
    await client.query('commit')
    client.release()
    await routed[0]

    expect(await isOffered(busy)).toBe(true)
  })

  it('with a poisoned question routes the others, and reports the poisoned one', async () => {
    const company = await foundCompany(db)
    await hireMany(company, 3)
    await cache.load(company.companyId)
    const [good, bad, fine] = [await company.ask(), await company.ask(), await company.ask()]
    await db.system.query(
      `insert into question_events (question_id, seq, company_id, type, actor_kind, audience)
        values ($1, 2, $2, 'QUESTION_OFFERED', 'system', '{}')`,
      [bad, company.companyId],
    )

    const outcomes = await routeBatch(
      db,
      cache,
      [good!, bad!, fine!].map((questionId) => ({ questionId })),
    )

    expect(outcomes.get(good!)).toEqual({ kind: 'done' })
    expect(outcomes.get(fine!)).toEqual({ kind: 'done' })
    expect(outcomes.get(bad!)).toBeInstanceOf(Error)
    expect(await offersOf(db, good!)).toHaveLength(3)
    expect(await offersOf(db, fine!)).toHaveLength(3)
    expect(await offersOf(db, bad!)).toHaveLength(0)
  })

  it('of 64 questions costs two transactions and nine statements', async () => {
    const company = await foundCompany(db)
    await hireMany(company, 6)
    await cache.load(company.companyId)
    const questionIds = await Promise.all(Array.from({ length: 64 }, () => company.ask()))
    const before = db.statements.count

    await routeBatch(
      db,
      cache,
      questionIds.map((questionId) => ({ questionId })),
    )

    expect(db.statements.count - before).toBe(9)
    expect(await offersOf(db, questionIds[63]!)).toHaveLength(3)
  })
})

describe('an expert who comes back', () => {
  it('is offered waiting questions', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire({ availability: 'AWAY' })
    const waiting = [await company.ask(), await company.ask()]
    await Promise.all(waiting.map((id) => router.route(id)))
    const actor = { kind: 'expert', userId: bruno, companyId: company.companyId } as const
    await company.run((tx) => updateExpertProfile(tx, actor, { availability: 'AVAILABLE' }, 'http://localhost/v1'))

    const context = { jobId: 'x', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }
    await routingHandlers(db, router, noQuarantine)['drain-backlog']({ companyId: company.companyId }, context)

    for (const questionId of waiting) {
      expect((await offersOf(db, questionId)).map((offer) => offer.expertId)).toEqual([bruno])
    }
  })
})
