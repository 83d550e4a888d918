import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, bank, tokens } = await openWorld()
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

test('a name derived from an e-mail address has no bidirectional controls', async () => {
  const body = { text: 'Where is my card?', userEmail: 'ada\u202eecalevol@bank.example' }

  const { status, body: answer } = await api('POST', '/v1/questions', { token: tokens.integration, body })

  expect([status, answer.data.conversation.author.name]).toEqual([201, 'adaecalevol'])
})
