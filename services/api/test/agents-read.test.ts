import { describe, expect, test } from 'vitest'
import type { Call } from './caller.ts'
import { openWorld } from './world.ts'

const w = await openWorld()
const { api, tokens } = w
const { ada, bruno, dora, edda, integration } = tokens

const limitTo = (agentsRead: 'ALL' | 'QUEUE') =>
  api('PUT', '/v1/admin/company', { token: edda, body: { settings: { agentsRead } } })

/** A question that an expert has answered. No agent ever had it. */
const { question: hidden, response, message } = await w.askAndAnswer()
await api('POST', '/v1/messages', { token: ada, body: { questionUuid: hidden.uuid, text: 'Which cards?' } })

/** Questions that are or were with the agents. */
const rerouted = await w.ask()
await api('POST', `/v1/questions/${rerouted.uuid}/reroute`, { token: ada, body: {} })
const { question: closed } = await w.askAndAnswer()
await api('POST', `/v1/questions/${closed.uuid}/reroute`, { token: ada, body: {} })
await api('POST', `/v1/questions/${closed.uuid}/close`, { token: ada, body: {} })
const { question: takenBack } = await w.askAndAnswer()
await api('POST', '/v1/agents/messages', { token: dora, body: { questionUuid: takenBack.uuid, text: 'I take over.' } })
await api('PUT', '/v1/admin/company', { token: edda, body: { settings: { emergencyPhrases: ['my house burns'] } } })
const flagged = await w.ask({ text: 'Help, my house burns!' })
await api('POST', `/v1/agents/questions/${flagged.uuid}/resolve`, { token: dora, body: {} })
const shown = { rerouted, 'rerouted and closed': closed, 'taken back': takenBack, 'flagged and resolved': flagged }

const agent = { agentEmail: 'dora@bank.example', agentName: 'Dora' }
const uuid = hidden.uuid
const asAgent = (method: string, path: string, call: Call = {}) => [method, path, { token: dora, ...call }] as const
const asIntegration = (path: string, body: object = {}) =>
  ['POST', path, { token: integration, body: { ...agent, ...body } }] as const

describe('with agentsRead QUEUE an agent gets 404 for a question that no agent ever had', async () => {
  await limitTo('QUEUE')

  test.each([
    asAgent('GET', `/v1/questions/${uuid}`),
    asAgent('GET', `/v1/questions/${uuid}`, { query: { lastChecked: '2100-01-01T00:00:00Z' } }),
    asAgent('GET', `/v1/questions/${uuid}`, { headers: { 'if-none-match': 'W/"1-agent"' } }),
    asAgent('GET', '/v1/messages', { query: { questionUuid: uuid } }),
    asAgent('GET', '/v1/messages', { query: { responseUuid: response.uuid } }),
    asAgent('PUT', `/v1/messages/${message.uuid}`, { body: { text: 'Changed.' } }),
    asAgent('GET', `/v1/questions/${uuid}/notes`),
    asAgent('POST', `/v1/questions/${uuid}/notes`, { body: { text: 'Known.' } }),
    asAgent('GET', `/v1/agents/questions/${uuid}/history`),
    asAgent('GET', `/v1/me/drafts/${uuid}`),
    asAgent('PUT', `/v1/me/drafts/${uuid}`, { body: { text: 'Dear Ada,' } }),
    asAgent('POST', `/v1/questions/${uuid}/close`, { body: {} }),
    asAgent('POST', '/v1/agents/messages', { body: { questionUuid: uuid, text: 'Mine.' } }),
    asAgent('POST', `/v1/agents/questions/${uuid}/take`, { body: {} }),
    asAgent('POST', `/v1/agents/questions/${uuid}/release`, { body: {} }),
    asAgent('POST', `/v1/agents/questions/${uuid}/resolve`, { body: {} }),
    asAgent('POST', `/v1/agents/questions/${uuid}/close`, { body: {} }),
    asIntegration('/v1/agents/messages', { questionUuid: uuid, text: 'Mine.' }),
    asIntegration(`/v1/agents/questions/${uuid}/take`),
    asIntegration(`/v1/agents/questions/${uuid}/release`),
    asIntegration(`/v1/agents/questions/${uuid}/resolve`),
    asIntegration(`/v1/agents/questions/${uuid}/close`),
  ])('%s %s', async (method, path, call) => {
    const before = await api('GET', `/v1/questions/${uuid}`, { token: ada })

    const answer = await api(method, path, call)

    expect(answer.status, answer.text).toBe(404)
    expect((await api('GET', `/v1/questions/${uuid}`, { token: ada })).body.data).toEqual(before.body.data)
  })
})

test('with agentsRead QUEUE no list of an agent has a question that no agent ever had', async () => {
  await limitTo('QUEUE')
  const listed = async (path: string) => JSON.stringify((await api('GET', path, { token: dora })).body.data)

  for (const path of ['/v1/questions', '/v1/messages', '/v1/agents/questions']) {
    expect(await listed(path)).not.toContain(uuid)
  }
  expect(await listed('/v1/messages')).toContain(takenBack.uuid)
  expect(await listed('/v1/agents/questions')).toContain(rerouted.uuid)
})

test.each(Object.entries(shown))('with agentsRead QUEUE an agent reads a question that is %s', async (_what, one) => {
  await limitTo('QUEUE')
  const read = async (path: string) => (await api('GET', path, { token: dora })).status

  expect(await read(`/v1/questions/${one.uuid}`)).toBe(200)
  expect(await read(`/v1/messages?questionUuid=${one.uuid}`)).toBe(200)
  expect(await read(`/v1/agents/questions/${one.uuid}/history`)).toBe(200)
  expect(await read(`/v1/questions/${one.uuid}/notes`)).toBe(200)
})

test('with agentsRead QUEUE admins, experts, askers and integrations read what they read before', async () => {
  await limitTo('QUEUE')

  for (const token of [edda, bruno, ada, integration]) {
    expect((await api('GET', `/v1/questions/${uuid}`, { token })).status).toBe(200)
  }
  expect((await api('GET', `/v1/agents/questions/${uuid}/history`, { token: edda })).status).toBe(200)
})

test('with agentsRead ALL, the default, an agent reads every question and takes it back', async () => {
  expect((await api('PUT', '/v1/admin/company', { token: edda, body: { settings: {} } })).status).toBe(200)
  expect((await api('GET', `/v1/questions/${uuid}`, { token: dora })).status).toBe(200)
  await limitTo('ALL')
  const { question } = await w.askAndAnswer()

  const body = { questionUuid: question.uuid, text: 'I take over.' }

  expect((await api('POST', '/v1/agents/messages', { token: dora, body })).status).toBe(201)
})
