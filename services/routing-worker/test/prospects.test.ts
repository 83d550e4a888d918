import { once } from 'node:events'
import { inSystem } from '@askline/db'
import { makeChange } from '@askline/domain/changes/make-changes'
import { createPerson } from '@askline/domain/companies/create-person'
import { addAgentMessage, resolveByAgent } from '@askline/domain/questions/agents'
import { rerouteForLack } from '@askline/domain/routing/reroute-for-lack'
import { buildEvidenceCache, type EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { findResolvedEvidence } from '@askline/learning/evidence/resolved-evidence'
import { openSnapshotMaker } from '@askline/learning/snapshots/snapshot-maker'
import { wantSnapshot } from '@askline/learning/snapshots/snapshots'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { predictRouting } from '../src/text/predict-routing.ts'
import { foundCompany, type TestCompany } from './company.ts'

// Snapshots run at a low priority.
vi.setConfig({ testTimeout: 60_000 })

const db = await openTestDatabase()
const museum = 'When does the museum open on Sunday?'
const zebra = 'Which zebra of the philharmonic plays the flute?'

/** Uploads 300 questions about museums, which the expert answered, and 300 unanswered ones about zebras. */
async function uploads(
  company: TestCompany,
  expertId: string,
  { accepted = true, inTurns = true, answerTime = '20 minutes' } = {},
) {
  await db.system.query(
    `with file as (
       insert into files (id, company_id, type, name, sha256, size_bytes, status, uploader_kind, uploader_id, imported_at)
       values (gen_random_uuid(), $1, 'HISTORY', 'a.csv', 'x', 1, 'READY', 'admin', $1, now()) returning id
     ), question as (
       insert into past_questions (id, company_id, file_id, external_id, asked_at, text, tags)
       select gen_random_uuid(), $1, file.id, i::text, date_trunc('day', now()) - interval '700 days' + i * interval '1 day',
         case when case when $4 then i % 2 = 0 else i < 300 end
           then 'When does the museum number ' || i || ' open?' else 'Which zebra of the philharmonic plays instrument ' || i || '?' end, '{}'
       from file, generate_series(0, 599) as i returning id, company_id, asked_at, text
     )
     insert into past_answers (id, company_id, question_id, expert_id, answered_at, score, accepted)
     select gen_random_uuid(), company_id, id, $2, asked_at + $5::interval, null, $3 from question where text like '%museum%'`,
    [company.companyId, expertId, accepted, inTurns, answerTime],
  )
}

async function met(company: TestCompany) {
  const cache = buildEvidenceCache(db)
  await cache.load(company.companyId)
  return cache
}

function predict(cache: EvidenceCache, { companyId, categoryId }: TestCompany, text: string, settings = {}) {
  const evidence = cache.find(companyId)
  if (!evidence) throw new Error('The company is not in memory')
  return predictRouting(
    evidence,
    { text, likelyLanguage: undefined },
    { categoryId, type: 'ONE_TO_ONE', settings },
    null,
  )
}

describe('whether to route', () => {
  it.each([
    { accepted: true, inTurns: true },
    { accepted: true, inTurns: false },
    { accepted: false, inTurns: true },
  ])('is a guess at first, and is based on uploaded history a moment later: %o', async (how) => {
    const company = await foundCompany(db)
    await uploads(company, await company.hire(), how)
    const cache = await met(company)
    expect(predict(cache, company, zebra)).toMatchObject({ cases: 0, shouldRoute: true })

    await cache.refresh()
    await vi.waitFor(() => expect(predict(cache, company, museum).cases).toBe(540), { timeout: 10_000, interval: 20 })

    const [good, bad] = [predict(cache, company, museum), predict(cache, company, zebra)]
    expect([good.cases, bad.cases]).toEqual([540, 540])
    expect(good).toMatchObject({ shouldRoute: true })
    expect(good.confidence).toBeGreaterThan(0.8)
    expect(bad).toMatchObject({ shouldRoute: false })
    expect(bad.confidence).toBeLessThan(0.3)
    expect([good.reason, bad.reason?.code, bad.estimatedResponseMs]).toEqual([null, 'hardly_resolved', null])
    expect(bad.reason?.message).toMatch(
      /^Experts resolve such questions with a probability of [\d.]+%, judged from 540 settled questions, and at least 30% is required\.$/,
    )
    const asked = predict(cache, company, museum, { leastChance: 0.9999 })
    expect(asked.shouldRoute).toBe(false)
    expect(asked.confidence).toBeCloseTo(good.confidence)
    expect(asked.reason?.message).toContain('and the category requires 99.9%')
    expect(predict(cache, company, zebra, { leastChance: 0.001 }).shouldRoute).toBe(true)
  })

  it('is fitted one company at a time, and failures are reported', async () => {
    const failed: string[] = []
    const cache = buildEvidenceCache(db, {}, (_error, companyId) => failed.push(companyId))
    const companies = [await foundCompany(db), await foundCompany(db)]
    for (const company of companies) {
      await uploads(company, await company.hire())
      await cache.load(company.companyId)
      predict(cache, company, museum)
    }
    const [first, second] = companies.map(({ companyId }) => cache.find(companyId))
    const stop = new AbortController()
    if (first) first.refit = () => once(stop.signal, 'abort').then(() => Promise.reject(new Error('no')))

    await cache.refresh()
    await cache.refresh()

    expect([failed, second?.isRefitDue]).toEqual([[], true])
    stop.abort()
    await vi.waitFor(() => expect(second?.isRefitDue).toBe(false), { timeout: 10_000, interval: 20 })
    expect(failed).toEqual([first?.companyId])
  })

  it('is the share of answered questions if all were answered, and a guess for texts without similar questions', async () => {
    const company = await foundCompany(db)
    await uploads(company, await company.hire())
    await db.system.query(`delete from past_questions where company_id = $1 and text like '%zebra%'`, [
      company.companyId,
    ])
    const cache = await met(company)
    predict(cache, company, museum)
    await cache.refresh()
    await vi.waitFor(() => expect(predict(cache, company, museum).cases).toBe(270), { timeout: 10_000, interval: 20 })

    expect(predict(cache, company, 'When does the museum number 8 open?').confidence).toBeGreaterThan(0.9)
    expect(predict(cache, company, 'zebra')).toMatchObject({ shouldRoute: true, confidence: 0.5, cases: 0 })
  })

  it('never advises against routing if there are few questions', async () => {
    const company = await foundCompany(db)
    await uploads(company, await company.hire())
    await db.system.query(
      `delete from past_questions where company_id = $1 and (text like '%museum%' or external_id::int >= 60)`,
      [company.companyId],
    )
    const cache = await met(company)
    predict(cache, company, zebra)
    await cache.refresh()
    await vi.waitFor(() => expect(predict(cache, company, zebra).cases).toBe(27), { timeout: 10_000, interval: 20 })

    const found = predict(cache, company, zebra)

    expect(found.confidence).toBeLessThan(0.3)
    expect(found.shouldRoute).toBe(true)
  })

  it('counts every answer, accepted or not, even right after a start from a snapshot', async () => {
    const company = await foundCompany(db)
    const { companyId } = company
    await uploads(company, await company.hire(), { accepted: false })
    await inSystem(db, (tx) => wantSnapshot(tx, companyId))
    const maker = openSnapshotMaker(db, db.url, { most: 1_000, least: 600, chunk: 250 })
    onTestFinished(() => maker.close())
    expect(await maker.make(companyId)).toBe('kept')

    const cache = await met(company)

    expect(predict(cache, company, museum)).toMatchObject({ cases: 540, shouldRoute: true })
    expect(predict(cache, company, zebra)).toMatchObject({ cases: 540, shouldRoute: false })
  })

  it('is fitted again after a company was reloaded, without a new request', async () => {
    const company = await foundCompany(db)
    await uploads(company, await company.hire())
    const cache = await met(company)
    expect(cache.find(company.companyId)?.isRefitDue).toBe(false)
    predict(cache, company, museum)

    await cache.load(company.companyId)

    expect(cache.find(company.companyId)?.isRefitDue).toBe(true)
  })

  it('counts given up, lapsed and unstaffed questions as unanswered', async () => {
    const company = await foundCompany(db)
    await company.hire()
    const asked = await Promise.all(Array.from({ length: 5 }, (_, i) => company.ask({ text: `${zebra} ${i}` })))
    const cache = await met(company)
    const [lack, inactive, expired, byAsker, closed] = asked
    await inSystem(db, (tx) =>
      rerouteForLack(tx, { questionId: lack ?? '', companyId: company.companyId }, 'BY_LACK_OF_EXPERTS'),
    )
    const settle = (questionId: string | undefined, set: string) =>
      db.system.query(
        `update questions set ${set}, version = version + 1, changed_at = clock_timestamp() where id = $1`,
        [questionId],
      )
    const rerouted = `is_rerouted = true, rerouted_at = clock_timestamp(), turn = 'agents', status = 'CLOSED_BY_ESCALATION'`
    await settle(inactive, `${rerouted}, reroute_type = 'BY_INACTIVITY'`)
    await settle(byAsker, `${rerouted}, reroute_type = 'BY_POSTER'`)
    await settle(expired, `status = 'EXPIRED', closed_at = clock_timestamp(), turn = null`)
    await settle(closed, `status = 'CLOSED_BY_COMPANY', closed_at = clock_timestamp(), turn = null`)

    await cache.refresh()

    expect(cache.find(company.companyId)?.size).toBe(3)
    expect((await met(company)).find(company.companyId)?.size).toBe(3)
    const evidence = await inSystem(db, (tx) => findResolvedEvidence(tx, asked))
    expect(evidence.map(({ questionId, answers }) => [questionId, answers])).toEqual(
      expect.arrayContaining([lack, inactive, expired].map((questionId) => [questionId, []])),
    )
  })
})

describe('a question that no expert was asked', () => {
  it('is not evidence of what experts resolve, even if agents answered it', async () => {
    const company = await foundCompany(db)
    const { companyId, run } = company
    await company.hire()
    const cache = await met(company)
    const asked = await Promise.all(['withheld', 'takenBack', 'byAsker'].map(() => company.ask({ text: zebra })))
    const [withheld = '', takenBack = '', byAsker = ''] = asked
    const person = { companyId, role: 'agent', email: 'dora@example.com', name: 'Dora' } as const
    const { userId } = await run((tx) => createPerson(tx, person))
    const dora = { kind: 'agent', userId, companyId } as const
    const answer = (questionId: string) =>
      run((tx) => makeChange(tx, addAgentMessage(dora, { questionId, text: 'So.', externalIds: [] })))

    await inSystem(db, (tx) => rerouteForLack(tx, { questionId: withheld, companyId: company.companyId }, 'HOPELESS'))
    await db.system.query(
      `update questions set is_rerouted = true, rerouted_at = clock_timestamp(), turn = 'agents', status = 'CLOSED_BY_ESCALATION',
         reroute_type = 'BY_POSTER', version = version + 1 where id = $1`,
      [byAsker],
    )
    await cache.refresh()
    expect(cache.find(companyId)?.size).toBe(0)
    for (const questionId of asked) await answer(questionId)
    for (const questionId of asked) await run((tx) => makeChange(tx, resolveByAgent(dora, { questionId })))
    await cache.refresh()

    expect(cache.find(companyId)?.size).toBe(0)
    expect((await met(company)).find(companyId)?.size).toBe(0)
    expect(await inSystem(db, (tx) => findResolvedEvidence(tx, [withheld, takenBack, byAsker]))).toEqual([])
  })
})

describe('the time to an answer', () => {
  it('is that of similar uploaded questions if no question was asked yet and their times are real', async () => {
    const [company, other] = [await foundCompany(db), await foundCompany(db)]
    const carla = await company.hire()
    await uploads(company, carla)
    await uploads(other, await other.hire(), { answerTime: '2 days' })

    expect(predict(await met(company), company, museum).estimatedResponseMs).toBe(20 * 60_000)
    expect(predict(await met(company), company, zebra).estimatedResponseMs).toBeNull()
    expect(predict(await met(other), other, museum).estimatedResponseMs).toBeNull()
  })
})
