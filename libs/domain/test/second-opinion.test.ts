import { newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { escalateQuestion, rerouteQuestion } from '../src/questions/reroute.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { moveDueQuestions } from '../src/routing/due.ts'
import { findRoutable } from '../src/routing/routable.ts'
import { openWatches } from '../src/views/watches.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { ada, bruno, carla, carlos, dora } = cast
const stage = stageOf(db, cast)
const { run, user, expert, agent, integration, ask, offer, see, systemMessages, events, claimed, comes, answered } =
  stage
const refused = (code: string) => expect.objectContaining({ code })

/** A question that Bruno holds. */
const givesUp = (questionId: string, by = bruno, reason?: string) =>
  run((tx) => escalateQuestion(tx, expert(by), { questionId, reason }))
const claims = (questionId: string, by: string) =>
  run((tx) => makeChange(tx, claimQuestion(expert(by), { questionId })))
const loadOf = async (expertId: string, of = db) =>
  (await of.system.query('select load from experts where user_id = $1', [expertId])).rows[0].load
const statusOf = async (questionId: string) => (await see(questionId)).state

describe('an escalated question', () => {
  test('is released visibly: no expert holds it and experts are notified again', async () => {
    const questionId = await claimed()
    const load = await loadOf(bruno)
    const before = await db.system.query('select updated_at from questions where id = $1', [questionId])

    await givesUp(questionId, bruno, 'Too hard for me')

    for (const viewer of [user(ada), integration, agent(dora)]) {
      expect((await see(questionId, viewer)).isClaimed).toBe(false)
    }
    expect(await systemMessages(questionId)).toEqual(['NOTIFYING_EXPERTS'])
    const after = await db.system.query('select updated_at from questions where id = $1', [questionId])
    expect(after.rows[0].updated_at.getTime()).toBeGreaterThan(before.rows[0].updated_at.getTime())
    const last = (await events(questionId)).at(-1)
    expect(last).toMatchObject({ type: 'QUESTION_RELEASED' })
    expect(last?.audience).toContain(`user:${ada}`)
    expect(await loadOf(bruno)).toBe(load - 1)
  })

  test('may be taken by another expert for three minutes, and goes on under a new fence', async () => {
    const questionId = await claimed()
    await givesUp(questionId, bruno, 'Too hard for me')
    const { rows } = await db.system.query(
      `select extract(epoch from opinion_due_at - clock_timestamp())::float8 as seconds from questions where id = $1`,
      [questionId],
    )
    expect(rows[0].seconds).toBeGreaterThan(170)
    expect(rows[0].seconds).toBeLessThanOrEqual(180)

    expect(await offer(questionId, [carla])).toEqual([questionId])
    await claims(questionId, carla)

    expect((await see(questionId, user(ada))).isClaimed).toBe(true)
    expect((await see(questionId, expert(carla))).claim?.fence).toBe(2)
    const log = await events(questionId)
    expect(log.map((e) => e.type)).toEqual([
      'QUESTION_APPROVED',
      'QUESTION_OFFERED',
      'QUESTION_CLAIMED',
      'QUESTION_RELEASED',
      'QUESTION_OFFERED',
      'QUESTION_CLAIMED',
    ])
    expect(log.map((e) => e.seq)).toEqual([1, 2, 3, 4, 5, 6])

    // The agents never read the reason that Bruno gave, because Carla answered.
    await run((tx) => makeChange(tx, respond(expert(carla), { questionId, text: 'Like this.' })).then(addedResponse))
    await run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))
    expect((await see(questionId, agent(dora))).state.rerouteStatus).not.toHaveProperty('reason')
  })

  test('does not show NOTIFYING_EXPERTS again if it was answered', async () => {
    const { questionId } = await answered()
    await givesUp(questionId)

    expect(await systemMessages(questionId)).toEqual(['ACCEPT_RESPONSE'])
    expect((await see(questionId)).isClaimed).toBe(false)
  })

  test('goes to the agents with reason, message and event if no expert takes it in time, and not earlier', async () => {
    const questionId = await claimed()
    await givesUp(questionId, bruno, 'Needs the account')
    await offer(questionId, [carla])
    expect(await statusOf(questionId)).toMatchObject({ status: 'UNRESOLVED', rerouteStatus: { isRerouted: false } })
    expect((await see(questionId, integration)).state.rerouteStatus).not.toHaveProperty('reason')
    expect((await moveDueQuestions(db, 100)).failed).toEqual([])
    expect((await statusOf(questionId)).status).toBe('UNRESOLVED')

    await comes(questionId, 'opinion')

    expect(await statusOf(questionId)).toMatchObject({
      status: 'CLOSED_BY_ESCALATION',
      rerouteStatus: { isRerouted: true, type: 'BY_EXPERT', reason: 'Needs the account' },
    })
    expect(await systemMessages(questionId)).toEqual(['QUESTION_REROUTED'])
    const last = (await events(questionId)).at(-1)
    expect(last?.type).toBe('QUESTION_ESCALATED_BY_EXPERT')
    expect(last?.audience).toContain(`user:${ada}`)
    const { rows } = await db.system.query(
      `select e.detail, (select count(*)::int from offers o where o.question_id = $1 and o.status = 'pending') as open
        from question_events e where e.question_id = $1 and e.seq = $2`,
      [questionId, last?.seq],
    )
    expect(rows).toEqual([{ detail: { expertId: bruno }, open: 0 }])
    await expect(claims(questionId, carla)).rejects.toEqual(refused('already_rerouted'))
  })

  test('goes to the agents in time even if it was not offered meanwhile', async () => {
    const questionId = await claimed()
    await givesUp(questionId)
    await comes(questionId, 'opinion')

    expect((await statusOf(questionId)).rerouteStatus).toMatchObject({ isRerouted: true, type: 'BY_EXPERT' })
  })

  test('is not offered again to the expert who escalated it, and refuses their messages', async () => {
    const questionId = await claimed()
    await givesUp(questionId)

    const [routable] = await run((tx) => findRoutable(tx, [questionId]))
    expect(routable?.declinedExpertIds).toEqual([bruno])
    await expect(claims(questionId, bruno)).rejects.toEqual(refused('offer_closed'))
    await expect(
      run((tx) => makeChange(tx, respond(expert(bruno), { questionId, text: 'After all.' })).then(addedResponse)),
    ).rejects.toEqual(refused('claim_lost'))
    const before = await events(questionId)
    await givesUp(questionId)
    expect(await events(questionId)).toEqual(before)
  })

  test('cannot be escalated by an expert who does not hold it', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno, carla])
    await claims(questionId, carla)

    await expect(givesUp(questionId)).rejects.toEqual(refused('already_claimed'))
  })

  test('stays offered to others, and their answer ends the second opinion', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno, carla])
    await givesUp(questionId)
    expect(await systemMessages(questionId)).toEqual(['NOTIFYING_EXPERTS'])

    await run((tx) => makeChange(tx, respond(expert(carla), { questionId, text: 'Here.' })).then(addedResponse))
    await comes(questionId, 'opinion')

    expect(await statusOf(questionId)).toMatchObject({ status: 'UNRESOLVED', numResponses: 1 })
    const { rows } = await db.system.query('select opinion_due_at, opinion_of from questions where id = $1', [
      questionId,
    ])
    expect(rows).toEqual([{ opinion_due_at: null, opinion_of: null }])
  })

  test('goes to the agents at once when the last expert escalates it', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno, carla, carlos])
    await givesUp(questionId, bruno)
    await givesUp(questionId, carla)
    expect((await statusOf(questionId)).status).toBe('UNRESOLVED')

    await givesUp(questionId, carlos)

    expect((await statusOf(questionId)).rerouteStatus).toMatchObject({ isRerouted: true, type: 'BY_EXPERT' })
  })

  test('of several experts continues if another answers, and else goes to the agents', async () => {
    const [answered, left] = [await ask({ category: 'Community' }), await ask({ category: 'Community' })]
    for (const questionId of [answered, left]) {
      await offer(questionId, [bruno, carla])
      await run((tx) => makeChange(tx, respond(expert(bruno), { questionId, text: 'I think …' })).then(addedResponse))
      await givesUp(questionId, bruno)
    }
    await run((tx) => makeChange(tx, respond(expert(carla), { questionId: answered, text: 'So.' })).then(addedResponse))
    await comes(left, 'opinion')

    expect((await statusOf(answered)).status).toBe('UNRESOLVED')
    expect((await statusOf(left)).rerouteStatus.type).toBe('BY_EXPERT')
  })

  test.each([
    ['all other experts are away', `update experts set availability = 'AWAY' where company_id = $1 and user_id <> $2`],
    ['all other experts are at capacity', `update experts set load = capacity where company_id = $1 and user_id <> $2`],
    [
      'no other expert speaks its language',
      `with french as (update experts set languages = '{fr}' where company_id = $1 and user_id <> $2)
       update questions set language = 'en' where company_id = $1`,
    ],
    [
      'no other expert meets the requirement',
      `with elite as (update experts set is_elite = true where company_id = $1 and user_id = $2)
       update categories set settings = '{"requirements": [{"elite": true}]}' where company_id = $1`,
    ],
    [
      'the category has no second opinion',
      `update categories set settings = '{"secondOpinionMs": 0}' where company_id = $1 and $2::uuid is not null`,
    ],
  ])('goes to the agents at once if %s', async (_why, change) => {
    const small = await inviteCast(db)
    const s = stageOf(db, small)
    const questionId = await s.ask()
    await s.offer(questionId, [small.bruno])
    await s.run((tx) => makeChange(tx, claimQuestion(s.expert(small.bruno), { questionId })))
    await db.system.query(change, [small.companyId, small.bruno])

    await s.run((tx) => escalateQuestion(tx, s.expert(small.bruno), { questionId, reason: 'Legal' }))

    expect((await s.see(questionId)).state.rerouteStatus).toMatchObject({ type: 'BY_EXPERT', reason: 'Legal' })
    expect((await s.events(questionId)).at(-1)?.type).toBe('QUESTION_ESCALATED_BY_EXPERT')
  })
})

test('a client that reconnects learns that the question was released', async () => {
  const questionId = await claimed()
  const { version } = (await db.system.query('select version from questions where id = $1', [questionId])).rows[0]
  await givesUp(questionId)
  const claimsOf = { sub: ada, cid: cast.companyId, kind: 'user', scopes: [], jti: newId(), exp: 0, iat: 0 }

  const watch = await openWatches(db).find(claimsOf as never, questionId)

  expect(watch).toMatchObject({ version: version + 1, lastEvent: 'QUESTION_RELEASED', lastSeq: version + 1 })
})
