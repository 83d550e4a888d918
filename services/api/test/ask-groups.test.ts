import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, db, tokens } = await openWorld()

const ask = (body: object, key?: string) =>
  api('POST', '/v1/questions', {
    token: tokens.integration,
    body: { userEmail: 'ada@bank.example', ...body },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

test('questions that come together are written in few transactions, each with its own answer', async () => {
  await ask({ text: 'First?' })
  const before = db.statements.count
  const answers = await Promise.all(Array.from({ length: 48 }, (_, n) => ask({ text: `Question ${n}?` }, `k${n}`)))

  expect(answers.map(({ status, body }) => [status, body.data.conversation.text])).toEqual(
    answers.map((_, n) => [201, `Question ${n}?`]),
  )
  expect(new Set(answers.map(({ body }) => body.data.uuid)).size).toBe(48)
  expect(db.statements.count - before).toBeLessThan(24)
  const again = await ask({ text: 'Question 7?' }, 'k7')
  expect([again.headers['idempotency-replayed'], again.body.data.uuid]).toEqual(['true', answers[7]?.body.data.uuid])
})

test('a bad question among them is refused, and its neighbours are asked', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      ask({ text: `Neighbour ${n}?`, ...(n === 9 ? { questionCategory: 'Nope' } : {}) }),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n === 9 ? 400 : 201)))
  expect(answers[9]?.body.error.code).toBe('category_unknown')
  const { rows } = await db.system.query(`select text from questions where text like 'Neighbour %'`)
  expect(rows).toHaveLength(19)
})

test('each question of a group is handed over to routing', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => ask({ text: `Handed ${n}?` })))
  const { rows } = await db.system.query(
    `select distinct j #>> '{payload,questionId}' as id from outbox, jsonb_array_elements(jobs) j where j ->> 'job' = 'route-question'`,
  )

  expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(answers.map(({ body }) => body.data.uuid)))
})
