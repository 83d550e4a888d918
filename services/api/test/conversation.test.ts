import { expect, test } from 'vitest'
import type { Call } from './caller.ts'
import { openWorld } from './world.ts'

const { api, ask, askAndAnswer, bank, db, mint, offer, tokens } = await openWorld()

const call = (method: string, path: string, uuid: string, options: Call) =>
  api(method, path.replace('{uuid}', uuid), options)
const typesOf = (messages: { type: string }[]) => messages.map(({ type }) => type)

test('runs from a question to its resolution, with documented answers at each step', async () => {
  const { ada, bruno } = tokens
  const asked = await call('POST', '/v1/questions', '', {
    token: tokens.integration,
    body: {
      text: 'How do I reset my PIN?',
      userEmail: 'ada@bank.example',
      userName: 'Ada',
      externalId: 'case-1',
      externalIds: [{ id: 'thread-9', system: 'forum' }],
      metadata: { plan: 'gold', nested: { secret: 1 } },
      classification: { predictedClass: 'change_pin', correlationId: 'c-1' },
      language: 'EN',
    },
  })
  const question = asked.body.data.uuid
  expect(asked.status).toBe(201)
  expect(asked.body.data.externalIds).toEqual(
    expect.arrayContaining([
      { id: 'case-1', system: 'bank-desk' },
      { id: 'thread-9', system: 'forum' },
    ]),
  )

  await offer(bank, question, bank.bruno)
  const inbox = await call('GET', '/v1/experts/me/questions', '', { token: bruno, query: { view: 'offered' } })
  expect(inbox.body.data.questions.map(({ uuid }: { uuid: string }) => uuid)).toContain(question)
  expect(inbox.text).not.toContain('ada@bank.example')
  expect(inbox.text).not.toContain('secret')

  const claimed = await call('POST', '/v1/questions/{uuid}/claim', question, { token: bruno, body: {} })
  const { fence } = claimed.body.data.claim
  expect((await call('POST', '/v1/questions/{uuid}/composing', question, { token: bruno })).status).toBe(200)
  const responded = await call('POST', '/v1/questions/{uuid}/responses', question, {
    token: bruno,
    body: { text: 'In the app, under Cards.', fence },
  })
  const response = responded.body.data.uuid
  expect([responded.status, responded.body.data.type]).toEqual([201, 'EXPERT'])

  const message = await call('POST', '/v1/messages', '', {
    token: tokens.integration,
    body: { questionUuid: question, text: 'Where is Cards?', userEmail: 'ada@bank.example', externalId: 'case-1' },
  })
  expect([message.status, message.body.data.responseUuid, message.body.data.externalId]).toEqual([
    201,
    response,
    'case-1',
  ])
  const reply = await call('POST', '/v1/messages', '', {
    token: bruno,
    body: { responseUuid: response, text: 'At the bottom.', fence },
  })
  expect([reply.status, reply.body.data.author.type]).toEqual([201, 'EXPERT'])
  const edited = await call('PUT', '/v1/messages/{uuid}', reply.body.data.uuid, {
    token: bruno,
    body: { text: 'At the top.' },
  })
  expect([edited.status, edited.body.data.body]).toEqual([200, 'At the top.'])

  expect((await call('POST', '/v1/responses/{uuid}/markAsRead', response, { token: ada, body: {} })).status).toBe(200)
  const rated = await call('POST', '/v1/responses/{uuid}/rate', response, {
    token: ada,
    body: { rating: 'POSITIVE_5' },
  })
  expect([rated.status, rated.body.data.rating]).toEqual([200, 'POSITIVE_5'])
  expect((await call('POST', '/v1/responses/{uuid}/markAsResolved', response, { token: bruno, body: {} })).status).toBe(
    200,
  )

  const marked = (await call('GET', '/v1/questions/{uuid}', question, { token: ada })).body.data
  const prompt = marked.conversation.responses[0].messages.find(
    ({ type }: { type: string }) => type === 'MARK_AS_RESOLVED_MESSAGE',
  )
  const confirmed = await call('POST', '/v1/messages/{uuid}/markAsResolved', prompt.uuid, {
    token: tokens.integration,
    body: { userEmail: 'ada@bank.example', confirm: true, questionUuid: question },
  })
  expect([confirmed.status, confirmed.body.data.state.status]).toEqual([200, 'RESOLVED'])

  const thanked = await call('POST', '/v1/responses/{uuid}/testimonial', response, {
    token: ada,
    body: { text: 'Perfect.' },
  })
  expect(thanked.status).toBe(200)
  expect(typesOf(thanked.body.data.messages)).toContain('ADDED_TESTIMONIAL_SYSTEM_MESSAGE')
  const late = await api('POST', '/v1/messages', { token: ada, body: { questionUuid: question, text: 'One more' } })
  expect([late.status, late.body.error.code]).toEqual([400, 'interaction_not_allowed'])
})

test('answers every move on a question with 200 and the question', async () => {
  const { uuid: rerouted } = await ask()
  const reroute = await call('POST', '/v1/questions/{uuid}/reroute', rerouted, {
    token: tokens.ada,
    body: { uuid: rerouted.toUpperCase(), questionUuid: rerouted, companyTag: 'bank', reason: 'Urgent' },
  })
  expect([reroute.status, reroute.body.data.state.rerouteStatus.type]).toEqual([200, 'BY_POSTER'])
  const again = await api('POST', `/v1/questions/${rerouted}/reroute`, { token: tokens.ada, body: {} })
  expect([again.status, again.body.error.code]).toEqual([400, 'already_rerouted'])

  const { uuid: expired } = await ask()
  const expire = await call('POST', '/v1/questions/{uuid}/expire', expired, { token: tokens.ada })
  expect([expire.status, expire.body.data.state.status]).toEqual([200, 'EXPIRED'])

  const { uuid: withdrawn } = await ask()
  const withdraw = await call('POST', '/v1/questions/{uuid}/close', withdrawn, { token: tokens.ada, body: {} })
  expect([withdraw.status, withdraw.body.data.state.status]).toEqual([200, 'WITHDRAW'])

  const { uuid: edited } = await ask()
  const edit = await call('PUT', '/v1/questions/{uuid}', edited, {
    token: tokens.ada,
    body: { text: 'Why so?', metadata: { a: 1 } },
  })
  expect([edit.status, edit.body.data.conversation.text, edit.body.data.metadata]).toEqual([200, 'Why so?', { a: 1 }])

  const { question, response } = await askAndAnswer()
  await api('POST', `/v1/responses/${response.uuid}/markAsResolved`, { token: tokens.bruno })
  const review = await call('POST', '/v1/questions/{uuid}/reviewMarkAsResolved', question.uuid, {
    token: tokens.ada,
    body: { confirm: false },
  })
  expect([review.status, review.body.data.state.isClosed]).toEqual([200, false])
  const accept = await call('POST', '/v1/responses/{uuid}/accept', response.uuid, {
    token: tokens.ada,
    body: { questionUuid: question.uuid },
  })
  expect([accept.status, accept.body.data.isAccepted]).toEqual([200, true])
})

test('lets an expert decline, release and escalate', async () => {
  // Without a second opinion, an escalated question is rerouted at once.
  await db.system.query(`update categories set settings = '{"secondOpinionMs": 0}' where company_id = $1`, [
    bank.companyId,
  ])
  const [declined, released, escalated] = [await ask(), await ask(), await ask()]
  for (const { uuid } of [declined, released, escalated]) await offer(bank, uuid, bank.bruno, bank.carla)
  const { bruno } = tokens

  expect(
    (await call('POST', '/v1/questions/{uuid}/decline', declined.uuid, { token: bruno, body: { reason: 'Not mine' } }))
      .status,
  ).toBe(200)
  await api('POST', `/v1/questions/${released.uuid}/claim`, { token: bruno })
  expect((await call('POST', '/v1/questions/{uuid}/release', released.uuid, { token: bruno })).body.data).toEqual({
    uuid: released.uuid,
  })
  await api('POST', `/v1/questions/${escalated.uuid}/claim`, { token: bruno })
  expect(
    (await call('POST', '/v1/questions/{uuid}/escalate', escalated.uuid, { token: bruno, body: { reason: 'Legal' } }))
      .status,
  ).toBe(200)

  const seen = await api('GET', `/v1/questions/${escalated.uuid}`, { token: tokens.ada })
  expect(seen.body.data.state.rerouteStatus.type).toBe('BY_EXPERT')
})

test('lets agents answer, resolve and close a rerouted question', async () => {
  const [answered, closed] = [await ask(), await ask()]
  for (const { uuid } of [answered, closed]) await api('POST', `/v1/questions/${uuid}/reroute`, { token: tokens.ada })
  const { dora } = tokens
  const queue = await call('GET', '/v1/agents/questions', '', { token: dora })
  const said = await call('POST', '/v1/agents/messages', '', {
    token: dora,
    body: { questionUuid: answered.uuid, text: 'We call you.' },
  })
  const resolved = await call('POST', '/v1/agents/questions/{uuid}/resolve', answered.uuid, { token: dora })
  const shut = await call('POST', '/v1/agents/questions/{uuid}/close', closed.uuid, { token: dora })

  expect(queue.body.data.questions.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
    expect.arrayContaining([answered.uuid, closed.uuid]),
  )
  expect([said.status, said.body.data.author.type]).toEqual([201, 'AGENT'])
  expect([resolved.status, resolved.body.data.state.status]).toEqual([200, 'RESOLVED'])
  expect([shut.status, shut.body.data.state.status]).toEqual([200, 'CLOSED_BY_COMPANY'])
})

test('only the agent who wrote a message may edit it', async () => {
  const { uuid: questionUuid } = await ask()
  await api('POST', `/v1/questions/${questionUuid}/reroute`, { token: tokens.ada })
  const { dora, edda } = tokens
  const said = await api('POST', '/v1/agents/messages', { token: dora, body: { questionUuid, text: 'We cal you.' } })
  const { uuid } = said.body.data
  const body = { text: 'We call you.' }

  for (const [token, status] of [
    [edda, 403],
    [tokens.ada, 403],
    [tokens.bruno, 404],
  ] as const) {
    expect((await api('PUT', `/v1/messages/${uuid}`, { token, body })).status).toBe(status)
  }
  const edited = await call('PUT', '/v1/messages/{uuid}', uuid, { token: dora, body })
  expect([edited.status, edited.body.data?.body, edited.body.data?.author.type]).toEqual([200, 'We call you.', 'AGENT'])
  const shown = await api('GET', `/v1/questions/${questionUuid}`, { token: tokens.ada })
  expect(shown.body.data.conversation.responses[0].messages[0].body).toBe('We call you.')
})

test('lets an integration edit a message that it wrote as an agent, by naming the agent', async () => {
  const { uuid: questionUuid } = await ask()
  await api('POST', `/v1/questions/${questionUuid}/reroute`, { token: tokens.ada })
  const eve = { agentEmail: 'eve@bank.example', agentName: 'Eve' }
  const token = tokens.integration
  const said = await api('POST', '/v1/agents/messages', { token, body: { ...eve, questionUuid, text: 'We cal you.' } })
  const edit = (body: object, by = token) =>
    call('PUT', '/v1/messages/{uuid}', said.body.data.uuid, { token: by, body: { text: 'We call you.', ...body } })

  for (const agentEmail of ['dora@bank.example', 'ada@bank.example', 'nobody@bank.example']) {
    expect((await edit({ agentEmail })).body.error.code, agentEmail).toBe('forbidden')
  }
  const { rows } = await db.system.query(`select 1 from users where email = 'nobody@bank.example'`)
  expect(rows).toEqual([])
  expect((await edit({ agentEmail: eve.agentEmail }, tokens.rival)).status).toBe(404)
  const narrow = mint(bank, 'integration', bank.integrationId, { scopes: ['questions:write'] })
  expect((await edit({ agentEmail: eve.agentEmail }, narrow)).body.error.code).toBe('insufficient_scope')
  expect((await edit({ agentEmail: eve.agentEmail }, tokens.dora)).body.error.code).toBe('not_yourself')
  const both = await edit({ agentEmail: eve.agentEmail, userEmail: 'ada@bank.example' })
  expect([both.status, both.body.error.details[0].field]).toEqual([400, 'agentEmail'])

  const edited = await edit({ agentEmail: 'Eve@bank.example' })
  expect([edited.status, edited.body.data?.body, edited.body.data?.author]).toMatchObject([
    200,
    'We call you.',
    { name: 'Eve', type: 'AGENT' },
  ])
})

test('shows and changes an expert profile', async () => {
  const me = await call('GET', '/v1/experts/me', '', { token: tokens.carla })
  const changed = await call('PUT', '/v1/experts/me', '', {
    token: tokens.carla,
    body: {
      availability: 'AWAY',
      capacity: 3,
      languages: ['en', 'es'],
      topics: ['cards'],
      avatarUrl: 'https://example.com/carla.png',
      workingHours: {
        timeZone: 'Europe/Berlin',
        days: [{ day: 1, from: '09:00', to: '17:30' }],
        holidays: ['2026-12-25'],
      },
    },
  })
  const nowhere = { workingHours: { timeZone: 'Mars/Olympus', days: [] } }
  const refused = await api('PUT', '/v1/experts/me', { token: tokens.carla, body: nowhere })
  for (const avatarUrl of [
    'http://example.com/a.png',
    'https://example.com/a"onerror=alert(1)',
    'https://example.com/<b>',
  ]) {
    expect((await api('PUT', '/v1/experts/me', { token: tokens.carla, body: { avatarUrl } })).status, avatarUrl).toBe(
      400,
    )
  }

  expect(me.body.data).toMatchObject({ availability: 'AVAILABLE', avatarUrl: expect.stringMatching(/\/v1\/avatars\//) })
  expect(changed.body.data).toMatchObject({
    availability: 'AWAY',
    capacity: 3,
    languages: ['en', 'es'],
    topics: ['cards'],
  })
  const { status, body } = await call('PUT', '/v1/experts/me', '', {
    token: tokens.carla,
    body: { workingHours: me.body.data.workingHours },
  })
  expect([status, body.data?.workingHours]).toEqual([200, null])
  const noSuchDay = { workingHours: { timeZone: 'UTC', days: [], holidays: ['2026-02-30'] } }
  const unheard = await api('PUT', '/v1/experts/me', { token: tokens.carla, body: noSuchDay })
  expect(unheard.body.error.details[0]).toMatchObject({ field: 'workingHours.holidays.0', rule: 'format' })
  expect(changed.body.data.workingHours.holidays).toEqual(['2026-12-25'])
  expect(refused.body.error.details[0]).toMatchObject({ field: 'workingHours.timeZone', rule: 'timeZone' })
})

test('refuses a repeated id that contradicts the rest of the request, and changes nothing', async () => {
  const { question, response, message } = await askAndAnswer()
  const other = (await ask()).uuid
  const cases: [path: string, body: object, field: string][] = [
    [`/v1/questions/${question.uuid}/reroute`, { uuid: other }, 'uuid'],
    [`/v1/questions/${question.uuid}/expire`, { questionUuid: other }, 'questionUuid'],
    [`/v1/responses/${response.uuid}/accept`, { questionUuid: other }, 'questionUuid'],
    [`/v1/responses/${response.uuid}/accept`, { uuid: question.uuid }, 'uuid'],
    [`/v1/messages/${message.uuid}/markAsResolved`, { confirm: true, questionUuid: other }, 'questionUuid'],
    ['/v1/messages', { text: 'x', questionUuid: other, responseUuid: response.uuid }, 'questionUuid'],
  ]
  const before = db.statements.count
  for (const [path, body, field] of cases) {
    const answer = await api('POST', path, { token: tokens.ada, body })
    expect([answer.status, answer.body.error.details?.[0]?.field], path).toEqual([400, field])
  }
  const after = await api('GET', `/v1/questions/${question.uuid}`, { token: tokens.ada })

  expect(db.statements.count).toBeGreaterThan(before)
  expect(after.body.data.state).toMatchObject({ status: 'UNRESOLVED', isClosed: false })
})

test.each<[string, string, object]>([
  ['the question is resolved', 'questions/{question}/reviewMarkAsResolved', { confirm: true }],
  ['the question is rerouted', 'questions/{question}/reroute', {}],
  ['the expert marked it again', 'responses/{response}/markAsResolved', {}],
])('the review of a prompt that is gone says what happened: %s', async (_, winner, body) => {
  const { question, response } = await askAndAnswer()
  const mark = () => api('POST', `/v1/responses/${response.uuid}/markAsResolved`, { token: tokens.bruno, body: {} })
  await mark()
  const marked = (await api('GET', `/v1/questions/${question.uuid}`, { token: tokens.ada })).body.data
  const prompt = marked.conversation.responses[0].messages.find(
    ({ type }: { type: string }) => type === 'MARK_AS_RESOLVED_MESSAGE',
  )
  const path = winner.replace('{question}', question.uuid).replace('{response}', response.uuid)
  const token = winner.startsWith('responses') ? tokens.bruno : tokens.ada
  expect((await api('POST', `/v1/${path}`, { token, body })).status).toBe(200)

  const review = (review: object, by = tokens.ada) =>
    api('POST', `/v1/messages/${prompt.uuid}/markAsResolved`, { token: by, body: { confirm: true, ...review } })
  const expected = await api('POST', `/v1/questions/${question.uuid}/reviewMarkAsResolved`, {
    token: tokens.ada,
    body: { confirm: true, messageUuid: prompt.uuid },
  })
  const named = await review({ questionUuid: question.uuid })
  const unnamed = await review({})
  const strangers = await review({ questionUuid: question.uuid }, tokens.ben)

  expect(expected.status).toBe(400)
  expect([named.status, named.body.error]).toEqual([400, expected.body.error])
  for (const { status, body } of [unnamed, strangers])
    expect([status, body.error.code]).toEqual([404, 'message_not_found'])
})
