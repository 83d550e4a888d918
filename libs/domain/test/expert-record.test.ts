import { inSystem, offerDays, readCompany } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { forgetPerson } from '../src/privacy/forget.ts'
import { erasePerson } from '../src/privacy/forget-erase.ts'
import { claimQuestion, declineQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { rateResponse } from '../src/questions/rate.ts'
import { escalateQuestion } from '../src/questions/reroute.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { acceptResponse } from '../src/questions/settle.ts'
import { deleteOffersOfClosed } from '../src/routing/delete-offers.ts'
import { findExpertRecord } from '../src/routing/expert-record.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

async function newStage() {
  const s = stageOf(db, await inviteCast(db))
  const { bruno, carla, companyId } = s.cast
  const record = async (expertId = bruno) => {
    const { periods } = await readCompany(db, companyId, (tx) => findExpertRecord(tx, companyId, expertId))
    const [month, quarter] = periods
    if (!month?.offers || !quarter) throw new Error('The record has no offers')
    return { month: { ...month, offers: month.offers }, quarter }
  }
  const claims = (questionId: string, by = bruno) =>
    s.run((tx) => makeChange(tx, claimQuestion(s.expert(by), { questionId })))
  async function offered(options: Parameters<typeof s.offer>[2] = {}) {
    const questionId = await s.ask()
    await s.offer(questionId, [bruno], options)
    return questionId
  }
  async function held() {
    const questionId = await offered()
    await claims(questionId)
    return questionId
  }
  /** A question that Bruno claimed, answered and resolved. */
  async function resolved() {
    const questionId = await held()
    const { responseId } = await s.run((tx) =>
      makeChange(tx, respond(s.expert(bruno), { questionId, text: 'It is on its way.' })).then(addedResponse),
    )
    await s.run((tx) => makeChange(tx, acceptResponse(s.user(s.cast.ada), { responseId })))
    return { questionId, responseId }
  }
  return { ...s, bruno, carla, companyId, record, claims, offered, held, resolved }
}

const change = (text: string, values: unknown[]) => db.system.query(text, values)

test('an answer counts once, with a claim of its own and after one', async () => {
  const s = await newStage()
  const counted = async () => {
    const { rows } = await change('select number_of_answers as answers, load from experts where user_id = $1', [
      s.bruno,
    ])
    return rows[0]
  }
  const answer = (questionId: string) =>
    s.run((tx) =>
      makeChange(tx, respond(s.expert(s.bruno), { questionId, text: 'It is on its way.' })).then(addedResponse),
    )

  const claimed = await s.held()
  expect(await counted()).toEqual({ answers: 0, load: 1 })
  await answer(claimed)
  expect(await counted()).toEqual({ answers: 1, load: 0 })
  await answer(await s.offered())
  expect(await counted()).toEqual({ answers: 2, load: 0 })
})

test('an expert without work has zeros, no medians and no rating', async () => {
  const { month, quarter } = await (await newStage()).record()

  expect([month.days, quarter.days]).toEqual([30, 90])
  expect(month.offers).toEqual({
    received: 0,
    claimed: 0,
    declined: 0,
    missed: 0,
    withdrawn: 0,
    open: 0,
    released: 0,
    escalated: 0,
    lapsed: 0,
    medianClaimMs: null,
    declineReasons: [],
  })
  expect(month.answers).toEqual({ given: 0, resolved: 0, medianAnswerMs: null })
  expect(month.ratings).toEqual({ count: 0, average: null })
  expect(month.promises).toEqual({ kept: 0, late: 0 })
  expect(month.classes).toEqual([])
})

describe('offers', () => {
  test('are counted by how they ended, with the reasons of declined ones', async () => {
    const s = await newStage()
    for (const reason of ['Not my field', 'Not my field', undefined]) {
      const questionId = await s.offered()
      await s.run((tx) => makeChange(tx, declineQuestion(s.expert(s.bruno), { questionId, reason })))
    }
    const lost = await s.ask()
    await s.offer(lost, [s.bruno, s.carla])
    await s.claims(lost, s.carla)
    await s.held()
    await s.offered()

    const { offers } = (await s.record()).month
    expect(offers).toMatchObject({ received: 6, claimed: 1, declined: 3, missed: 0, withdrawn: 1, open: 1 })
    expect(offers.declineReasons).toEqual([
      { reason: 'Not my field', count: 2 },
      { reason: null, count: 1 },
    ])
  })

  test('that were not answered in time are missed', async () => {
    const s = await newStage()
    const questionId = await s.offered()
    await change(`update offers set due_at = clock_timestamp() - interval '1 second' where question_id = $1`, [
      questionId,
    ])
    await s.offer(questionId, [s.carla])

    expect((await s.record()).month.offers).toMatchObject({ received: 1, missed: 1 })
  })

  test('of questions open to all are never missed, and one that was claimed counts', async () => {
    const s = await newStage()
    const passed = await s.ask()
    await s.open(passed)
    await s.claims(passed, s.carla)
    expect((await s.record()).month.offers).toMatchObject({ received: 0, missed: 0 })

    const taken = await s.ask()
    await s.open(taken)
    await s.claims(taken)
    expect((await s.record()).month.offers).toMatchObject({ received: 1, claimed: 1, missed: 0, medianClaimMs: null })
  })

  test('that were claimed and then released, escalated or lapsed count as claimed and once more as that', async () => {
    const s = await newStage()
    const released = await s.held()
    await s.run((tx) => makeChange(tx, releaseQuestion(s.expert(s.bruno), { questionId: released })))
    const passedOn = await s.held()
    await s.run((tx) => escalateQuestion(tx, s.expert(s.bruno), { questionId: passedOn, reason: 'Too hard' }))
    await s.comes(await s.held(), 'lease')

    expect((await s.record()).month.offers).toMatchObject({
      received: 3,
      claimed: 3,
      declined: 0,
      missed: 0,
      released: 1,
      escalated: 1,
      lapsed: 1,
      declineReasons: [],
    })
  })

  test('that were passed to the agents are escalated', async () => {
    const s = await newStage()
    await change('update experts set is_active = false where company_id = $1 and user_id <> $2', [s.companyId, s.bruno])
    const questionId = await s.held()
    await s.run((tx) => escalateQuestion(tx, s.expert(s.bruno), { questionId }))

    expect((await s.see(questionId)).state.status).toBe('CLOSED_BY_ESCALATION')
    expect((await s.record()).month.offers).toMatchObject({ claimed: 1, escalated: 1 })
  })

  test('that were deleted still count by their days, in whichever batches', async () => {
    const s = await newStage()
    for (const seconds of [10, 20, 90]) {
      const { questionId } = await s.resolved()
      await change('update offers set created_at = closed_at - make_interval(secs => $2) where question_id = $1', [
        questionId,
        seconds,
      ])
    }
    const released = await s.held()
    await s.run((tx) => makeChange(tx, releaseQuestion(s.expert(s.bruno), { questionId: released })))
    const passedOn = await s.held()
    await s.run((tx) => escalateQuestion(tx, s.expert(s.bruno), { questionId: passedOn }))
    await s.comes(await s.held(), 'lease')
    await change('update experts set is_active = false where company_id = $1 and user_id <> $2', [s.companyId, s.bruno])
    await s.run(async (tx) => escalateQuestion(tx, s.expert(s.bruno), { questionId: await s.held() }))
    await change(
      `update offers set created_at = created_at - interval '40 days', closed_at = closed_at - interval '40 days' where expert_id = $1`,
      [s.bruno],
    )
    await change("update question_events set at = at - interval '40 days' where actor_id = $1", [s.bruno])
    const before = await s.record()

    await change(
      `update questions set turn = null, closed_at = clock_timestamp() - interval '31 days' where company_id = $1`,
      [s.companyId],
    )
    await change(
      `update offers set id = (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint - 90 * 86400000::bigint), 12, '0')
        || right(replace(id::text, '-', ''), 20))::uuid where company_id = $1`,
      [s.companyId],
    )
    await Promise.all([deleteOffersOfClosed(db, 2), deleteOffersOfClosed(db, 100), deleteOffersOfClosed(db, 3)])
    await deleteOffersOfClosed(db, 100)

    expect((await change('select 1 from offers where company_id = $1', [s.companyId])).rows).toEqual([])
    expect(await s.record()).toEqual(before)
    expect(before.quarter.offers).toMatchObject({ claimed: 7, released: 1, escalated: 2, lapsed: 1 })
    expect(before.quarter.offers?.medianClaimMs).toBeGreaterThanOrEqual(0)
  })

  test('that were deleted count no more after their expert was forgotten', async () => {
    const s = await newStage()
    const day = { claimed: 1, declined: 0, missed: 0, withdrawn: 0, released: 0, lapsed: 0, escalated: 0, claimMs: [1] }
    const days = (expertId: string) => ({ ...day, companyId: s.companyId, expertId, day: '2026-01-31' })
    await inSystem(db, (tx) => tx.orm.insert(offerDays).values([days(s.bruno), days(s.carla)]))
    const { rows } = await change('select email from users where id = $1', [s.bruno])
    const { receipt } = await inSystem(db, (tx) =>
      forgetPerson(tx, { companyId: s.companyId, email: rows[0]?.['email'] }),
    )
    await erasePerson(db, receipt.uuid, { settleMs: 0 })

    const left = await change('select expert_id from offer_days where company_id = $1', [s.companyId])
    expect(left.rows).toEqual([{ expert_id: s.carla }])
  })
})

describe('answers', () => {
  test('are counted with their resolutions, ratings and classes', async () => {
    const s = await newStage()
    for (const [rating, className] of [
      ['POSITIVE_5', 'card'],
      ['NEGATIVE_5', 'card'],
      [undefined, 'pin'],
    ] as const) {
      const { questionId, responseId } = await s.resolved()
      if (rating) await s.run((tx) => rateResponse(tx, s.user(s.cast.ada), { responseId, rating }))
      await change('update questions set predicted_class = $2 where id = $1', [questionId, className])
    }
    await s.answered()

    const { answers, ratings, classes } = (await s.record()).month
    expect(answers).toMatchObject({ given: 4, resolved: 3 })
    expect(ratings).toEqual({ count: 2, average: 0.5 })
    expect(classes).toEqual([
      { class: 'card', resolved: 2 },
      { class: 'pin', resolved: 1 },
    ])
  })

  test('have medians of the time from offer to claim and from claim to answer', async () => {
    const s = await newStage()
    for (const seconds of [10, 20, 90]) {
      const { questionId, responseId } = await s.resolved()
      await change(`update offers set created_at = closed_at - make_interval(secs => $2) where question_id = $1`, [
        questionId,
        seconds,
      ])
      await change(
        `update question_events set at = (select created_at from responses where id = $2) - make_interval(secs => $3)
          where question_id = $1 and type = 'QUESTION_CLAIMED'`,
        [questionId, responseId, seconds * 2],
      )
    }
    // Claims with its answer, so it has no time from claim to answer.
    await s.answered()

    const { offers, answers } = (await s.record()).month
    expect(offers.medianClaimMs).toBeGreaterThan(10_000)
    expect(offers.medianClaimMs).toBeLessThanOrEqual(20_000)
    expect(answers.medianAnswerMs).toBe(40_000)
  })

  test('keep a promise or come late, and those without a promise do neither', async () => {
    const s = await newStage()
    for (const promisedMs of [60_000, 60_000, 0, null]) {
      const { questionId } = await s.resolved()
      await change(
        `update questions set promised_ms = $2, first_offered_at = first_response_at - interval '1 second' where id = $1`,
        [questionId, promisedMs],
      )
    }

    expect((await s.record()).month.promises).toEqual({ kept: 2, late: 1 })
  })

  test('belong to the periods of the company time in which they were given', async () => {
    const s = await newStage()
    const { responseId } = await s.resolved()
    const old = '40 days'
    await change('update responses set created_at = created_at - $2::interval where id = $1', [responseId, old])
    await change('update offers set closed_at = closed_at - $2::interval where expert_id = $1', [s.bruno, old])

    const { month, quarter } = await s.record()
    expect([month.answers.given, quarter.answers.given]).toEqual([0, 1])
    expect([month.offers.claimed, quarter.offers?.claimed]).toEqual([0, 1])

    await change(`update companies set clock_offset = interval '60 days' where id = $1`, [s.companyId])
    expect((await s.record()).quarter.answers.given).toBe(0)
  })

  test('of another expert do not count', async () => {
    const s = await newStage()
    await s.resolved()

    expect((await s.record(s.carla)).month.answers.given).toBe(0)
  })
})

test('the record of an expert of another company and of a person who is no expert is not found', async () => {
  const [s, rival] = [await newStage(), await newStage()]
  for (const personId of [rival.bruno, s.cast.ada]) {
    const read = readCompany(db, s.companyId, (tx) => findExpertRecord(tx, s.companyId, personId))
    await expect(read).rejects.toMatchObject({ code: 'expert_not_found' })
  }
})
