import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const world = await openWorld()
const { api, askAndAnswer, bank, endpoints, tokens } = world

type Case = { token: string; url: string; body: object; version: () => Promise<string> }

const { question, response } = await askAndAnswer()
const ours = await world.addAdministered(bank)
const { ada, bruno, edda, integration } = tokens

const ofQuestion = async () => {
  const { headers } = await api('GET', `/v1/questions/${question.uuid}`, { token: ada })
  return String(headers['etag'])
}
const own = await api('POST', '/v1/messages', { token: ada, body: { questionUuid: question.uuid, text: 'Thanks' } })

/** Reads the version of a row from the list in which admins find it. */
const inList = (url: string, member: string, uuid: string) => async () => {
  const { body } = await api('GET', url, { token: edda, query: { limit: '100' } })
  const row = body.data[member].find((one: { uuid: string }) => one.uuid === uuid)
  return `"${row.version}"`
}
const inData = (url: string, token: string) => async () => `W/"${(await api('GET', url, { token })).body.data.version}"`

const addHook = async (path: string, token: string) => {
  const { body } = await api('POST', path, { token, body: { name: 'Warehouse', url: 'http://127.0.0.1:9/' } })
  return `${path}/${body.data.uuid}`
}
const hooks = {
  ofAdmins: await addHook('/v1/admin/webhooks', edda),
  ofIntegration: await addHook('/v1/webhooks', integration),
}

const cases: Record<string, Case> = {
  editQuestion: { token: ada, url: `/v1/questions/${question.uuid}`, body: { text: 'My PIN?' }, version: ofQuestion },
  editMessage: {
    token: ada,
    url: `/v1/messages/${own.body.data.uuid}`,
    body: { text: 'Thank you' },
    version: ofQuestion,
  },
  updateExpertProfile: {
    token: bruno,
    url: '/v1/experts/me',
    body: { capacity: 7 },
    version: inData('/v1/experts/me', bruno),
  },
  updateManagedExpert: {
    token: edda,
    url: `/v1/admin/experts/${ours.expert.uuid}`,
    body: { topics: ['cards'] },
    version: inList('/v1/admin/experts', 'experts', ours.expert.uuid),
  },
  updateStaffMember: {
    token: edda,
    url: `/v1/admin/staff/${ours.person.uuid}`,
    body: { name: 'Dora the Second' },
    version: inList('/v1/admin/staff', 'staff', ours.person.uuid),
  },
  updateCompany: {
    token: edda,
    url: '/v1/admin/company',
    body: { name: 'The Bank' },
    version: inData('/v1/admin/company', edda),
  },
  updateCategory: {
    token: edda,
    url: `/v1/admin/categories/${ours.category.uuid}`,
    body: { settings: { weight: 2 } },
    version: inList('/v1/admin/categories', 'categories', ours.category.uuid),
  },
  updateKnowledge: {
    token: edda,
    url: `/v1/admin/knowledge/${ours.knowledge.uuid}`,
    body: { answer: 'In the post.' },
    version: inData(`/v1/admin/knowledge/${ours.knowledge.uuid}`, edda),
  },
  updateTraining: {
    token: edda,
    url: '/v1/admin/training',
    body: { tolerance: 0.2 },
    version: inData('/v1/admin/training', edda),
  },
  updateReply: {
    token: edda,
    url: `/v1/replies/${ours.reply.uuid}`,
    body: { text: 'In the post.' },
    version: async () => {
      const { body } = await api('GET', '/v1/replies', { token: edda, query: { limit: '100' } })
      return `"${body.data.replies.find(({ uuid }: { uuid: string }) => uuid === ours.reply.uuid).version}"`
    },
  },
  saveDraft: {
    token: bruno,
    url: `/v1/me/drafts/${question.uuid}`,
    body: { text: 'In the app' },
    version: inData(`/v1/me/drafts/${question.uuid}`, bruno),
  },
  updateIntegration: {
    token: edda,
    url: `/v1/admin/integrations/${ours.integration.uuid}`,
    body: { name: 'Shop' },
    version: inList('/v1/admin/integrations', 'integrations', ours.integration.uuid),
  },
  updateManagedWebhook: {
    token: edda,
    url: hooks.ofAdmins,
    body: { name: 'Shop' },
    version: inData(hooks.ofAdmins, edda),
  },
  updateWebhook: {
    token: integration,
    url: hooks.ofIntegration,
    body: { name: 'Shop' },
    version: inData(hooks.ofIntegration, integration),
  },
}

test('every PUT is among the cases', () => {
  const puts = endpoints.filter(({ method }) => method === 'PUT')
  expect(Object.keys(cases).sort()).toEqual(puts.map(({ name }) => name).sort())
})

test.each(Object.entries(cases))('%s with If-Match changes only the version it names', async (_name, one) => {
  const { token, url, body, version } = one
  const put = (ifMatch?: string) =>
    api('PUT', url, { token, body, ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }) })
  const read = await version()

  const changed = await put(read)
  const stale = await put(read)
  const other = await put('W/"0-user", "another"')
  const any = await put('*')
  const without = await put()

  expect(changed.status, changed.text).toBe(200)
  for (const answer of [stale, other]) {
    expect([answer.status, answer.body.error.code]).toEqual([412, 'version_mismatch'])
  }
  expect([any.status, without.status]).toEqual([200, 200])
})

test('the version in an answer of administration is the one to send next', async () => {
  const { url, token, version } = cases['updateCategory'] as Case
  const put = (weight: number, ifMatch: string) =>
    api('PUT', url, { token, body: { settings: { weight } }, headers: { 'if-match': ifMatch } })
  const first = await put(3, await version())
  const second = await put(4, `W/"${first.body.data.version}"`)

  expect([first.status, second.status]).toEqual([200, 200])
})

test('only one of two concurrent changes of the same version succeeds', async () => {
  const { url, token, version } = cases['updateCompany'] as Case
  const headers = { 'if-match': await version() }
  const statuses = await Promise.all(
    ['One', 'Two'].map(async (name) => (await api('PUT', url, { token, body: { name }, headers })).status),
  )

  expect(statuses.sort()).toEqual([200, 412])
})

test('a repeated request with If-Match and an Idempotency-Key is answered as the first time', async () => {
  const { url, token, body, version } = cases['editQuestion'] as Case
  const headers = { 'if-match': await version(), 'idempotency-key': 'edit-once' }
  const first = await api('PUT', url, { token, body, headers })
  const again = await api('PUT', url, { token, body, headers })

  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.headers['idempotency-replayed']).toBe('true')
})

test('If-Match reveals nothing to those who may not see the row', async () => {
  const headers = { 'if-match': 'W/"0-user"' }
  const put = (url: string, token: string) => api('PUT', url, { token, body: { text: 'Mine' }, headers })

  expect((await put(`/v1/questions/${question.uuid}`, tokens.ben)).status).toBe(404)
  expect((await put(`/v1/messages/${response.messages[0].uuid}`, tokens.ben)).status).toBe(404)
  const rivals = await api('PUT', `/v1/admin/categories/${ours.category.uuid}`, {
    token: tokens.rivalsEdda,
    body: { settings: {} },
    headers,
  })
  expect(rivals.status).toBe(404)
})
