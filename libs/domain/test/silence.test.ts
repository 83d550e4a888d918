import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { markAsResolved } from '../src/questions/respond.ts'
import { expireQuestion, reviewMarkAsResolved } from '../src/questions/settle.ts'
import { ofQuestions } from '../src/routing/invariants.ts'
import { type Stage, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const stage = async (times: object = {}) => stageOf(db, await inviteCast(db, { times }))
const day = 24 * 3_600_000

/** Days until the question closes by itself, as its view says. */
async function closesInDays(s: Stage, questionId: string) {
  const { expirationDate } = await s.see(questionId)
  return expirationDate && Math.round((new Date(expirationDate).getTime() - Date.now()) / day)
}
async function dueInDays(questionId: string) {
  const { rows } = await db.system.query<Record<string, Date | null>>(
    'select silence_due_at as silence, approval_due_at as approval, expiry_due_at as expiry from questions where id = $1',
    [questionId],
  )
  const set = Object.entries(rows[0] ?? {}).flatMap(([name, at]) =>
    at ? [[name, Math.round((at.getTime() - Date.now()) / day)] as const] : [],
  )
  return Object.fromEntries(set)
}
const askerWrites = (s: Stage, questionId: string) =>
  s.run((tx) =>
    makeChange(tx, addMessage(s.user(s.cast.ada), { questionId, text: 'It is not there yet.', externalIds: [] })).then(
      addedMessage,
    ),
  )
const expertWrites = (s: Stage, responseId: string) =>
  s.run((tx) =>
    makeChange(tx, addMessage(s.expert(s.cast.bruno), { responseId, text: 'It will be.', externalIds: [] })).then(
      addedMessage,
    ),
  )

test('only a question without a response expires by time', async () => {
  const s = await stage()
  const { questionId } = await s.answered()
  expect(await dueInDays(questionId)).toEqual({ silence: 4 })

  await s.comes(questionId, 'expiry')

  expect((await s.see(questionId)).state.status).toBe('UNRESOLVED')
})

test('an asker who is silent for four days is asked by the system, and silence of three more resolves the question', async () => {
  const s = await stage()
  const { questionId } = await s.answered()

  await s.comes(questionId, 'silence')

  expect((await s.see(questionId)).state.status).toBe('UNRESOLVED')
  expect(await s.systemMessages(questionId)).toEqual(['ACCEPT_RESPONSE', 'MARK_AS_RESOLVED'])
  expect(await dueInDays(questionId)).toEqual({ approval: 3 })
  const { rows } = await db.system.query(
    'select type, actor_kind from question_events where question_id = $1 order by seq desc limit 1',
    [questionId],
  )
  expect(rows).toEqual([{ type: 'QUESTION_MARKED_AS_RESOLVED', actor_kind: 'system' }])

  await s.comes(questionId, 'approval')

  expect((await s.see(questionId)).state).toMatchObject({ status: 'RESOLVED', isClosed: true })
  expect(await s.systemMessages(questionId)).toEqual(['APPROVED_MARK_AS_RESOLVED', 'RATE_RESPONSE'])
})

test('any message by a person ends the prompt after silence and starts the time anew', async () => {
  const s = await stage()
  const { questionId, responseId } = await s.answered()
  await s.comes(questionId, 'silence')

  await askerWrites(s, questionId)
  expect(await s.systemMessages(questionId)).toEqual(['ACCEPT_RESPONSE'])
  expect(await dueInDays(questionId)).toEqual({})

  await expertWrites(s, responseId)
  expect(await dueInDays(questionId)).toEqual({ silence: 4 })

  await s.comes(questionId, 'silence')
  await expertWrites(s, responseId)
  expect(await s.systemMessages(questionId)).toEqual(['ACCEPT_RESPONSE'])
  expect(await dueInDays(questionId)).toEqual({ silence: 4 })
})

test('a mark of an expert stands when a person writes, and its time of approval starts anew', async () => {
  const s = await stage()
  const { questionId, responseId } = await s.answered()
  await s.run((tx) => makeChange(tx, markAsResolved(s.expert(s.cast.bruno), { responseId })))
  expect(await dueInDays(questionId)).toEqual({ approval: 3 })

  await askerWrites(s, questionId)
  await expertWrites(s, responseId)

  expect(await s.systemMessages(questionId)).toEqual(['ACCEPT_RESPONSE', 'MARK_AS_RESOLVED'])
  expect(await dueInDays(questionId)).toEqual({ approval: 3 })
})

test.each([
  ['confirms', true, 'RESOLVED'],
  ['contests', false, 'UNRESOLVED'],
])('the asker %s the prompt of the system like one of an expert', async (_, confirm, status) => {
  const s = await stage()
  const { questionId } = await s.answered()
  await s.comes(questionId, 'silence')

  await s.run((tx) => reviewMarkAsResolved(tx, s.user(s.cast.ada), { questionId, confirm }))

  expect((await s.see(questionId)).state.status).toBe(status)
  expect(await dueInDays(questionId)).toEqual({})
})

test('expirationDate says when the question would close by itself, and moves with activity', async () => {
  const s = await stage({ expiryMs: 10 * day })
  const questionId = await s.ask()
  expect(await closesInDays(s, questionId)).toBe(10)
  const answer = await s.answered()
  expect(await closesInDays(s, answer.questionId)).toBe(7)

  await s.comes(answer.questionId, 'silence')
  expect(await closesInDays(s, answer.questionId)).toBe(3)
  await askerWrites(s, answer.questionId)
  expect(await closesInDays(s, answer.questionId)).toBe(7)
  await s.run((tx) => makeChange(tx, markAsResolved(s.expert(s.cast.bruno), answer)))
  expect(await closesInDays(s, answer.questionId)).toBe(3)
})

test('the category sets how long an asker may be silent', async () => {
  const s = await stage({ silenceMs: 2 * day, approvalMs: day })
  const { questionId } = await s.answered()

  expect(await dueInDays(questionId)).toEqual({ silence: 2 })
  expect(await closesInDays(s, questionId)).toBe(3)
})

test('with silenceMs 0 an answered question waits for its asker without end, and no invariant is broken', async () => {
  const s = await stage({ silenceMs: 0 })
  const { questionId } = await s.answered()

  expect(await dueInDays(questionId)).toEqual({})
  expect(await closesInDays(s, questionId)).toBeNull()
  const anyBroken = Object.values(ofQuestions).map(({ broken }) => `(${broken})`)
  const { rows } = await db.system.query(
    `select q.id from questions q where q.id = $1 and (${anyBroken.join(' or ')})`,
    [questionId],
  )
  expect(rows).toEqual([])
})

test('an answered question still expires by request', async () => {
  const s = await stage()
  const { questionId } = await s.answered()

  await s.run((tx) => makeChange(tx, expireQuestion(s.user(s.cast.ada), { questionId })))

  expect((await s.see(questionId)).state.status).toBe('EXPIRED')
})
