import { inCompany } from '@askline/db'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, bank, db, tokens } = await openWorld()

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

const system = 'bank-desk'
const countOf = async (text: string) =>
  (await db.system.query('select 1 from questions where text like $1', [text])).rows.length

test('questions with external id, metadata and class are written together too', async () => {
  await ask({ text: 'First of the integration?', externalId: 'first' })
  const before = db.statements.count
  const answers = await Promise.all(
    Array.from({ length: 48 }, (_, n) =>
      ask({ text: `Order ${n}?`, externalId: `o-${n}`, metadata: { order: n }, predictedClass: 'orders' }, `o${n}`),
    ),
  )

  expect(answers.map(({ status, body }) => [status, body.data.externalIds, body.data.metadata])).toEqual(
    answers.map((_, n) => [201, [{ id: `o-${n}`, system }], { order: n }]),
  )
  expect(db.statements.count - before).toBeLessThan(32)
})

test('of questions with one external id that come together exactly one is written, and each caller gets it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => ask({ text: `Twin ${n}?`, externalId: 'twin' }, `twin-${n}`)),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.data.uuid)).size).toBe(1)
  expect(await countOf('Twin %')).toBe(1)
})

test('of requests under one key that come together exactly one is carried out', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => ask({ text: 'Under one key?', externalId: 'one-key' }, 'one-key')),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.data.uuid)).size).toBe(1)
  expect(await countOf('Under one key?')).toBe(1)
})

test('groups that share external ids in opposite orders all end', async () => {
  const ids = Array.from({ length: 30 }, (_, n) => n)
  const answers = await Promise.all(
    [...ids, ...ids.toReversed()].map((n) => ask({ text: `Crossed ${n}?`, externalId: `crossed-${n}` })),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(await countOf('Crossed %')).toBe(30)
})

test('a question of a group whose class has a known answer is answered, and its neighbors are not', async () => {
  await inCompany(db, bank.companyId, (tx) =>
    addKnowledge(tx, {
      companyId: bank.companyId,
      answers: [{ question: 'My pin?', answer: 'In the app.', class: 'pin' }],
    }),
  )
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => ask({ text: `Known ${n}?`, predictedClass: n === 5 ? 'pin' : 'orders' })),
  )

  expect(answers.map(({ body }) => body.data.conversation.responses.length)).toEqual(
    answers.map((_, n) => (n === 5 ? 1 : 0)),
  )
})
