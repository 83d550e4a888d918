import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, askAndAnswer, bank, config, mint, offer, tokens } = await openWorld()
const { integration: token } = tokens
const userEmail = 'ada@bank.example'

test.each([
  ['/v1/questions', 'lastCheked', 'lastChecked'],
  ['/v1/questions', 'lastcheckd', 'lastChecked'],
  ['/v1/questions', 'userMail', 'userEmail'],
  ['/v1/questions', 'offsett', 'offset'],
  ['/v1/questions', 'includeConversations', 'includeConversation'],
  ['/v1/questions', 'externalId.ids', 'externalId.id'],
  ['/v1/messages', 'questionUuuid', 'questionUuid'],
])('%s refuses the misspelled query parameter %s and names the right one', async (url, wrong, right) => {
  const refused = await api('GET', url, { token, query: { [wrong]: '2026-01-31T09:30:00Z' } })

  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
  expect(refused.body.error.details).toEqual([
    {
      field: `query.${wrong}`,
      rule: 'misspelled',
      message: `query.${wrong} is not a parameter of this request. Did you mean \`${right}\`?`,
    },
  ])
})

test.each(['_', 'utm_source', 'access', 'limits', 'page', 'externalId', 'sort', 'userName', 'questionId'])(
  'the unknown query parameter %s is ignored',
  async (name) => {
    expect((await api('GET', '/v1/questions', { token, query: { [name]: '1' } })).status).toBe(200)
  },
)

test('every request form that known clients send is answered as they expect', async () => {
  const send = async (method: string, url: string, body?: object, query?: Record<string, string>) => {
    const answer = await api(method, url, { token, ...(body ? { body } : {}), ...(query ? { query } : {}) })
    expect(answer.status, `${method} ${url} ${answer.text.slice(0, 200)}`).toBeLessThan(400)
    return answer
  }

  // Health at the root, without a token.
  for (const url of ['/health/live', '/health/ready', '/health/status'])
    expect((await api('GET', url)).status).toBe(200)

  // Ask with the id under both names, a nested classification that was handed on, unknown members, and null for unset.
  const asked = await send('POST', '/v1/questions', {
    userEmail,
    userName: 'Ada',
    text: 'How do I reset my PIN?',
    subject: null,
    externalId: 'ticket-1',
    externalIds: [{ id: 'ticket-1', system: 'bank-desk' }],
    classification: { predictedClass: null, correlationId: 'c-1', confidence: 0.1 },
    metadata: { channel: 'web', nested: { a: [1, 2] } },
    questionCategory: null,
    language: 'en',
    source: 'widget',
  })
  const question = asked.body.data
  expect(asked.status).toBe(201)
  expect(question.externalIds).toEqual([{ id: 'ticket-1', system: 'bank-desk' }])
  expect(question).toMatchObject({
    externalId: 'ticket-1',
    companies: ['bank'],
    questionCategory: expect.anything(),
    ratingSystem: { values: expect.any(Array) },
    state: { status: 'UNRESOLVED', isInteractionAllowed: true, rerouteStatus: { isRerouted: false } },
  })
  const again = await send('POST', '/v1/questions', { userEmail, text: 'Another text', externalId: 'ticket-1' })
  expect([again.status, again.body.data.uuid]).toEqual([201, question.uuid])
  const bare = await send('POST', '/v1/questions', { userEmail, text: 'With a class', predictedClass: 'card_pin' })
  expect(bare.status).toBe(201)

  // Look-ups by external id, with dotted names, read at the root of the body.
  const dotted = { userEmail, 'externalId.id': 'ticket-1', 'externalId.system': 'bank-desk' }
  const found = await send('GET', '/v1/questions', undefined, dotted)
  expect([found.body.questions[0].uuid, found.body.data.questions[0].uuid]).toEqual([question.uuid, question.uuid])
  const lastChecked = question.dateCreated
  await send('GET', '/v1/questions', undefined, { userEmail, lastChecked, limit: '10', offset: '0' })
  const page = await send('GET', '/v1/questions', undefined, { userEmail, limit: '1', includeConversation: 'true' })
  expect(page.body.data.questions[0].conversation.text).toEqual(expect.any(String))
  const { nextCursor } = page.body.data.paging
  await send('GET', '/v1/questions', undefined, { userEmail, limit: '1', cursor: nextCursor })

  // Poll, also as the user that the integration names.
  const poll = { lastChecked: question.lastUpdated, userEmail }
  expect((await api('GET', `/v1/questions/${question.uuid}`, { token, query: poll })).status).toBe(304)

  // Messages carry the question's id again; moves repeat ids in their bodies.
  const said = await send('POST', '/v1/messages', {
    userEmail,
    questionUuid: question.uuid,
    text: 'It is urgent',
    externalId: 'ticket-1',
  })
  expect([said.status, said.body.data.type]).toEqual([201, 'MESSAGE'])
  await send('PUT', `/v1/messages/${said.body.data.uuid}`, { userEmail, uuid: said.body.data.uuid, text: 'Urgent' })
  await send('PUT', `/v1/questions/${question.uuid}`, { userEmail, questionUuid: question.uuid, text: 'My PIN?' })
  await send('GET', '/v1/messages', undefined, { questionUuid: question.uuid, userEmail })

  // An answer, which the user reads, rates before the end, contests, and confirms.
  await offer(bank, question.uuid, bank.bruno)
  const expert = { token: tokens.bruno }
  const answered = await api('POST', `/v1/questions/${question.uuid}/responses`, {
    ...expert,
    body: { text: 'In the app' },
  })
  const response = answered.body.data.uuid
  const ids = { userEmail, responseUuid: response, questionUuid: question.uuid }
  await send('POST', `/v1/responses/${response}/markAsRead`, { userEmail, responseUuid: response })
  await send('POST', `/v1/responses/${response}/rate`, { ...ids, rating: 'POSITIVE_5' })
  await api('POST', `/v1/responses/${response}/markAsResolved`, { ...expert, body: {} })
  const contested = await send('POST', `/v1/questions/${question.uuid}/reviewMarkAsResolved`, {
    userEmail,
    confirm: false,
  })
  expect(contested.body.data.state.status).toBe('UNRESOLVED')
  await api('POST', `/v1/responses/${response}/markAsResolved`, { ...expert, body: {} })
  const shown = await send('GET', `/v1/questions/${question.uuid}`, undefined, { userEmail })
  const prompt = shown.body.data.conversation.responses[0].messages.findLast(
    ({ type }: { type: string }) => type === 'MARK_AS_RESOLVED_MESSAGE',
  )
  const confirmed = await send('POST', `/v1/messages/${prompt.uuid}/markAsResolved`, { userEmail, confirm: true })
  expect(confirmed.body.data.state.status).toBe('RESOLVED')

  // The singular paths of the changelog, and the ends of a question.
  const accepted = await askAndAnswer()
  await send('POST', `/v1/response/${accepted.response.uuid}/accept`, { userEmail })
  const ends = {
    close: { userEmail, integrationToken: 'bank-desk' },
    expire: { userEmail },
    reroute: { userEmail, companyTag: 'bank', reason: 'Too slow' },
  }
  for (const [move, body] of Object.entries(ends)) {
    const { uuid } = (await send('POST', '/v1/questions', { userEmail, text: `To ${move}` })).body.data
    await send('POST', `/v1/question/${uuid}/${move}`, body)
  }
  const agents = { agentEmail: 'eve@bank.example', agentName: 'Eve' }
  const { uuid: rerouted } = await ask()
  await send('POST', `/v1/questions/${rerouted}/reroute`, { userEmail })
  const spoken = await send('POST', '/v1/agents/messages', {
    ...agents,
    questionUuid: rerouted,
    text: 'Hi',
    externalId: 'x',
  })
  expect(spoken.status).toBe(201)

  // Texts.
  const classified = await send('GET', '/v1/classifications', undefined, { text: 'PIN?', language: 'en' })
  expect(Object.keys(classified.body.data)).toEqual(
    expect.arrayContaining(['predictedClass', 'confidence', 'content', 'date', 'correlationId', 'questionText']),
  )
  await send('POST', '/v1/classifications', { text: 'PIN?' })
  const automatic = await send('POST', '/v1/automaticAnswers', { text: 'PIN?', predictedClass: null, metadata: {} })
  expect(automatic.body.data).toMatchObject({ uuid: expect.any(String), content: null })
  await send('POST', '/v1/content', { text: 'PIN?' })

  // A static token, a correlation id that is kept, and an envelope whose meta carries it.
  const long = mint(bank, 'integration', bank.integrationId, { lifetimeSeconds: 31_536_000 })
  const traced = await api('GET', '/v1/questions', { token: long, headers: { 'x-correlation-id': 'client-1' } })
  expect(traced.body.meta).toMatchObject({ correlationId: 'client-1', version: expect.any(String) })
  expect(config.issuer).toEqual(expect.any(String))
})
