import { describe, expect, onTestFinished, test } from 'vitest'
import { openWorld } from './world.ts'

const w = await openWorld()
const { bank } = w
const ada = { userEmail: 'ada@bank.example' }
const text = 'Is anybody there?'
const integration = (method: 'GET' | 'POST' | 'PUT', path: string, body: object = {}) =>
  w.api(method, `/v1/${path}`, { token: w.tokens.integration, ...(method === 'GET' ? {} : { body }) })
const admin = (method: 'POST' | 'PUT', path: string, body: object = {}) =>
  w.api(method, `/v1/admin/${path}`, { token: w.tokens.edda, body })

const { question, response, message } = await w.askAndAnswer()
const written = (await integration('POST', 'messages', { ...ada, questionUuid: question.uuid, text })).body.data
const automatic = (await integration('POST', 'automaticAnswers', { text: 'How do I reset my PIN?' })).body.data
await admin('PUT', 'company', { settings: { emergencyPhrases: ['I was robbed'] } })
await admin('POST', `users/${bank.ada}/block`)
await admin('POST', `users/${bank.dora}/block`)

test.each([
  ['PUT', `questions/${question.uuid}`, { text }],
  ['POST', `questions/${question.uuid}/reroute`, {}],
  ['POST', `questions/${question.uuid}/reviewMarkAsResolved`, { confirm: true }],
  ['POST', `questions/${question.uuid}/close`, {}],
  ['POST', `questions/${question.uuid}/expire`, {}],
  ['POST', 'messages', { questionUuid: question.uuid, text }],
  ['POST', 'messages', { responseUuid: response.uuid, text }],
  ['PUT', `messages/${written.uuid}`, { text }],
  ['POST', `messages/${message.uuid}/markAsResolved`, { confirm: true }],
  ['POST', `responses/${response.uuid}/accept`, {}],
  ['POST', `responses/${response.uuid}/rate`, { rating: 'POSITIVE_5' }],
  ['POST', `responses/${response.uuid}/markAsRead`, {}],
  ['POST', `responses/${response.uuid}/confirmAutoResponse`, { quickReply: 'ACCEPTED' }],
  ['POST', `responses/${response.uuid}/testimonial`, { text }],
  ['POST', `automaticAnswers/${automatic.uuid}/feedback`, { quickReply: 'ACCEPTED' }],
  ['POST', 'users/signIn', {}],
] as const)('%s %s for a blocked asker is 403 `blocked` and changes nothing', async (method, path, body) => {
  const before = (await integration('GET', `questions/${question.uuid}`)).body.data

  const answer = await integration(method, path, { ...ada, ...body })

  expect([answer.status, answer.body.error.code]).toEqual([403, 'blocked'])
  expect((await integration('GET', `questions/${question.uuid}`)).body.data).toEqual(before)
})

test('an integration gets no token for a blocked asker, however the address is written, nor for a blocked agent', async () => {
  for (const userEmail of ['ada@bank.example', 'Ada@Bank.Example', 'dora@bank.example']) {
    const payload = { grant_type: 'client_credentials', userEmail }
    for (const url of ['/oauth/token', '/v1/oauth/token']) {
      const { clientId: client_id, clientSecret: client_secret } = bank.client
      const answer = await w.inject({ method: 'POST', url, payload: { ...payload, client_id, client_secret } })
      expect([answer.statusCode, answer.json().error], userEmail).toEqual([403, 'blocked'])
    }
  }
})

test('the tokens that a blocked asker has are refused', async () => {
  const body = { questionUuid: question.uuid, text }
  expect((await w.api('POST', '/v1/messages', { token: w.tokens.ada, body })).status).toBe(401)
})

test('an integration cannot speak as a blocked agent', async () => {
  const body = { questionUuid: question.uuid, text, agentEmail: 'dora@bank.example', agentName: 'Dora' }
  const answer = await integration('POST', 'agents/messages', body)
  expect([answer.status, answer.body.error.code]).toEqual([403, 'blocked'])
})

describe('a blocked asker who asks', () => {
  test('is rejected with 201', async () => {
    const { status, body } = await integration('POST', 'questions', { ...ada, text })
    expect([status, body.data.state.status, body.data.state.isClosed]).toEqual([201, 'INAPPROPRIATE', true])
  })

  test('still reaches the agents in an emergency', async () => {
    const { status, body } = await integration('POST', 'questions', { ...ada, text: 'Help! I was robbed.' })
    expect([status, body.data.state.status, body.data.state.rerouteStatus.isRerouted]).toEqual([201, 'FLAGGED', true])
  })

  test('may be read', async () => {
    expect((await integration('GET', `questions?userEmail=${ada.userEmail}`)).status).toBe(200)
  })
})

test('no token is issued to an asker who is blocked while it is made', async () => {
  await admin('POST', `users/${bank.ada}/unblock`)
  const { clientId: client_id, clientSecret: client_secret } = bank.client
  const payload = { grant_type: 'client_credentials', ...ada, client_id, client_secret }
  const blocker = await w.db.system.connect()
  onTestFinished(() => blocker.release(true))
  // The request has found the asker, and waits to read when their tokens ended.
  await blocker.query('begin; lock table revocations in access exclusive mode')
  const issuing = w.inject({ method: 'POST', url: '/oauth/token', payload })
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"endedAt" from revocations%'`
  await expect.poll(async () => (await w.db.system.query(waiting)).rowCount).toBe(1)
  await blocker.query('update users set is_blocked = true where id = $1', [bank.ada])
  await blocker.query('commit')

  const answer = await issuing
  expect([answer.statusCode, answer.json().error]).toEqual([403, 'blocked'])
})

test('a block that runs while a token is issued ends that token', async () => {
  await admin('POST', `users/${bank.ada}/unblock`)
  const { clientId: client_id, clientSecret: client_secret } = bank.client
  const payload = { grant_type: 'client_credentials', ...ada, client_id, client_secret }
  const issue = () => w.inject({ method: 'POST', url: '/oauth/token', payload })
  const [blocked, ...issued] = await Promise.all([
    admin('POST', `users/${bank.ada}/block`),
    ...Array.from({ length: 10 }, issue),
  ])
  expect(blocked.status).toBe(200)

  for (const answer of issued) {
    const token = answer.statusCode === 200 ? answer.json().access_token : undefined
    if (token === undefined) expect([answer.statusCode, answer.json().error]).toEqual([403, 'blocked'])
    else await expect.poll(async () => (await w.api('GET', '/v1/questions', { token })).status).toBe(401)
  }
})
