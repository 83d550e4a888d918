import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, askAndAnswer, asker, bank, db, mint, tokens } = await openWorld()
const { integration, ada } = tokens

test('makes an integration name the user on every move that a user makes', async () => {
  const { question, response, message } = await askAndAnswer()
  const moves: [method: string, path: string, body: object][] = [
    ['POST', '/v1/questions', { text: 'Why?' }],
    ['PUT', `/v1/questions/${question.uuid}`, { text: 'Why?' }],
    ['POST', `/v1/questions/${question.uuid}/reroute`, {}],
    ['POST', `/v1/questions/${question.uuid}/reviewMarkAsResolved`, { confirm: true }],
    ['POST', `/v1/responses/${response.uuid}/accept`, {}],
    ['POST', `/v1/responses/${response.uuid}/rate`, { rating: 'POSITIVE_5' }],
    ['POST', `/v1/responses/${response.uuid}/markAsRead`, {}],
    ['POST', `/v1/responses/${response.uuid}/confirmAutoResponse`, { quickReply: 'ACCEPTED' }],
    ['POST', `/v1/responses/${response.uuid}/testimonial`, { text: 'Thanks' }],
    ['POST', '/v1/messages', { text: 'x', questionUuid: question.uuid }],
    ['PUT', `/v1/messages/${message.uuid}`, { text: 'x' }],
    ['POST', `/v1/messages/${message.uuid}/markAsResolved`, { confirm: true }],
  ]
  for (const [method, path, body] of moves) {
    const unnamed = await api(method, path, { token: integration, body })
    expect([unnamed.status, unnamed.body.error.details[0]], path).toEqual([
      400,
      { field: 'userEmail', rule: 'required', message: expect.stringContaining('integration') },
    ])
  }
})

test("hides a user's question from every other user an integration names", async () => {
  const { question, response } = await askAndAnswer()
  for (const userEmail of ['ben@bank.example', 'nobody@bank.example']) {
    const body = { userEmail, rating: 'POSITIVE_5', text: 'x' }
    for (const path of [
      `/v1/questions/${question.uuid}/reroute`,
      `/v1/questions/${question.uuid}/close`,
      `/v1/responses/${response.uuid}/rate`,
    ]) {
      expect((await api('POST', path, { token: integration, body })).status, path).toBe(404)
    }
  }
})

test('lets an integration close and expire by itself, or for the user it names', async () => {
  const [one, two, three] = [await ask(), await ask(), await ask()]
  const close = (uuid: string, body: object) => api('POST', `/v1/questions/${uuid}/close`, { token: integration, body })
  const expired = await api('POST', `/v1/questions/${three.uuid}/expire`, { token: integration, body: {} })
  const unknown = await close(one.uuid, { integrationToken: 'nobody' })

  expect([unknown.status, unknown.body.error.details[0].field]).toEqual([400, 'integrationToken'])
  expect((await close(one.uuid, { integrationToken: 'bank-desk' })).body.data.state.status).toBe('CLOSED_BY_COMPANY')
  expect((await close(two.uuid, asker)).body.data.state.status).toBe('CLOSED_BY_COMPANY')
  expect(expired.body.data.state.status).toBe('EXPIRED')
})

test('lets an agent close any question of the company, withdraw their own, and no other person any', async () => {
  const close = (uuid: string, token: string) => api('POST', `/v1/questions/${uuid}/close`, { token, body: {} })
  const [rerouted, open, own] = [await ask(), await ask(), await ask({}, tokens.dora)]
  await api('POST', `/v1/questions/${rerouted.uuid}/reroute`, { token: ada })
  const narrow = mint(bank, 'agent', bank.dora, { scopes: ['questions:read', 'questions:write'] })

  const tooNarrow = await close(open.uuid, narrow)
  expect([tooNarrow.status, tooNarrow.body.error.code]).toEqual([403, 'insufficient_scope'])
  for (const token of [tokens.ben, tokens.bruno, tokens.rivalsEdda]) {
    expect((await close(open.uuid, token)).status).toBe(404)
  }
  expect((await close(rerouted.uuid, tokens.dora)).body.data.state.status).toBe('CLOSED_BY_COMPANY')
  expect((await close(open.uuid, tokens.edda)).body.data.state.status).toBe('CLOSED_BY_COMPANY')
  expect((await close(own.uuid, narrow)).body.data.state.status).toBe('WITHDRAW')
})

test('lets a user-bound token speak for its own user only', async () => {
  const { uuid } = await ask()
  const own = await api('PUT', `/v1/questions/${uuid}`, {
    token: ada,
    body: { text: 'x', userEmail: 'Ada@Bank.Example' },
  })
  const other = await api('PUT', `/v1/questions/${uuid}`, {
    token: ada,
    body: { text: 'x', userEmail: 'ben@bank.example' },
  })
  const list = await api('GET', '/v1/questions', { token: ada, query: { userEmail: 'ben@bank.example' } })

  expect(own.status).toBe(200)
  expect([other.status, other.body.error.code]).toEqual([403, 'not_yourself'])
  expect([list.status, list.body.error.code]).toEqual([403, 'not_yourself'])
})

test('adds an asker that an integration names for the first time, under the name it gives, and never a part of the address', async () => {
  const first = await ask({ userEmail: 'Grace.H@bank.example' }, integration)
  const named = await ask({ userEmail: 'alan@bank.example', userName: 'Alan T.' }, integration)
  const again = await ask({ userEmail: 'grace.h@BANK.example', userName: 'Somebody else' }, integration)

  const guest = `Guest ${first.conversation.author.uuid.slice(-4)}`
  expect(first.conversation.author.name).toBe(guest)
  expect(JSON.stringify(first)).not.toMatch(/grace/i)
  expect(named.conversation.author.name).toBe('Alan T.')
  expect(again.conversation.author.uuid).toBe(first.conversation.author.uuid)
})

test('renames an asker to their latest name, and never a person who answers', async () => {
  const first = await ask({ userEmail: 'rosa@bank.example' }, integration)
  const named = await ask({ userEmail: 'rosa@bank.example', userName: 'Rosa P.' }, integration)
  const unnamed = await ask({ userEmail: 'rosa@bank.example' }, integration)
  await ask({ userEmail: 'rosa@bank.example', userName: 'Rosa Q.' }, integration)
  const back = await ask({ userEmail: 'rosa@bank.example', userName: 'Rosa P.' }, integration)
  const expert = await ask({ userEmail: 'bruno@bank.example', userName: 'A Bank' }, integration)

  expect(first.conversation.author.name).toMatch(/^Guest /)
  expect([named, unnamed, back].map(({ conversation }) => conversation.author)).toEqual(
    Array(3).fill({ ...first.conversation.author, name: 'Rosa P.' }),
  )
  expect(expert.conversation.author.name).not.toBe('A Bank')
})

test('asks for a new person where the person behind an address is gone', async () => {
  const mary = { userEmail: 'mary@bank.example', userName: 'Mary' }
  const first = (await ask(mary, integration)).conversation.author.uuid
  await db.system.query('update users set email = null, address = null, forgotten_at = now() where id = $1', [first])
  const second = await ask({ ...mary, userName: 'Another Mary' }, integration)
  const third = await ask({ ...mary, externalId: 'mary-3' }, integration)

  expect(second.conversation.author).toMatchObject({ name: 'Another Mary' })
  expect(second.conversation.author.uuid).not.toBe(first)
  expect(third.conversation.author.uuid).toBe(second.conversation.author.uuid)
})

test('adds no person if the ask is refused, and adds them with the next', async () => {
  const nina = { userEmail: 'nina@bank.example' }
  const refused = await api('POST', '/v1/questions', {
    token: integration,
    body: { text: 'x', ...nina, questionCategory: 'none' },
  })
  const asked = await ask(nina, integration)

  expect([refused.status, refused.body.error.code]).toEqual([400, 'category_unknown'])
  expect(asked.state.status).toBe('UNRESOLVED')
})

test('makes an integration name the agent that it speaks for', async () => {
  const { uuid } = await ask()
  await api('POST', `/v1/questions/${uuid}/reroute`, { token: ada })
  const say = (body: object) =>
    api('POST', '/v1/agents/messages', { token: integration, body: { questionUuid: uuid, text: 'Hello', ...body } })
  const unnamed = await say({})
  const halfNamed = await say({ agentEmail: 'eve@bank.example' })
  const aUser = await say({ agentEmail: 'ada@bank.example', agentName: 'Ada' })
  const named = await say({ agentEmail: 'eve@bank.example', agentName: 'Eve' })

  expect([unnamed.status, unnamed.body.error.details[0].field]).toEqual([400, 'agentEmail'])
  expect([halfNamed.status, halfNamed.body.error.details[0].field]).toEqual([400, 'agentName'])
  expect([aUser.status, aUser.body.error.code]).toEqual([400, 'agent_unknown'])
  expect([named.status, named.body.data.author]).toMatchObject([201, { name: 'Eve', type: 'AGENT' }])
})

test('lets experts and agents act as users on what they asked themselves', async () => {
  for (const token of [tokens.bruno, tokens.dora]) {
    const { uuid } = await ask({}, token)
    const said = await api('POST', '/v1/messages', { token, body: { questionUuid: uuid, text: 'And also' } })
    const rerouted = await api('POST', `/v1/questions/${uuid}/reroute`, { token })

    expect([said.status, said.body.data.author.type]).toEqual([201, 'USER'])
    expect(rerouted.status).toBe(200)
  }
})

test('lets only its asker move a question, whatever others may see', async () => {
  const { question, response } = await askAndAnswer()
  for (const token of [tokens.bruno, tokens.dora, tokens.ben]) {
    expect((await api('POST', `/v1/questions/${question.uuid}/reroute`, { token })).status).toBe(404)
    expect((await api('POST', `/v1/responses/${response.uuid}/accept`, { token })).status).toBe(404)
  }
  const asAgent = await api('POST', '/v1/messages', {
    token: tokens.dora,
    body: { questionUuid: question.uuid, text: 'x' },
  })
  expect(asAgent.status).toBe(404)
})

test('keeps kinds of principals apart even where a token has the scope', async () => {
  const posing = mint(bank, 'user', bank.ada, { scopes: ['expert', 'agent'] })
  for (const path of ['/v1/experts/me', '/v1/agents/questions']) {
    const answer = await api('GET', path, { token: posing })
    expect([answer.status, answer.body.error.code]).toEqual([403, 'principal_not_allowed'])
  }
})

test('tells a token of one person that names another so, before it looks for any row', async () => {
  const { question } = await askAndAnswer()
  const query = { userEmail: 'ben@bank.example' }
  for (const path of [`/v1/questions/${question.uuid}`, `/v1/questions/${crypto.randomUUID()}`, '/v1/questions']) {
    for (const token of [ada, tokens.bruno, tokens.dora]) {
      const { status, body } = await api('GET', path, { token, query })
      expect([status, body.error.code], path).toEqual([403, 'not_yourself'])
    }
  }
  const own = await api('GET', `/v1/questions/${question.uuid}`, {
    token: ada,
    query: { userEmail: 'ADA@bank.example' },
  })
  expect(own.status).toBe(200)
})
