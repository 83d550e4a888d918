import { limits } from '@askline/contracts'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { viewOwnResponse } from '../src/views/find.ts'
import { listMessages, listQuestions } from '../src/views/list.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

/** Adds messages of the asker that are five times as long in HTML. */
async function fill(questionId: string, askerId: string, count: number, length = 10_000) {
  await db.system.query(
    `insert into messages (id, company_id, question_id, type, author_id, author_kind, body)
     select gen_random_uuid(), q.company_id, q.id, 'MESSAGE', $2, 'USER', n || repeat('&', $4)
     from questions q, generate_series(1, $3::int) n where q.id = $1`,
    [questionId, askerId, count, length],
  )
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('the answer for one question stays below 1 MB and has all system messages and the newest other ones', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const questionId = await s.ask()
  await fill(questionId, cast.ada, 400)

  const question = await s.see(questionId)

  expect(bytesOf(question)).toBeLessThan(1_000_000)
  const { messages, messagesCursor } = question.conversation
  expect(messages[0]?.type).toBe('NOTIFYING_EXPERTS_SYSTEM_MESSAGE')
  expect(messages.at(-1)?.body.startsWith('400&')).toBe(true)
  expect(messages.length).toBeGreaterThan(10)
  expect(messagesCursor).not.toBeNull()
})

test('messagesCursor leads to every older message once, page by page', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const questionId = await s.ask()
  await fill(questionId, cast.ada, 60)
  const { messages, messagesCursor } = (await s.see(questionId)).conversation
  const seen = messages.map(({ id }) => id)

  for (let cursor = messagesCursor; cursor !== null; ) {
    const filter = { questionId, limit: 7, cursor }
    const older = await s.run((tx) => listMessages(tx, s.user(cast.ada), filter, publicUrl))
    const ids = older.messages.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    seen.unshift(...ids.filter((id) => !seen.includes(id)))
    cursor = older.nextCursor
  }

  const { rows } = await db.system.query<{ seq: number }>('select seq from messages where question_id = $1', [
    questionId,
  ])
  expect(new Set(seen)).toEqual(new Set(rows.map(({ seq }) => seq)))
})

test('a conversation that fits is complete and has no messagesCursor', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const questionId = await s.ask()
  await fill(questionId, cast.ada, 100, 300)

  const { messages, messagesCursor } = (await s.see(questionId)).conversation

  expect(messages).toHaveLength(101)
  expect(messagesCursor).toBeNull()
})

test('unread messages are counted also if they are not shown', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const { questionId } = await s.answered()
  await fill(questionId, cast.ada, 400)

  expect((await s.see(questionId)).conversation.unreadMessageCount).toBe(1)
})

test('a list with conversations ends at its byte budget, and nextCursor continues without a gap', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const asked: string[] = []
  for (let n = 0; n < 8; n++) {
    const questionId = await s.ask()
    await fill(questionId, cast.ada, 40)
    asked.push(questionId)
  }
  const seen: string[] = []
  let pages = 0
  for (let cursor: string | undefined; pages === 0 || cursor !== undefined; pages++) {
    const filter = { limit: 20, includeConversation: true, cursor }
    const list = await s.run((tx) => listQuestions(tx, s.user(cast.ada), filter, publicUrl))
    expect(bytesOf(list)).toBeLessThan(limits.listBytes + 10_000)
    seen.push(...list.questions.map(({ uuid }) => uuid))
    cursor = list.nextCursor ?? undefined
  }
  expect(pages).toBeGreaterThan(1)
  expect(seen).toEqual(asked.reverse())
})

test('a list that is paged by offset is never shortened', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  for (let n = 0; n < 6; n++) await fill(await s.ask(), cast.ada, 60)

  const filter = { limit: 20, includeConversation: true, offset: 0 }
  const list = await s.run((tx) => listQuestions(tx, s.user(cast.ada), filter, publicUrl))

  expect(list.questions).toHaveLength(6)
  expect(list.nextCursor).toBeNull()
})

test('the view of one response stays below 1 MB and has its system messages and the newest other ones', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const { questionId, responseId } = await s.answered()
  await fill(questionId, cast.ada, 400)
  await db.system.query(`update messages set response_id = $2 where question_id = $1 and body like '%&'`, [
    questionId,
    responseId,
  ])

  const response = await s.run((tx) => viewOwnResponse(tx, s.user(cast.ada), { questionId, responseId }, publicUrl))

  expect(bytesOf(response)).toBeLessThan(1_000_000)
  const { messages } = response
  expect(messages.some(({ type }) => type === 'ACCEPT_RESPONSE_SYSTEM_MESSAGE')).toBe(true)
  expect(messages.at(-1)?.body.startsWith('400&')).toBe(true)
  expect(messages.length).toBeGreaterThan(10)
  expect(messages.length).toBeLessThan(400)
})
