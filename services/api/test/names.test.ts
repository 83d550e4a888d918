import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const w = await openWorld()
const { api, ask, bank, tokens } = w
const reversed = 'Ada \u202eecalevoL'

const refusal = (field: string) => ({
  status: 400,
  body: { error: { details: [{ field, rule: 'bidi', message: expect.stringContaining('U+202E') }] } },
})

test.each([
  ['the asker', 'POST', '/v1/questions', 'integration', { text: 'Hi?', userEmail: 'a@x.example' }, 'userName'],
  ['an expert by themselves', 'PUT', '/v1/experts/me', 'bruno', {}, 'name'],
  ['a topic', 'PUT', '/v1/experts/me', 'bruno', { topics: [reversed] }, 'topics.0'],
  ['an expert', 'PUT', `/v1/admin/experts/${bank.bruno}`, 'edda', {}, 'name'],
  ['a new expert', 'POST', '/v1/admin/experts', 'edda', { email: 'b@x.example', password: 'long enough 123' }, 'name'],
  ['a category', 'POST', '/v1/admin/categories', 'edda', {}, 'name'],
  ['the company', 'PUT', '/v1/admin/company', 'edda', {}, 'name'],
] as const)(
  '400 names the field if the name of %s has a bidirectional control',
  async (_what, method, path, who, body, field) => {
    const [name = ''] = field.split('.')

    expect(await api(method, path, { token: tokens[who], body: { [name]: reversed, ...body } })).toMatchObject(
      refusal(field),
    )
  },
)

test('400 names the field if the name of an agent has a bidirectional control', async () => {
  const body = { questionUuid: (await ask()).uuid, text: 'Hello', agentEmail: 'd@x.example', agentName: reversed }

  expect(await api('POST', '/v1/agents/messages', { token: tokens.integration, body })).toMatchObject(
    refusal('agentName'),
  )
})

test.each([
  ['direction marks around it', 'Dana\u200e', 'Dana'],
  ['isolates of an address book around it', '\u2068דנה\u2069\u200f', 'דנה'],
  ['spaces at its ends', 'Support Team   ', 'Support Team'],
  ['line breaks', 'Support Team\n\nSystem', 'Support Team System'],
])('a name is stored without %s, whoever passes it on', async (_what, given, stored) => {
  const integration = { token: tokens.integration }
  const userEmail = `${randomUUID()}@example.com`
  const asked = await api('POST', '/v1/questions', {
    ...integration,
    body: { text: 'Where is my card?', userEmail, userName: given },
  })
  const again = await api('POST', '/v1/questions', {
    ...integration,
    body: { text: 'And my account?', userEmail, userName: `\u200e${stored} ` },
  })
  const agent = { agentEmail: `${randomUUID()}@example.com`, agentName: given }
  const answered = await api('POST', '/v1/agents/messages', {
    ...integration,
    body: { questionUuid: asked.body.data.uuid, text: 'Hello', ...agent },
  })
  const expert = await api('PUT', '/v1/experts/me', { token: tokens.bruno, body: { name: given, topics: [given] } })
  const staff = { email: `${randomUUID()}@example.com`, name: given, role: 'agent', password: 'long enough 123' }
  const member = await api('POST', '/v1/admin/staff', { token: tokens.edda, body: staff })

  expect([
    asked.body.data.conversation.author.name,
    again.body.data.conversation.author.name,
    answered.body.data.author.name,
    expert.body.data.name,
    expert.body.data.topics[0],
    member.body.data.name,
  ]).toEqual(Array.from({ length: 6 }, () => stored))
})

test('a person without a name is shown as a guest to everybody, and no view has a part of the address', async () => {
  const integration = { token: tokens.integration }
  const body = { text: 'Where is my card?', userEmail: 'mary.ann@firm.example' }
  const { uuid, conversation } = (await api('POST', '/v1/questions', { ...integration, body })).body.data
  const guest = `Guest ${conversation.author.uuid.slice(-4)}`
  const minted = w.mint(bank, 'user', conversation.author.uuid)
  await api('POST', `/v1/questions/${uuid}/reroute`, { token: minted })

  expect(conversation.author.name).toBe(guest)
  expect((await api('GET', '/v1/me', { token: minted })).body.data.name).toBe(guest)
  const seen = await Promise.all(
    [
      [`/v1/questions/${uuid}`, tokens.dora],
      ['/v1/agents/questions', tokens.dora],
      [`/v1/agents/questions/${uuid}/history`, tokens.dora],
      ['/v1/admin/questions', tokens.edda],
      [`/v1/admin/questions/${uuid}/events`, tokens.edda],
      [`/v1/messages?questionUuid=${uuid}`, minted],
    ].map(async ([path = '', token = '']) => {
      const answer = await api('GET', path, { token })
      return [path, answer.status, /mary|"name":""/.test(answer.text)]
    }),
  )
  expect(seen).toEqual(seen.map(([path]) => [path, 200, false]))
})

test('a guest has a name in the language of the company, everywhere that people are named', async () => {
  const integration = { token: tokens.integration }
  const body = { text: 'Where is my card?', userEmail: 'otto@firm.example' }
  const setLanguage = (language: 'en' | 'de') =>
    api('PUT', '/v1/admin/company', { token: tokens.edda, body: { settings: { language } } })
  await setLanguage('de')
  const { uuid, conversation } = (await api('POST', '/v1/questions', { ...integration, body })).body.data
  const minted = w.mint(bank, 'user', conversation.author.uuid)
  await api('POST', '/v1/messages', { token: minted, body: { questionUuid: uuid, text: 'Hello?' } })

  const guest = `Gast ${conversation.author.uuid.slice(-4)}`
  const named = async (path: string, token: string) => {
    const { text } = await api('GET', path, { token })
    return [path, text.includes(guest), text.includes('Guest')]
  }
  expect(conversation.author.name).toBe(guest)
  const reads = [
    [`/v1/questions/${uuid}`, tokens.integration],
    [`/v1/messages?questionUuid=${uuid}`, minted],
    [`/v1/agents/questions/${uuid}/history`, tokens.dora],
    ['/v1/admin/questions', tokens.edda],
    [`/v1/admin/questions/${uuid}/events`, tokens.edda],
    ['/v1/admin/users', tokens.edda],
    ['/v1/me', minted],
  ] as const
  const german = await Promise.all(reads.map(([path, token]) => named(path, token)))
  await setLanguage('en')
  const english = await Promise.all(reads.map(([path, token]) => named(path, token)))

  expect(german).toEqual(reads.map(([path]) => [path, true, false]))
  expect(english).toEqual(reads.map(([path]) => [path, false, true]))
})

test('400 names the field if an agent whose address is new has no name', async () => {
  const { uuid } = await ask()
  await api('POST', `/v1/questions/${uuid}/reroute`, { token: tokens.ada })

  const answer = await api('POST', `/v1/agents/questions/${uuid}/take`, {
    token: tokens.integration,
    body: { agentEmail: 'new.agent@firm.example' },
  })

  expect(answer).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'agentName', rule: 'required' }] } },
  })
})
