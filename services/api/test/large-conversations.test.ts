import { limits } from '@askline/contracts'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, db, tokens } = await openWorld()

/** Adds messages of the asker whose HTML is five times as long as their text. */
async function askLong(count: number, length = 10_000): Promise<string> {
  const { uuid } = await ask()
  await db.system.query(
    `insert into messages (id, company_id, question_id, type, author_id, author_kind, body)
     select gen_random_uuid(), q.company_id, q.id, 'MESSAGE', q.asker_id, 'USER', n || repeat('&', $3)
     from questions q, generate_series(1, $2::int) n where q.id = $1`,
    [uuid, count, length],
  )
  return uuid
}
const get = (path: string, query: Record<string, string> = {}) =>
  api('GET', `/v1/${path}`, { token: tokens.ada, query })
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('the answer for a question with 500 escaped messages is below 1 MB, and messagesCursor leads to the others', async () => {
  const uuid = await askLong(500)

  const answer = await get(`questions/${uuid}`)

  expect([answer.status, bytesOf(answer.body) < 1_000_000]).toEqual([200, true])
  const { messages, messagesCursor } = answer.body.data.conversation
  expect(messages[0].type).toBe('NOTIFYING_EXPERTS_SYSTEM_MESSAGE')
  expect(messages.at(-1).body.startsWith('500&')).toBe(true)
  const older = await get('messages', { questionUuid: uuid, limit: '5', cursor: messagesCursor })
  expect(older.body.data.messages).toHaveLength(5)
  expect(older.body.data.messages.at(-1).id).toBeLessThan(messages[1].id)
})

test('a list with conversations ends at its byte budget with nextCursor, and a list by offset is never shortened', async () => {
  const asked: string[] = []
  for (let n = 0; n < 8; n++) asked.push(await askLong(40))
  const list = (query: Record<string, string>) =>
    get('questions', { includeConversation: 'true', limit: '8', ...query })

  const first = (await list({})).body
  const next = (await list({ cursor: first.data.paging.nextCursor })).body
  const byOffset = (await list({ offset: '0' })).body

  expect(bytesOf(first)).toBeLessThan(limits.listBytes + 50_000)
  expect(first.data.questions.length).toBeLessThan(8)
  const seen = [...first.data.questions, ...next.data.questions].map((question: { uuid: string }) => question.uuid)
  expect(seen.slice(0, 8)).toEqual(asked.toReversed())
  expect(byOffset.data.questions).toHaveLength(8)
})
