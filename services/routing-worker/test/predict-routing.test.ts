import { RoutingFinding as Finding, type RoutingFinding, type TextQuery } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { updateExpertProfile } from '@askline/domain/administration/expert-profile'
import { createCategory } from '@askline/domain/companies/create-category'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { askAboutText, takeTextAnswers } from '@askline/domain/knowledge/text-requests'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import { openTestDatabase } from '@askline/testing'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { textHandlers } from '../src/text/answer-request.ts'
import { predictRouting } from '../src/text/predict-routing.ts'
import { foundCompany, type TestCompany } from './company.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const mortgage = 'How do I pay off my mortgage early?'

/** Returns the prediction of a worker that loads the company for the first time. */
async function predict({ companyId, run }: TestCompany, query: TextQuery) {
  const trainer = buildTrainer()
  onTestFinished(() => trainer.close())
  const handlers = textHandlers(db, buildTextCache(db, trainer), buildEvidenceCache(db))
  const { requestId } = await run((tx) => askAboutText(tx, companyId, 'predict', query))
  await handlers['text-request'](
    { requestId },
    { jobId: '1', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger },
  )
  const [taken] = await inSystem(db, (tx) => takeTextAnswers(tx, [requestId]))
  expect([taken?.error, Value.Check(Finding, taken?.answer)]).toEqual([null, true])
  return taken?.answer as RoutingFinding
}

const goAway = (company: TestCompany, userId: string) =>
  company.run((tx) =>
    updateExpertProfile(
      tx,
      { kind: 'expert', userId, companyId: company.companyId },
      { availability: 'AWAY' },
      'http://localhost/v1',
    ),
  )

test('names the experts a question would go to, best first, with reasons in plain words', async () => {
  const company = await foundCompany(db)
  const [bruno, carla] = [await company.hire(), await company.hire()]
  for (const text of [mortgage, 'Can I repay my mortgage before its term ends?']) await company.resolve(carla, text)

  const found = await predict(company, { text: 'May I repay the mortgage early?' })

  expect(found.shouldRoute).toBe(true)
  expect(found.experts.map(({ expertId }) => expertId)).toEqual([carla, bruno])
  expect(found.experts[0]?.reasons).toContain('gave accepted answers to similar questions')
  expect(found.experts[1]?.reasons).toEqual(['could be asked now'])
  expect(found.experts[0]?.score).toBeGreaterThan(found.experts[1]?.score ?? Number.NaN)
  expect(found.modelVersion).toMatch(/^rules-\d+\/questions-2$/)
})

test('estimates the time to an answer from the latest answers, and gives no estimate before the first one', async () => {
  const company = await foundCompany(db)
  const bruno = await company.hire()
  expect((await predict(company, { text: mortgage })).estimatedResponseMs).toBeNull()

  for (const minutes of [30, 1, 2, 3, 7]) {
    await company.resolve(bruno, mortgage)
    await db.system.query(
      `update questions set first_offered_at = first_response_at - make_interval(mins => $2)
        where company_id = $1 and first_offered_at > clock_timestamp() - interval '30 s'`,
      [company.companyId, minutes],
    )
  }

  const { estimatedResponseMs } = await predict(company, { text: mortgage })
  expect(estimatedResponseMs).toBe(30 * 60_000)
})

test('excludes absent experts, but names them with the reason if no other expert exists', async () => {
  const company = await foundCompany(db)
  const [bruno, carla] = [await company.hire(), await company.hire()]
  await goAway(company, bruno)
  expect((await predict(company, { text: mortgage })).experts.map(({ expertId }) => expertId)).toEqual([carla])

  await goAway(company, carla)
  const found = await predict(company, { text: mortgage })

  expect(found.shouldRoute).toBe(true)
  expect(found.experts.map(({ reasons }) => reasons)).toEqual([['is away'], ['is away']])
})

test('advises against routing questions that no expert of the company can answer', async () => {
  const company = await foundCompany(db)
  const nobody = await predict(company, { text: mortgage })
  await company.hire({ languages: ['de'] })
  const foreign = await predict(company, { text: mortgage, language: 'en-GB' })

  for (const found of [nobody, foreign]) expect(found).toMatchObject({ shouldRoute: false, confidence: 0, experts: [] })
  expect([nobody, foreign].map(({ reason }) => reason)).toEqual([
    { code: 'no_experts', message: 'The company has no active expert.' },
    { code: 'no_speaker', message: 'No active expert speaks English.' },
  ])
})

test("names experts who meet the category's requirement and have the capacity, as an offer does", async () => {
  const company = await foundCompany(db)
  const hired = {
    plain: await company.hire({ capacity: 5 }),
    small: await company.hire({ capacity: 2, isCertified: true }),
  }
  const able = await company.hire({ capacity: 3, isCertified: true })
  await company.set({
    weight: 3,
    requirements: [
      { elite: true, forMs: 60_000 },
      { certified: true, forMs: 60_000 },
    ],
  })
  const namedBy = async (query: Partial<TextQuery> = {}) =>
    (await predict(company, { text: mortgage, ...query })).experts.map(({ expertId, reasons }) => [expertId, reasons])

  // No expert is elite, so that step is skipped.
  expect(await namedBy()).toEqual([[able, ['could be asked now']]])

  await db.system.query('update experts set load = 1 where user_id = $1', [able])
  expect(await namedBy()).toEqual([[able, ['holds as many questions as the capacity allows']]])

  await company.set({ requirements: [{ elite: true }] })
  expect(await predict(company, { text: mortgage })).toMatchObject({
    shouldRoute: false,
    experts: [],
    reason: { code: 'nobody_suits' },
  })

  await company.run((tx) => createCategory(tx, { companyId: company.companyId, name: 'Open' }))
  const open = await namedBy({ questionCategory: 'Open' })
  expect(open.map(([expertId]) => expertId).toSorted()).toEqual([able, hired.plain, hired.small].toSorted())
})

test('names no more experts than it is asked for', async () => {
  const company = await foundCompany(db)
  await Promise.all(Array.from({ length: 12 }, () => company.hire()))

  expect((await predict(company, { text: mortgage, limit: 2 })).experts).toHaveLength(2)
  expect((await predict(company, { text: mortgage })).experts).toHaveLength(10)
  expect((await predict(company, { text: mortgage, limit: 100 })).experts).toHaveLength(12)
})

test('returns the class if the company has classes', async () => {
  const company = await foundCompany(db)
  await company.hire()
  const verbs = `change forget reset block find see set lose get unlock activate share read type hide show order cancel check renew
    write keep enter receive request replace guess protect store confirm repeat update delete recover test`
  const answers = verbs.split(/\s+/u).flatMap((verb) => [
    { question: `How do I ${verb} my card PIN code?`, answer: `PIN: ${verb}.`, class: 'pin' },
    { question: `Why does my mortgage loan ${verb} its rate?`, answer: `Rate: ${verb}.`, class: 'loan' },
  ])
  await company.run((tx) => addKnowledge(tx, { companyId: company.companyId, answers }))

  expect((await predict(company, { text: 'How do I unlock my card PIN code?' })).predictedClass).toBe('pin')
})

test("ranks by the experts' level in the topic of the text or class, and gives that reason", async () => {
  const company = await foundCompany(db)
  const hired = [await company.hire(), await company.hire()]
  const say = (expertId: string | undefined, level: number) =>
    db.system.query('update experts set topic_levels = $2 where user_id = $1', [expertId, { 'Card-Delivery': level }])
  const about = { text: 'card delivery: my card has not arrived' }
  for (const [low, high] of [hired, hired.toReversed()]) {
    await say(low, 1)
    await say(high, 5)
    const { experts } = await predict(company, about)

    expect(experts.map(({ expertId }) => expertId)).toEqual([high, low])
    expect((experts[0]?.score ?? 0) - (experts[1]?.score ?? 0)).toBeCloseTo(0.8)
    expect(experts.map(({ reasons }) => reasons.includes('declares a high level in this topic'))).toEqual([true, false])
  }

  const cache = buildEvidenceCache(db)
  await cache.load(company.companyId)
  const evidence = cache.find(company.companyId)
  const category = { categoryId: company.categoryId, type: 'ONE_TO_ONE', settings: {} } as const
  const found =
    evidence && predictRouting(evidence, { text: 'Where is it?', likelyLanguage: undefined }, category, 'card_delivery')
  expect(found?.experts[0]?.reasons).toContain('declares a high level in this topic')
})

test('offers nothing and writes nothing', async () => {
  const company = await foundCompany(db)
  await company.hire()
  const counts = `select (select count(*) from questions) + (select count(*) from offers) + (select count(*) from question_events)
    + (select count(*) from outbox) + (select count(*) from routing_decisions) as rows`
  const before = (await db.system.query(counts)).rows

  await predict(company, { text: mortgage })

  expect((await db.system.query(counts)).rows).toEqual(before)
})
