import type { QuestionView } from '@askline/contracts'
import { makeChange } from '@askline/domain/changes/make-changes'
import { dateTime } from '@askline/domain/format/dates'
import { claimQuestion, releaseQuestion } from '@askline/domain/questions/claim'
import { addedResponse, respond } from '@askline/domain/questions/respond'
import { reportPromises } from '@askline/domain/routing/promises'
import { viewQuestion } from '@askline/domain/views/find'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it } from 'vitest'
import { buildPromiseCounter } from '../src/routing/promise-counter.ts'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, offersOf, questionRow, type TestCompany } from './company.ts'

const db = await openTestDatabase()
const minuteMs = 60_000

/** Creates questions that an expert answered, each `minutes` after its offer. */
async function answeredAfter(company: TestCompany, expertId: string, minutes: number[]) {
  const router = buildRouter(db, buildEvidenceCache(db))
  for (const took of minutes) {
    const questionId = await company.ask()
    await router.route(questionId)
    await company.settle(questionId, expertId)
    await db.system.query(
      `update questions set first_offered_at = first_response_at - make_interval(mins => $2), promised_ms = null where id = $1`,
      [questionId, took],
    )
  }
}

async function asked(company: TestCompany, aids: Parameters<typeof buildRouter>[2] = {}) {
  const questionId = await company.ask()
  await buildRouter(db, buildEvidenceCache(db), aids).route(questionId)
  return questionId
}
const noticeOf = async ({ companyId, ada, run }: TestCompany, questionId: string) => {
  const view: QuestionView = await run((tx) =>
    viewQuestion(tx, { kind: 'user', userId: ada, companyId }, questionId, 'http://localhost/v1'),
  )
  const notice = view.conversation.messages.find(({ type }) => type === 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE')
  return notice?.potentialExperts
}
const promised = async (company: TestCompany, questionId: string) =>
  (await noticeOf(company, questionId))?.estimatedResponseTimeInMillis
const row = async (questionId: string) =>
  (
    await db.system.query(
      `select promised_ms as ms, experts_available as available, first_offered_at is not null as offered from questions where id = $1`,
      [questionId],
    )
  ).rows[0]
/** Moves the first offer, and with it the promise, `minutes` into the past. */
const ago = (questionId: string, minutes: number) =>
  db.system.query(
    'update questions set first_offered_at = clock_timestamp() - make_interval(mins => $2) where id = $1',
    [questionId, minutes],
  )

/** Ends a question without an answer: rerouted with this type, or withdrawn if it is null. */
const end = (questionId: string, rerouteType: string | null) =>
  db.system.query(
    rerouteType === null
      ? `update questions set closed_at = clock_timestamp(), turn = null, status = 'WITHDRAW' where id = $1 and $2::text is null`
      : `update questions set rerouted_at = clock_timestamp(), is_rerouted = true, status = 'CLOSED_BY_ESCALATION', turn = 'agents',
         reroute_type = $2 where id = $1`,
    [questionId, rerouteType],
  )

describe('a promise', () => {
  it('is made with the first wave from the answer times of similar questions, and shown in NOTIFYING_EXPERTS', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire()
    await company.hire()
    await answeredAfter(company, bruno, [1, 2, 3, 4, 9])

    const questionId = await asked(company)

    expect(await row(questionId)).toEqual({ ms: 9 * minuteMs, available: 2, offered: true })
    expect(await promised(company, questionId)).toBe(9 * minuteMs)
    const { rows } = await db.system.query<{ at: Date }>('select first_offered_at as at from questions where id = $1', [
      questionId,
    ])
    const expected = new Date((rows[0]?.at.getTime() ?? 0) + 9 * minuteMs)
    expect((await noticeOf(company, questionId))?.estimatedAnswerDate).toBe(dateTime(expected))
    const [decision] = await company.decisionsOf(questionId)
    expect(decision?.facts).toEqual({ promisedMs: 9 * minuteMs, promiseBasis: 'company', promiseCases: 5 })
    expect(decision?.explanation).toContain('An answer was promised within 9 min, by 5 questions of the company.')
  })

  it('is not made while there is too little evidence', async () => {
    const company = await foundCompany(db)
    await company.hire()

    const questionId = await asked(company)

    expect(await row(questionId)).toEqual({ ms: null, available: 1, offered: true })
    expect(await noticeOf(company, questionId)).toMatchObject({
      estimatedResponseTimeInMillis: null,
      estimatedAnswerDate: null,
    })
  })

  it('is not made if experts left too many questions unanswered, even before an agent answered', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire()
    await answeredAfter(company, bruno, [1, 1, 1, 1, 1, 1, 1, 1])
    const before = await asked(company)
    for (const type of ['BY_INACTIVITY', 'BY_EXPERT']) await end(await asked(company), type)

    expect(await row(before)).toMatchObject({ ms: minuteMs })
    expect(await row(await asked(company))).toMatchObject({ ms: null, offered: true })
  })

  it('counts questions that their asker ended as unanswered so far, not as unanswerable', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire()
    await answeredAfter(company, bruno, [1, 1, 1, 1, 9, 9])
    for (const type of [null, 'BY_POSTER']) await end(await asked(company), type)

    expect(await row(await asked(company))).toMatchObject({ ms: 9 * minuteMs })
    await db.system.query(
      `update questions set first_offered_at = first_offered_at - interval '10 min' where company_id = $1 and first_response_at is null`,
      [company.companyId],
    )
    expect(await row(await asked(company))).toMatchObject({ ms: null })
  })

  it('does not change in later waves and rounds', async () => {
    const company = await foundCompany(db)
    await answeredAfter(company, await company.hire(), [1, 2, 3, 4, 9])
    await Promise.all(Array.from({ length: 7 }, () => company.hire()))
    const questionId = await asked(company)
    const before = await row(questionId)
    await db.system.query(`update questions set wave_due_at = clock_timestamp(), promised_ms = 7000 where id = $1`, [
      questionId,
    ])
    await db.system.query(`update offers set due_at = clock_timestamp() - interval '1 s' where question_id = $1`, [
      questionId,
    ])

    await buildRouter(db, buildEvidenceCache(db)).route(questionId)

    expect(before).toMatchObject({ ms: 9 * minuteMs, available: 8 })
    expect(await row(questionId)).toMatchObject({ ms: 7_000, available: 8 })
    expect(await promised(company, questionId)).toBe(7_000)
  })

  it('keeps its date if an expert gives the question back and others are asked', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire()
    await answeredAfter(company, bruno, [1, 2, 3, 4, 9])
    const questionId = await asked(company)
    await company.hire()
    await ago(questionId, 20)
    const expert = { kind: 'expert', userId: bruno, companyId: company.companyId } as const
    await company.run((tx) => makeChange(tx, claimQuestion(expert, { questionId })))
    await company.run((tx) => makeChange(tx, releaseQuestion(expert, { questionId })))

    await buildRouter(db, buildEvidenceCache(db)).route(questionId)

    const expected = new Date((await noticeOf(company, questionId))?.estimatedAnswerDate ?? '')
    expect(expected.getTime()).toBeLessThan(Date.now())
  })
})

describe('a wave that would break the promise', () => {
  const waveInMs = async (questionId: string) => (await questionRow(db, questionId))?.waveInMs ?? Number.NaN
  async function promisedIn(seconds: number) {
    const company = await foundCompany(db)
    await answeredAfter(company, await company.hire(), [1, 1, 1, 1, 1])
    await Promise.all(Array.from({ length: 20 }, () => company.hire()))
    await db.system.query(
      `update questions set first_offered_at = first_response_at - $2 * interval '1 second' where company_id = $1`,
      [company.companyId, seconds],
    )
    return asked(company)
  }

  it('widens after half of the remaining time, while its offers are open', async () => {
    const questionId = await promisedIn(60)
    expect(await waveInMs(questionId)).toBeGreaterThan(25_000)
    expect(await waveInMs(questionId)).toBeLessThanOrEqual(30_000)
    await db.system.query(
      `update questions set wave_due_at = clock_timestamp(), widens_at = clock_timestamp(),
         first_offered_at = first_offered_at - interval '30 s' where id = $1`,
      [questionId],
    )

    await buildRouter(db, buildEvidenceCache(db)).route(questionId)

    const offers = await offersOf(db, questionId)
    expect(offers).toHaveLength(3 + 6)
    expect(new Set(offers.map(({ status }) => status))).toEqual(new Set(['pending']))
    expect(await waveInMs(questionId)).toBeLessThanOrEqual(15_000)
  })

  it('is not widened early if there is time, nor after the promise is broken', async () => {
    const early = await promisedIn(1_000)
    expect(await waveInMs(early)).toBeGreaterThan(85_000)

    const late = await promisedIn(60)
    await db.system.query(`update offers set due_at = clock_timestamp() - interval '1 s' where question_id = $1`, [
      late,
    ])
    await ago(late, 5)
    await buildRouter(db, buildEvidenceCache(db)).route(late)
    expect(await waveInMs(late)).toBeGreaterThan(85_000)
  })
})

describe('promises are counted', () => {
  it('as kept, broken, void and open, in the report by category and, once each, by the worker that made them', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire({ capacity: 100 })
    await answeredAfter(company, bruno, [9, 9, 9, 9, 9])
    const counted: string[] = []
    const promises = buildPromiseCounter(db, (outcome) => counted.push(outcome))
    const made = { add: (questionId: string) => promises.add(questionId, 0) }
    const [kept, late, broken, left] = [
      await asked(company, { promises: made }),
      await asked(company, { promises: made }),
      await asked(company, { promises: made }),
      await asked(company, { promises: made }),
    ]
    const actor = { kind: 'expert', userId: bruno, companyId: company.companyId } as const
    const answer = (questionId: string) =>
      company.run((tx) => makeChange(tx, respond(actor, { questionId, text: 'So.' })).then(addedResponse))
    await answer(kept)
    await ago(late, 10)
    await answer(late)
    await ago(broken, 10)
    await end(left, null)
    await asked(company)

    await promises.judge()
    await promises.judge()

    expect(counted.toSorted()).toEqual(['broken', 'broken', 'kept', 'void'])
    expect(promises.waiting).toBe(0)
    const tally = { kept: 1, broken: 2, void: 1, open: 1, keptShare: 1 / 3 }
    expect(await company.run((tx) => reportPromises(tx, company.companyId, 7))).toEqual({
      days: 7,
      ...tally,
      categories: [{ category: expect.any(String), ...tally }],
    })
  })

  it('as broken if agents got the question because no expert took it, and not if the asker rerouted it', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire()
    await answeredAfter(company, bruno, [9, 9, 9, 9, 9])
    const questions = [await asked(company), await asked(company), await asked(company)]
    for (const [nth, type] of ['BY_INACTIVITY', 'BY_EXPERT', 'BY_POSTER'].entries())
      await end(questions[nth] ?? '', type)

    expect(await company.run((tx) => reportPromises(tx, company.companyId, 7))).toMatchObject({ broken: 2, void: 1 })
  })
})
