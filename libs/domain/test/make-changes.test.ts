import { inviteCast, openTestDatabase } from '@askline/testing'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Person } from '../src/actors.ts'
import type { Change, Outcome } from '../src/changes/change.ts'
import { decide } from '../src/changes/decide.ts'
import { makeChange, makeChanges } from '../src/changes/make-changes.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { addAgentMessage, releaseAsAgent, takeAsAgent } from '../src/questions/agents.ts'
import { confirmAutoResponse, respondAutomatically } from '../src/questions/auto-response.ts'
import { assertRoom, claimQuestion, declineQuestion, releaseQuestion, renewLease } from '../src/questions/claim.ts'
import { editQuestion } from '../src/questions/edit.ts'
import { rateResponse } from '../src/questions/rate.ts'
import { markAsRead } from '../src/questions/read.ts'
import { escalateQuestion, rerouteQuestion } from '../src/questions/reroute.ts'
import { addedResponse, markAsResolved, respond } from '../src/questions/respond.ts'
import { acceptResponse, closeQuestion, expireQuestion } from '../src/questions/settle.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { ada, bruno, carla, dora, companyId } = cast
const s = stageOf(db, cast)
const system = { kind: 'system', companyId } as const

const close = (questionId: string): Change => ({
  actor: system,
  of: { questionId },
  locksHolder: true,
  decide: (facts) => decide(facts, system, 'closeByCompany', {}),
})
const codes = (outcomes: Outcome[]) => outcomes.map((one) => (one.is === 'refused' ? one.error.code : one.is))
const statusOf = async (questionId: string) => (await s.see(questionId)).state.status

/** Holds the row of a question from another connection while `work` runs, as a foreign key of a new offer would not. */
async function whileLocked<T>(questionId: string, work: () => Promise<T>): Promise<T> {
  const client = await db.system.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from questions where id = $1 for no key update', [questionId])
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('a refused change of a list writes nothing, and the others are made', async () => {
  const [open, closed] = [await s.ask(), await s.ask()]
  await s.run((tx) => makeChange(tx, closeQuestion(s.integration, { questionId: closed })))
  const before = await s.events(closed)

  const outcomes = await s.run((tx) => makeChanges(tx, [close(closed), close(open)]))

  expect(codes(outcomes)).toEqual(['interaction_not_allowed', 'done'])
  expect(await statusOf(open)).toBe('CLOSED_BY_COMPANY')
  expect(await s.events(closed)).toEqual(before)
})

test('the second change of one question in a list is busy, and has no effect', async () => {
  const questionId = await s.ask()

  expect(codes(await s.run((tx) => makeChanges(tx, [close(questionId), close(questionId)])))).toEqual(['done', 'busy'])
  expect((await s.events(questionId)).filter(({ type }) => type === 'QUESTION_CLOSED')).toHaveLength(1)
})

test('a question that another transaction has locked is busy, and the others of the list are changed', async () => {
  const [locked, free] = [await s.ask(), await s.ask()]

  const outcomes = await whileLocked(locked, () => s.run((tx) => makeChanges(tx, [close(locked), close(free)])))

  expect(codes(outcomes)).toEqual(['busy', 'done'])
  expect([await statusOf(locked), await statusOf(free)]).toEqual(['UNRESOLVED', 'CLOSED_BY_COMPANY'])
})

test('claims of one list take room from each other', async () => {
  const small = await inviteCast(db, { capacity: 1 })
  const own = stageOf(db, small)
  const expert = own.expert(small.bruno)
  const ids = [await own.ask(), await own.ask()]
  for (const id of ids) await own.offer(id, [small.bruno])
  const claims = ids.map(
    (questionId): Change => ({
      actor: expert,
      of: { questionId },
      decide: (facts) => {
        const decision = decide(facts, expert, 'claim', {
          by: expert.userId,
          own: { expertId: expert.userId, status: 'accepted' },
          works: { expertId: expert.userId, answers: 0 },
        })
        assertRoom(facts, expert.userId)
        return decision
      },
    }),
  )

  expect(codes(await own.run((tx) => makeChanges(tx, claims)))).toEqual(['done', 'at_capacity'])
  const { rows } = await db.system.query('select load from experts where user_id = $1', [small.bruno])
  expect(rows).toEqual([{ load: 1 }])
})

test('a change that waits for its question has not locked its expert', async () => {
  const at = await offered()
  const { claiming, isFree } = await whileLocked(at.questionId, async () => {
    const claiming = s.run((tx) => makeChange(tx, claimQuestion(s.expert(bruno), at)))
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.system.query(waiting)).rows.length).toBeGreaterThan(0)
    const { rows } = await db.system.query('select 1 from experts where user_id = $1 for update skip locked', [bruno])
    return { claiming: [claiming], isFree: rows.length === 1 }
  })

  await Promise.all(claiming)
  expect(isFree).toBe(true)
})

// A function that changes a question without its lock would not wait here. With `for update` it would, because of foreign keys.
const automatic = { text: 'See our page.', sourceId: cast.companyId, confidence: 1 }
type Tx = Parameters<Parameters<typeof s.run>[0]>[0]
type At = { questionId: string; responseId: string }
const verbs: [name: string, prepare: () => Promise<At>, work: (tx: Tx, at: At) => Promise<unknown>][] = [
  ['claims', offered, (tx, at) => makeChange(tx, claimQuestion(s.expert(bruno), at))],
  ['declines', offered, (tx, at) => makeChange(tx, declineQuestion(s.expert(bruno), at))],
  [
    'responds',
    offered,
    (tx, at) => makeChange(tx, respond(s.expert(bruno), { ...at, text: 'Yes.' })).then(addedResponse),
  ],
  ['escalates', offered, (tx, at) => escalateQuestion(tx, s.expert(bruno), at)],
  ['releases', claimed, (tx, at) => makeChange(tx, releaseQuestion(s.expert(bruno), at))],
  ['renews a lease', claimed, (tx, at) => makeChange(tx, renewLease(s.expert(bruno), at))],
  ['writes as the asker', s.answered, (tx, at) => write(tx, s.user(ada), at)],
  ['writes as the expert', s.answered, (tx, at) => write(tx, s.expert(bruno), at)],
  ['edits', s.answered, (tx, at) => editQuestion(tx, s.user(ada), { ...at, text: 'Where?' })],
  ['marks as resolved', s.answered, (tx, at) => makeChange(tx, markAsResolved(s.expert(bruno), at))],
  ['accepts', s.answered, (tx, at) => makeChange(tx, acceptResponse(s.user(ada), at))],
  ['rates', s.answered, (tx, at) => rateResponse(tx, s.user(ada), { ...at, rating: 'POSITIVE_5' })],
  ['reads', s.answered, (tx, at) => markAsRead(tx, s.user(ada), at)],
  ['reroutes', s.answered, (tx, at) => makeChange(tx, rerouteQuestion(s.user(ada), at))],
  ['closes', s.answered, (tx, at) => makeChange(tx, closeQuestion(s.integration, at))],
  ['expires', s.answered, (tx, at) => makeChange(tx, expireQuestion(s.integration, at))],
  [
    'answers as an agent',
    rerouted,
    (tx, at) => makeChange(tx, addAgentMessage(s.agent(dora), { ...at, text: 'Hi', externalIds: [] })),
  ],
  ['takes as an agent', rerouted, (tx, at) => makeChange(tx, takeAsAgent(s.agent(dora), at))],
  ['releases as an agent', rerouted, (tx, at) => makeChange(tx, releaseAsAgent(s.agent(dora), at))],
  ['answers automatically', asked, (tx, at) => respondAutomatically(tx, system, at.questionId, automatic)],
  [
    'decides about an automatic answer',
    answeredAutomatically,
    (tx, at) => confirmAutoResponse(tx, s.user(ada), { ...at, quickReply: 'REJECTED' }),
  ],
]

test.each(verbs)('a change that %s waits for the lock of its question', async (_name, prepare, work) => {
  const at = await prepare()
  const waiting = whileLocked(at.questionId, () =>
    s.run(async (tx) => {
      await tx.orm.execute(sql`set local lock_timeout = '50ms'`)
      await work(tx, at)
    }),
  )

  await expect(waiting).rejects.toMatchObject({ code: '55P03' })
})

async function asked(): Promise<At> {
  return { questionId: await s.ask(), responseId: '' }
}
async function offered(): Promise<At> {
  const at = await asked()
  await s.offer(at.questionId, [bruno, carla])
  return at
}
async function claimed(): Promise<At> {
  const at = await offered()
  await s.run((tx) => makeChange(tx, claimQuestion(s.expert(bruno), at)))
  return at
}
async function rerouted(): Promise<At> {
  const at = await asked()
  await s.run((tx) => makeChange(tx, rerouteQuestion(s.user(ada), at)))
  return at
}
async function answeredAutomatically(): Promise<At> {
  const { questionId } = await asked()
  const { responseId } = await s.run((tx) => respondAutomatically(tx, system, questionId, automatic))
  return { questionId, responseId }
}
const write = (tx: Tx, actor: Person, { responseId }: At) =>
  makeChange(tx, addMessage(actor, { responseId, text: 'More?', externalIds: [] })).then(addedMessage)
