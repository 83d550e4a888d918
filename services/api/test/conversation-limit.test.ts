import { beforeEach, expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, askAndAnswer, bank, db, offer, tokens } = await openWorld()

const setMost = (maxMessages?: number) =>
  api('PUT', '/v1/admin/company', {
    token: tokens.edda,
    body: { settings: maxMessages === undefined ? {} : { maxMessages } },
  })
const write = (questionUuid: string, token = tokens.ada, text = 'And?') =>
  api('POST', '/v1/messages', { token, body: { questionUuid, text } })

/** Writes `count` messages of the asker under a question at once. */
const fill = (questionId: string, count: number) =>
  db.system.query(
    `insert into messages (id, company_id, question_id, author_id, author_kind, type, body)
      select gen_random_uuid(), q.company_id, q.id, q.asker_id, 'USER', 'MESSAGE', 'And?'
      from questions q, generate_series(1, $2::int) where q.id = $1`,
    [questionId, count],
  )

beforeEach(async () => {
  expect((await setMost()).status).toBe(200)
})

test('a question holds at most 500 messages by people, and warns from 450 on', async () => {
  const { uuid } = await ask()
  await fill(uuid, 448)
  const before = await write(uuid)
  const warned = await write(uuid)
  await fill(uuid, 49)
  const last = await write(uuid)
  const refused = await write(uuid)

  expect([before.status, before.body.meta.warnings]).toEqual([201, undefined])
  expect([warned.status, warned.body.meta.warnings]).toEqual([
    201,
    [{ code: 'conversation_nearly_full', message: expect.stringContaining('450 of at most 500') }],
  ])
  expect(last.status).toBe(201)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'conversation_full'])
  expect(refused.body.error.message).toContain('500 messages')
})

test('a repeated message warns once, although it was tried together with others and alone', async () => {
  const { uuid } = await ask()
  await fill(uuid, 460)
  const request = {
    token: tokens.ada,
    body: { questionUuid: uuid, text: 'And?' },
    headers: { 'idempotency-key': 'warned' },
  }
  await api('POST', '/v1/messages', request)
  const repeated = await api('POST', '/v1/messages', request)

  expect([repeated.headers['idempotency-replayed'], repeated.body.meta.warnings?.length]).toEqual(['true', 1])
})

test('the company sets how many messages a question holds', async () => {
  await setMost(2)
  const { uuid } = await ask()
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await write(uuid)).status)

  expect(statuses).toEqual([201, 201, 400])
})

test('concurrent messages do not exceed the limit together', async () => {
  await setMost(3)
  const { uuid } = await ask()
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await write(uuid)).status))

  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 400)).toHaveLength(5)
})

test('an expert is refused as well, also with a first answer', async () => {
  await setMost(2)
  const { question, response } = await askAndAnswer()
  await write(question.uuid)
  const further = await api('POST', '/v1/messages', {
    token: tokens.bruno,
    body: { responseUuid: response.uuid, text: 'One more thing' },
  })
  const full = await ask()
  await fill(full.uuid, 2)
  await offer(bank, full.uuid, bank.carla)
  const first = await api('POST', `/v1/questions/${full.uuid}/responses`, {
    token: tokens.carla,
    body: { text: 'Here' },
  })

  for (const refused of [further, first]) {
    expect([refused.status, refused.body.error.code]).toEqual([400, 'conversation_full'])
  }
})

test('a full conversation can be rated, accepted, rerouted and answered by agents', async () => {
  await setMost(1)
  const { question, response } = await askAndAnswer()
  expect((await write(question.uuid)).body.error.code).toBe('conversation_full')
  const url = `/v1/responses/${response.uuid}`
  const rated = await api('POST', `${url}/rate`, { token: tokens.ada, body: { rating: 'POSITIVE_5' } })
  const accepted = await api('POST', `${url}/accept`, { token: tokens.ada, body: {} })
  const other = await askAndAnswer()
  const rerouted = await api('POST', `/v1/questions/${other.question.uuid}/reroute`, { token: tokens.ada, body: {} })
  const spoken = await api('POST', '/v1/agents/messages', {
    token: tokens.dora,
    body: { questionUuid: other.question.uuid, text: 'I take over.' },
  })

  expect([rated.status, accepted.status, rerouted.status, spoken.status]).toEqual([200, 200, 200, 201])
})
