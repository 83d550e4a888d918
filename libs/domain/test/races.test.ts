import { newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import type { Change } from '../src/changes/change.ts'
import { decide } from '../src/changes/decide.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { DomainError } from '../src/errors.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { addAgentMessage, takeAsAgent } from '../src/questions/agents.ts'
import { claimQuestion, declineQuestion, lapseLease } from '../src/questions/claim.ts'
import { rerouteQuestion } from '../src/questions/reroute.ts'
import { addedResponse, markAsResolved, respond } from '../src/questions/respond.ts'
import {
  acceptResponse,
  approveBySilence,
  closeQuestion,
  expireQuestion,
  reviewMarkAsResolved,
} from '../src/questions/settle.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase({ maxConnections: 24 })
const cast = await inviteCast(db, { capacity: 1_000_000 })
const stage = stageOf(db, cast)
const { run, user, expert, agent, integration, ask, offer, see, events, answered } = stage
const { ada, bruno, carla, dora } = cast

/** 20 contenders: ten try one thing, ten the other. Yields the names of those who succeeded. */
async function race(moves: Record<string, () => Promise<unknown>>): Promise<string[]> {
  const names = Object.keys(moves)
  const contenders = Array.from({ length: 20 }, (_, i) => names[i % names.length] as string)
  const results = await Promise.allSettled(contenders.map((name) => moves[name]?.()))
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DomainError)
  }
  return contenders.filter((_, i) => results[i]?.status === 'fulfilled')
}

/** Versions count the events without a gap, and no prompt stands twice or outlives the question. */
async function expectLegal(questionId: string) {
  const log = await events(questionId)
  expect(log.map((e) => e.seq)).toEqual(log.map((_, i) => i + 1))
  const system = await stage.systemMessages(questionId)
  const once = system.filter((type) => !['CONTESTED_MARK_AS_RESOLVED'].includes(type))
  expect(new Set(once).size).toBe(once.length)
  const { isClosed } = (await see(questionId)).state
  if (isClosed) expect(system).not.toContain('ACCEPT_RESPONSE')
}

const rounds = 4

describe('only one of two moves that exclude each other succeeds', () => {
  const accept = (r: { responseId: string }) => () => run((tx) => makeChange(tx, acceptResponse(user(ada), r)))
  const reroute = (q: { questionId: string }) => () => run((tx) => makeChange(tx, rerouteQuestion(user(ada), q)))
  const expire = (q: { questionId: string }) => () => run((tx) => makeChange(tx, expireQuestion(user(ada), q)))
  const close = (q: { questionId: string }) => () => run((tx) => makeChange(tx, closeQuestion(integration, q)))
  const withdraw = (q: { questionId: string }) => () => run((tx) => makeChange(tx, closeQuestion(user(ada), q)))
  const exclusive = { accept, expire, close, withdraw } as const

  const pairs = Object.keys(exclusive).flatMap((a, i, all) => all.slice(i + 1).map((b) => [a, b] as const))
  test.each(pairs)('%s and %s', async (a, b) => {
    for (let i = 0; i < rounds; i++) {
      const place = await answered()
      const won = await race({
        [a]: exclusive[a as keyof typeof exclusive](place),
        [b]: exclusive[b as keyof typeof exclusive](place),
      })

      expect(won).toHaveLength(1)
      const ends = { accept: 'RESOLVED', expire: 'EXPIRED', close: 'CLOSED_BY_COMPANY', withdraw: 'WITHDRAW' }
      expect((await see(place.questionId)).state.status).toBe(ends[won[0] as keyof typeof ends])
      await expectLegal(place.questionId)
    }
  })

  test.each(['accept', 'expire'] as const)('%s and reroute', async (other) => {
    for (let i = 0; i < rounds; i++) {
      const place = await answered()
      const won = await race({ [other]: exclusive[other](place), reroute: reroute(place) })

      expect(won).toHaveLength(1)
      expect((await see(place.questionId)).state.rerouteStatus.isRerouted).toBe(won[0] === 'reroute')
      await expectLegal(place.questionId)
    }
  })

  test('claims of two experts', async () => {
    for (let i = 0; i < rounds; i++) {
      const questionId = await ask()
      await offer(questionId, [bruno, carla])
      const claim = (by: string) => () => run((tx) => makeChange(tx, claimQuestion(expert(by), { questionId })))
      const won = await race({ bruno: claim(bruno), carla: claim(carla) })

      // The winner's later attempts find it theirs already.
      expect(new Set(won).size).toBe(1)
      expect((await events(questionId)).filter((e) => e.type === 'QUESTION_CLAIMED')).toHaveLength(1)
      await expectLegal(questionId)
    }
  })

  test('answers of two experts to a 1:1 question', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno, carla])
    const answer = (by: string) => () =>
      run((tx) => makeChange(tx, respond(expert(by), { questionId, text: 'Mine.' })).then(addedResponse))

    expect(await race({ bruno: answer(bruno), carla: answer(carla) })).toHaveLength(1)
    expect((await see(questionId)).state.numResponses).toBe(1)
    await expectLegal(questionId)
  })

  test('two agents who take a question', async () => {
    for (let i = 0; i < rounds; i++) {
      const place = await answered()
      await reroute(place)()
      const take = (by: string) => () => run((tx) => makeChange(tx, takeAsAgent(agent(by), place)))
      const won = await race({ dora: take(dora), dean: take(cast.dean) })

      // The winner's later attempts find it theirs already.
      expect(new Set(won).size).toBe(1)
      expect((await events(place.questionId)).filter((e) => e.type === 'QUESTION_TAKEN_BY_AGENT')).toHaveLength(1)
      await expectLegal(place.questionId)
    }
  })

  test('confirming and contesting', async () => {
    for (let i = 0; i < rounds; i++) {
      const { questionId, responseId } = await answered()
      await run((tx) => makeChange(tx, markAsResolved(expert(bruno), { responseId })))
      const review = (confirm: boolean) => () =>
        run((tx) => reviewMarkAsResolved(tx, user(ada), { questionId, confirm }))

      expect(await race({ confirm: review(true), contest: review(false) })).toHaveLength(1)
      await expectLegal(questionId)
    }
  })

  test('a claim and the end of the offer it needs', async () => {
    for (let i = 0; i < rounds; i++) {
      const questionId = await ask()
      await offer(questionId, [bruno])
      const won = await race({
        claim: () => run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId }))),
        decline: () => run((tx) => makeChange(tx, declineQuestion(expert(bruno), { questionId }))),
      })
      const { isClaimed } = await see(questionId)
      const { rows } = await db.system.query('select status from offers where question_id = $1', [questionId])

      expect(rows).toEqual([{ status: isClaimed ? 'accepted' : 'declined' }])
      expect(won.includes('claim')).toBe(isClaimed)
    }
  })
})

describe('moves that are legal in sequence both succeed', () => {
  test('a claim, and the closing of the claimed question', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno])
    const won = await race({
      claim: () => run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId }))),
      close: () => run((tx) => makeChange(tx, closeQuestion(integration, { questionId }))),
    })

    expect(won.filter((name) => name === 'close')).toHaveLength(1)
    expect((await see(questionId)).state.status).toBe('CLOSED_BY_COMPANY')
    await expectLegal(questionId)
  })

  test('a reroute, and the closing of the rerouted question', async () => {
    const { questionId } = await answered()
    const won = await race({
      reroute: () => run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId }))),
      close: () => run((tx) => makeChange(tx, closeQuestion(integration, { questionId }))),
    })

    expect(won.filter((name) => name === 'close')).toHaveLength(1)
    await expectLegal(questionId)
  })

  test('messages of an agent and of the asker', async () => {
    const { questionId } = await answered()
    const words = { questionId, text: 'Words', externalIds: [] }
    const won = await race({
      agent: () => run((tx) => makeChange(tx, addAgentMessage(agent(dora), words))),
      asker: () => run((tx) => makeChange(tx, addMessage(user(ada), words)).then(addedMessage)),
    })

    expect(won).toHaveLength(20)
    expect((await events(questionId)).filter((e) => e.type === 'TAKEBACK')).toHaveLength(1)
    await expectLegal(questionId)
  })

  test('a message precedes the expiry or is refused', async () => {
    for (let i = 0; i < rounds; i++) {
      const questionId = await ask()
      await race({
        write: () =>
          run((tx) =>
            makeChange(tx, addMessage(user(ada), { questionId, text: 'Still there?', externalIds: [] })).then(
              addedMessage,
            ),
          ),
        expire: () => run((tx) => makeChange(tx, expireQuestion(user(ada), { questionId }))),
      })

      const { messages } = (await see(questionId)).conversation
      expect(messages.at(-1)?.type).toBe('QUESTION_EXPIRED_SYSTEM_MESSAGE')
      expect((await events(questionId)).at(-1)?.type).toBe('QUESTION_EXPIRED')
    }
  })

  test('two waves at once offer once', async () => {
    const questionId = await ask()
    await Promise.all(Array.from({ length: 10 }, () => offer(questionId, [bruno, carla])))

    expect((await events(questionId)).filter((e) => e.type === 'QUESTION_OFFERED')).toHaveLength(1)
    await expectLegal(questionId)
  })

  test('concurrent claims never exceed an expert’s capacity', async () => {
    const small = await inviteCast(db, { capacity: 3 })
    const s = stageOf(db, small)
    const questions = await Promise.all(Array.from({ length: 12 }, () => s.ask()))
    for (const id of questions) await s.offer(id, [small.bruno])
    const claims = await Promise.allSettled(
      questions.map((questionId) =>
        s.run((tx) => makeChange(tx, claimQuestion(s.expert(small.bruno), { questionId }))),
      ),
    )

    expect(claims.filter((c) => c.status === 'fulfilled')).toHaveLength(3)
    const { rows } = await db.system.query('select load from experts where user_id = $1', [small.bruno])
    expect(rows).toEqual([{ load: 3 }])
  })

  test('the load is what is held after asker and expert wrote at once', async () => {
    const small = await inviteCast(db, { capacity: 3 })
    const s = stageOf(db, small)
    const answers = [await s.answered(), await s.answered(), await s.answered(), await s.answered()]
    const words = { text: 'Words', externalIds: [] }
    for (let i = 0; i < rounds; i++) {
      await Promise.all(
        answers.flatMap(({ questionId, responseId }) => [
          s.run((tx) => makeChange(tx, addMessage(s.user(small.ada), { questionId, ...words })).then(addedMessage)),
          s.run((tx) => makeChange(tx, addMessage(s.expert(small.bruno), { responseId, ...words })).then(addedMessage)),
        ]),
      )
      const { rows } = await db.system.query(
        `select load, (select count(*)::int from questions where holder_id = user_id and turn = 'experts') as "toDo"
          from experts where user_id = $1`,
        [small.bruno],
      )
      expect(rows[0].load).toBe(rows[0].toDo)
    }
  })

  test('twenty claims of one to three units fill a capacity of seven exactly', async () => {
    const small = await inviteCast(db, { capacity: 7 })
    const s = stageOf(db, small)
    const weights = [3, 1, 2]
    const categories = weights.map((weight) => ({ id: newId(), weight }))
    for (const { id, weight } of categories) {
      await db.system.query('insert into categories (id, company_id, name, settings) values ($1, $2, $3, $4)', [
        id,
        small.companyId,
        `Weight ${weight}`,
        { weight },
      ])
    }
    for (let i = 0; i < rounds; i++) {
      const asked = Array.from({ length: 20 }, (_, n) => weights[n % 3] as number)
      const questions = await Promise.all(asked.map((weight) => s.ask({ category: `Weight ${weight}` })))
      for (const id of questions) await s.offer(id, [small.bruno])
      const claims = await Promise.allSettled(
        questions.map((questionId) =>
          s.run((tx) => makeChange(tx, claimQuestion(s.expert(small.bruno), { questionId }))),
        ),
      )
      const held = claims.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
      const units = held.reduce((sum, n) => sum + (asked[n] ?? 0), 0)
      const load = async () =>
        (await db.system.query('select load from experts where user_id = $1', [small.bruno])).rows[0].load

      expect(units).toBe(7)
      expect(await load()).toBe(7)
      for (const claim of claims) {
        if (claim.status === 'rejected') expect(claim.reason).toMatchObject({ code: 'at_capacity' })
      }
      // The units that a question took are given back, even if the weight of its category has changed since.
      await db.system.query(`update categories set settings = '{"weight": 9}' where company_id = $1`, [small.companyId])
      for (const n of held) {
        await s.run((tx) => makeChange(tx, closeQuestion(s.integration, { questionId: questions[n] as string })))
      }
      expect(await load()).toBe(0)
      for (const { id, weight } of categories) {
        await db.system.query('update categories set settings = $2 where id = $1', [id, { weight }])
      }
    }
  })
})

describe('a deadline that a sweeper chose has no effect if it was moved meanwhile', () => {
  const system = { kind: 'system', companyId: cast.companyId } as const
  const attempt = (questionId: string, decideIt: Change['decide']) =>
    run((tx) => makeChange(tx, { actor: system, of: { questionId }, decide: decideIt }))

  test('a lease that was renewed does not lapse', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno])
    await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))

    await expect(attempt(questionId, lapseLease(system))).rejects.toMatchObject({ code: 'move_not_allowed' })
    expect((await see(questionId)).isClaimed).toBe(true)
  })

  test('a question whose review started again is not approved by silence', async () => {
    const { questionId, responseId } = await answered()
    await run((tx) => makeChange(tx, markAsResolved(expert(bruno), { responseId })))

    await expect(attempt(questionId, approveBySilence(system))).rejects.toMatchObject({ code: 'move_not_allowed' })
    expect((await see(questionId)).state.status).toBe('UNRESOLVED')
  })

  test.each(['rerouteByTime', 'promptReroute', 'expireInTime', 'endHold'] as const)(
    '%s does nothing before its time',
    async (name) => {
      const questionId = await ask()

      const attempted = attempt(questionId, (facts) => decide(facts, system, name, {}))
      await expect(attempted).rejects.toMatchObject({ code: 'move_not_allowed' })
    },
  )
})

test('an expert who held a question does not see it once it was rerouted, even while they are still its holder', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno])
  await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))
  await db.system.query(
    `update questions set is_rerouted = true, status = 'CLOSED_BY_ESCALATION', turn = 'agents' where id = $1`,
    [questionId],
  )

  await expect(see(questionId, expert(bruno))).rejects.toMatchObject({ code: 'question_not_found' })
})
