import { inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { changeExpert } from '../src/administration/experts.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { forgetPerson } from '../src/privacy/forget.ts'
import { erasePerson } from '../src/privacy/forget-erase.ts'
import { addAgentMessage } from '../src/questions/agents.ts'
import { claimQuestion, declineQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { escalateQuestion, rerouteQuestion } from '../src/questions/reroute.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { acceptResponse, closeQuestion, expireQuestion } from '../src/questions/settle.ts'
import { rerouteForLack } from '../src/routing/reroute-for-lack.ts'
import { type Stage, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

async function stage() {
  const cast = await inviteCast(db)
  return stageOf(db, cast)
}

/** Returns the events of a question that an expert's socket receives after `done`. */
async function toldTo(s: Stage, expertId: string, questionId: string, done: () => Promise<unknown>) {
  const before = (await s.notifications(questionId)).length
  await done()
  const key = `user:${expertId}`
  const after = (await s.notifications(questionId)).slice(before)
  return {
    changes: after.filter(({ audience }) => audience.includes(key)).map(({ type }) => type),
    inbox: after.filter(({ inbox }) => inbox.includes(key)).map(({ type }) => type),
  }
}

const once = (type: string) => ({ changes: [type], inbox: [type] })

/** A question that Bruno holds and has not answered. */

describe('an expert who holds a question and has not answered is told once', () => {
  const losses: Record<string, [type: string, lose: (s: Stage, questionId: string) => Promise<unknown>]> = {
    'the asker reroutes it': [
      'QUESTION_ESCALATED_BY_CUSTOMER',
      (s, questionId) => s.run((tx) => makeChange(tx, rerouteQuestion(s.user(s.cast.ada), { questionId }))),
    ],
    'it is escalated by time': ['QUESTION_ESCALATED_BY_TIME', (s, questionId) => s.comes(questionId, 'escalation')],
    'an agent takes it': [
      'TAKEBACK',
      (s, questionId) =>
        s.run((tx) =>
          makeChange(tx, addAgentMessage(s.agent(s.cast.dora), { questionId, text: 'I take over.', externalIds: [] })),
        ),
    ],
    'the lease lapses': ['QUESTION_RELEASED', (s, questionId) => s.comes(questionId, 'lease')],
    'they release it': [
      'QUESTION_RELEASED',
      (s, questionId) => s.run((tx) => makeChange(tx, releaseQuestion(s.expert(s.cast.bruno), { questionId }))),
    ],
    'they escalate it': [
      'QUESTION_RELEASED',
      (s, questionId) => s.run((tx) => escalateQuestion(tx, s.expert(s.cast.bruno), { questionId })),
    ],
    'they are deactivated': [
      'QUESTION_RELEASED',
      (s) => s.run((tx) => changeExpert(tx, s.cast.companyId, s.cast.bruno, { isActive: false })),
    ],
    'it expires by request': [
      'QUESTION_EXPIRED',
      (s, questionId) => s.run((tx) => makeChange(tx, expireQuestion(s.user(s.cast.ada), { questionId }))),
    ],
    'it expires in time': ['QUESTION_EXPIRED', (s, questionId) => s.comes(questionId, 'expiry')],
    'the company closes it': [
      'QUESTION_CLOSED',
      (s, questionId) => s.run((tx) => makeChange(tx, closeQuestion(s.integration, { questionId }))),
    ],
    'the asker withdraws it': [
      'QUESTION_CLOSED',
      (s, questionId) => s.run((tx) => makeChange(tx, closeQuestion(s.user(s.cast.ada), { questionId }))),
    ],
  }
  test.each(Object.keys(losses))('when %s', async (name) => {
    const [type, lose] = losses[name] as (typeof losses)[string]
    const s = await stage()
    const questionId = await s.claimed()

    expect(await toldTo(s, s.cast.bruno, questionId, () => lose(s, questionId))).toEqual(once(type))
  })

  test('when the asker is forgotten', async () => {
    const s = await stage()
    const questionId = await s.claimed()

    const told = await toldTo(s, s.cast.bruno, questionId, async () => {
      const { rows } = await db.system.query<{ email: string }>('select email from users where id = $1', [s.cast.ada])
      const { companyId } = s.cast
      const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: rows[0]?.email ?? '' }))
      await erasePerson(db, receipt.uuid, { settleMs: 0 })
    })

    expect(told.inbox).toContain('QUESTION_CLOSED')
    expect(told.changes).toContain('QUESTION_CLOSED')
  })
})

test('an expert whose answer is accepted is told, and may still see the question', async () => {
  const s = await stage()
  const { questionId, responseId } = await s.answered(s.cast.bruno)

  const told = await toldTo(s, s.cast.bruno, questionId, () =>
    s.run((tx) => makeChange(tx, acceptResponse(s.user(s.cast.ada), { responseId }))),
  )

  expect(told).toEqual(once('QUESTION_RESOLVED'))
  expect((await s.see(questionId, s.expert(s.cast.bruno))).state.status).toBe('RESOLVED')
})

describe('an expert whose offer is open is told once', () => {
  const endings: Record<string, [type: string, end: (s: Stage, questionId: string) => Promise<unknown>]> = {
    'another expert claims the question': [
      'QUESTION_CLAIMED',
      (s, questionId) => s.run((tx) => makeChange(tx, claimQuestion(s.expert(s.cast.carla), { questionId }))),
    ],
    'another expert answers it': [
      'QUESTION_FIRST_RESPONSE',
      (s, questionId) =>
        s.run((tx) =>
          makeChange(tx, respond(s.expert(s.cast.carla), { questionId, text: 'Mine.' })).then(addedResponse),
        ),
    ],
    'they decline': [
      'OFFER_CLOSED',
      (s, questionId) => s.run((tx) => makeChange(tx, declineQuestion(s.expert(s.cast.bruno), { questionId }))),
    ],
    'they escalate it': [
      'QUESTION_RELEASED',
      (s, questionId) => s.run((tx) => escalateQuestion(tx, s.expert(s.cast.bruno), { questionId })),
    ],
    'they are deactivated': [
      'OFFER_CLOSED',
      (s) => s.run((tx) => changeExpert(tx, s.cast.companyId, s.cast.bruno, { isActive: false })),
    ],
    'the asker reroutes the question': [
      'QUESTION_ESCALATED_BY_CUSTOMER',
      (s, questionId) => s.run((tx) => makeChange(tx, rerouteQuestion(s.user(s.cast.ada), { questionId }))),
    ],
    'routing finds that no expert can take it': [
      'QUESTION_ESCALATED_BY_LACK_OF_EXPERTS',
      (s, questionId) =>
        inSystem(db, (tx) => rerouteForLack(tx, { questionId, companyId: s.cast.companyId }, 'BY_LACK_OF_EXPERTS')),
    ],
    'the question expires': ['QUESTION_EXPIRED', (s, questionId) => s.comes(questionId, 'expiry')],
    'the company closes it': [
      'QUESTION_CLOSED',
      (s, questionId) => s.run((tx) => makeChange(tx, closeQuestion(s.integration, { questionId }))),
    ],
    'the offer lapses and others are asked': [
      'OFFER_CLOSED',
      async (s, questionId) => {
        await db.system.query(
          `update offers set due_at = clock_timestamp() - interval '1 second' where question_id = $1`,
          [questionId],
        )
        await s.offer(questionId, [s.cast.carlos])
      },
    ],
  }
  test.each(Object.keys(endings))('when %s', async (name) => {
    const [type, end] = endings[name] as (typeof endings)[string]
    const s = await stage()
    const questionId = await s.ask()
    await s.offer(questionId, [s.cast.bruno, s.cast.carla])

    expect(await toldTo(s, s.cast.bruno, questionId, () => end(s, questionId))).toEqual(once(type))
  })
})

test('an expert who lost a question is not told of what happens to it later', async () => {
  const s = await stage()
  const questionId = await s.claimed()
  await s.comes(questionId, 'lease')

  const told = await toldTo(s, s.cast.bruno, questionId, async () => {
    await s.offer(questionId, [s.cast.carla])
    await s.run((tx) => makeChange(tx, claimQuestion(s.expert(s.cast.carla), { questionId })))
  })

  expect(told).toEqual({ changes: [], inbox: [] })
})

test('the log of a question keeps only those who may still see it', async () => {
  const s = await stage()
  const questionId = await s.claimed()
  await s.comes(questionId, 'lease')

  expect((await s.events(questionId)).at(-1)?.audience).not.toContain(`user:${s.cast.bruno}`)
})

describe('the reroute type when an agent takes a question', () => {
  const takes = (s: Stage, questionId: string) =>
    s.run((tx) =>
      makeChange(tx, addAgentMessage(s.agent(s.cast.dora), { questionId, text: 'I take over.', externalIds: [] })),
    )

  test('is BY_AGENT if no expert ever claimed or answered it', async () => {
    const s = await stage()
    const questionId = await s.ask()
    await s.offer(questionId, [s.cast.bruno])

    await takes(s, questionId)

    expect((await s.see(questionId)).state.rerouteStatus).toMatchObject({ isRerouted: true, type: 'BY_AGENT' })
    expect((await s.events(questionId)).at(-1)?.type).toBe('TAKEBACK')
  })

  test.each(['held', 'released', 'answered'])('is BY_EXPERT if an expert %s it', async (how) => {
    const s = await stage()
    const questionId = how === 'answered' ? (await s.answered(s.cast.bruno)).questionId : await s.claimed()
    if (how === 'released') await s.comes(questionId, 'lease')

    await takes(s, questionId)

    expect((await s.see(questionId)).state.rerouteStatus.type).toBe('BY_EXPERT')
  })
})
