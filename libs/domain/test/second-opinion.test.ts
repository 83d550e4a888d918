import { newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import * as domain from '../src/index.ts'
import { stageOf } from './stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { ada, bruno, carla, carlos, dora } = cast
const stage = stageOf(db, cast)
const { run, user, expert, agent, integration, ask, offer, see, systemMessages, events, comes } = stage
const refused = (code: string) => expect.objectContaining({ code })

/** A question that Bruno holds. */
async function held() {
  const questionId = await ask()
  await offer(questionId, [bruno])
  await run((tx) => domain.claimQuestion(tx, expert(bruno), { questionId }))
  return questionId
}
const givesUp = (questionId: string, by = bruno, reason?: string) =>
  run((tx) => domain.escalateQuestion(tx, expert(by), { questionId, reason }))
const claims = (questionId: string, by: string) => run((tx) => domain.claimQuestion(tx, expert(by), { questionId }))
const loadOf = async (expertId: string, of = db) =>
  (await of.system.query('select load from experts where user_id = $1', [expertId])).rows[0].load
const statusOf = async (questionId: string) => (await see(questionId)).state

/** What an asker, or a client that acts for them, can tell of a question: view, stamp and the events they are rung for. */
async function shownOf(questionId: string) {
  const keys = [`user:${ada}`, `company:${cast.companyId}`]
  return {
    ada: await see(questionId, user(ada)),
    client: await see(questionId, integration),
    rung: (await events(questionId)).filter(({ audience }) => audience.some((key) => keys.includes(key))).length,
    listed: (await db.system.query('select updated_at, changed_at from questions where id = $1', [questionId])).rows,
  }
}

describe('a question its expert gives up', () => {
  test('may be taken by another for three minutes; the asker notices nothing of it, from the first moment to the last', async () => {
    const questionId = await held()
    const shown = await shownOf(questionId)
    const load = await loadOf(bruno)

    await givesUp(questionId, bruno, 'Too hard for me')
    expect(await shownOf(questionId)).toEqual(shown)
    expect(await loadOf(bruno)).toBe(load - 1)
    const { rows } = await db.system.query(
      `select extract(epoch from opinion_due_at - clock_timestamp())::float8 as seconds from questions where id = $1`,
      [questionId],
    )
    expect(rows[0].seconds).toBeGreaterThan(170)
    expect(rows[0].seconds).toBeLessThanOrEqual(180)

    expect(await offer(questionId, [carla])).toEqual([questionId])
    expect(await shownOf(questionId)).toEqual(shown)
    expect((await see(questionId, expert(carla))).isClaimed).toBe(false)

    await claims(questionId, carla)
    expect(await shownOf(questionId)).toEqual(shown)
    expect((await see(questionId, expert(carla))).claim?.fence).toBe(2)
    const log = await events(questionId)
    expect(log.map((e) => e.type)).toEqual([
      'QUESTION_APPROVED',
      'QUESTION_OFFERED',
      'QUESTION_CLAIMED',
      'SECOND_OPINION_SOUGHT',
      'QUESTION_OFFERED',
      'QUESTION_CLAIMED',
    ])
    expect(log.map((e) => e.seq)).toEqual([1, 2, 3, 4, 5, 6])

    // Life goes on: what comes next is a change like any other, and agents never read what Bruno said.
    await run((tx) => domain.respond(tx, expert(carla), { questionId, text: 'Like this.' }))
    expect((await shownOf(questionId)).rung).toBe(shown.rung + 1)
    await run((tx) => domain.rerouteQuestion(tx, user(ada), { questionId }))
    expect((await see(questionId, agent(dora))).state.rerouteStatus).not.toHaveProperty('reason')
  })

  test('goes to the agents when nobody took it in time: with its reason, its message and its event, and not before', async () => {
    const questionId = await held()
    await givesUp(questionId, bruno, 'Needs the account')
    await offer(questionId, [carla])
    expect(await statusOf(questionId)).toMatchObject({ status: 'UNRESOLVED', rerouteStatus: { isRerouted: false } })
    expect((await see(questionId, integration)).state.rerouteStatus).not.toHaveProperty('reason')
    expect((await domain.moveDueQuestions(db, 100)).failed).toEqual([])
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

  test('goes to the agents when its time is over, also where nobody was offered it meanwhile', async () => {
    const questionId = await held()
    await givesUp(questionId)
    await comes(questionId, 'opinion')

    expect((await statusOf(questionId)).rerouteStatus).toMatchObject({ isRerouted: true, type: 'BY_EXPERT' })
  })

  test('is not offered again to whoever gave it up, who may not write to it either', async () => {
    const questionId = await held()
    await givesUp(questionId)

    const [routable] = await run((tx) => domain.findRoutable(tx, [questionId]))
    expect(routable?.declinedExpertIds).toEqual([bruno])
    await expect(claims(questionId, bruno)).rejects.toEqual(refused('offer_closed'))
    await expect(run((tx) => domain.respond(tx, expert(bruno), { questionId, text: 'After all.' }))).rejects.toEqual(
      refused('claim_lost'),
    )
    const before = await events(questionId)
    await givesUp(questionId)
    expect(await events(questionId)).toEqual(before)
  })

  test('stays with whoever holds it: somebody else cannot give it up', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno, carla])
    await claims(questionId, carla)

    await expect(givesUp(questionId)).rejects.toEqual(refused('already_claimed'))
  })

  test('while others are offered it, stays offered to them; an answer of theirs ends the matter', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno, carla])
    const shown = await shownOf(questionId)
    await givesUp(questionId)
    expect(await shownOf(questionId)).toEqual(shown)

    await run((tx) => domain.respond(tx, expert(carla), { questionId, text: 'Here.' }))
    await comes(questionId, 'opinion')

    expect(await statusOf(questionId)).toMatchObject({ status: 'UNRESOLVED', numResponses: 1 })
    const { rows } = await db.system.query('select opinion_due_at, opinion_of from questions where id = $1', [
      questionId,
    ])
    expect(rows).toEqual([{ opinion_due_at: null, opinion_of: null }])
  })

  test('is given up by one after the other, and goes to the agents at once when nobody is left', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno, carla, carlos])
    await givesUp(questionId, bruno)
    await givesUp(questionId, carla)
    expect((await statusOf(questionId)).status).toBe('UNRESOLVED')

    await givesUp(questionId, carlos)

    expect((await statusOf(questionId)).rerouteStatus).toMatchObject({ isRerouted: true, type: 'BY_EXPERT' })
  })

  test('that several may answer, goes on when another answers, and to the agents when none does', async () => {
    const [answered, left] = [await ask({ category: 'Community' }), await ask({ category: 'Community' })]
    for (const questionId of [answered, left]) {
      await offer(questionId, [bruno, carla])
      await run((tx) => domain.respond(tx, expert(bruno), { questionId, text: 'I think …' }))
      await givesUp(questionId, bruno)
    }
    await run((tx) => domain.respond(tx, expert(carla), { questionId: answered, text: 'So.' }))
    await comes(left, 'opinion')

    expect((await statusOf(answered)).status).toBe('UNRESOLVED')
    expect((await statusOf(left)).rerouteStatus.type).toBe('BY_EXPERT')
  })

  test.each([
    ['everybody else is away', `update experts set availability = 'AWAY' where company_id = $1 and user_id <> $2`],
    ['everybody else has a full desk', `update experts set load = capacity where company_id = $1 and user_id <> $2`],
    [
      'nobody else speaks its language',
      `with french as (update experts set languages = '{fr}' where company_id = $1 and user_id <> $2)
       update questions set language = 'en' where company_id = $1`,
    ],
    [
      'nobody else meets what is required',
      `with elite as (update experts set is_elite = true where company_id = $1 and user_id = $2)
       update categories set settings = '{"requirements": [{"elite": true}]}' where company_id = $1`,
    ],
    [
      'the category wants no second opinion',
      `update categories set settings = '{"secondOpinionMs": 0}' where company_id = $1 and $2::uuid is not null`,
    ],
  ])('goes to the agents at once where %s', async (_why, change) => {
    const small = await inviteCast(db)
    const s = stageOf(db, small)
    const questionId = await s.ask()
    await s.offer(questionId, [small.bruno])
    await s.run((tx) => domain.claimQuestion(tx, s.expert(small.bruno), { questionId }))
    await db.system.query(change, [small.companyId, small.bruno])

    await s.run((tx) => domain.escalateQuestion(tx, s.expert(small.bruno), { questionId, reason: 'Legal' }))

    expect((await s.see(questionId)).state.rerouteStatus).toMatchObject({ type: 'BY_EXPERT', reason: 'Legal' })
    expect((await s.events(questionId)).at(-1)?.type).toBe('QUESTION_ESCALATED_BY_EXPERT')
  })
})

test('a client that reconnects is told of what concerned it, not of what did not', async () => {
  const questionId = await held()
  const { version } = (await db.system.query('select version from questions where id = $1', [questionId])).rows[0]
  await givesUp(questionId)
  const claimsOf = { sub: ada, cid: cast.companyId, kind: 'user', scopes: [], jti: newId(), exp: 0, iat: 0 }

  const watch = await domain.findWatch(db, claimsOf as never, questionId)

  expect(watch).toMatchObject({ version: version + 1, lastEvent: 'QUESTION_CLAIMED', lastSeq: version })
})
