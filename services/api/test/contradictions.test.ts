import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, askAndAnswer, tokens } = await openWorld()

const asking = (body: object) =>
  api('POST', '/v1/questions', { token: tokens.ada, body: { text: 'How do I reset my PIN?', ...body } })

test('two predicted classes that disagree are refused', async () => {
  const refused = await asking({ predictedClass: 'card_pin', classification: { predictedClass: 'card_lost' } })

  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
  expect(refused.body.error.details).toEqual([
    {
      field: 'classification.predictedClass',
      rule: 'agrees',
      message:
        'classification.predictedClass is `card_lost` but predictedClass is `card_pin`. Send one of them, or the same value in both.',
    },
  ])
})

test('two predicted classes are accepted if they agree or one is null', async () => {
  for (const body of [
    { predictedClass: 'card_pin', classification: { predictedClass: 'card_pin' } },
    { predictedClass: null, classification: { predictedClass: 'card_pin' } },
    { predictedClass: 'card_pin', classification: { predictedClass: null } },
  ]) {
    expect((await asking(body)).status).toBe(201)
  }
})

test('external ids of two different questions are refused', async () => {
  const first = await ask({ externalIds: [{ id: 'a-1', system: 'crm' }] })
  await ask({ externalIds: [{ id: 'b-1', system: 'shop' }] })
  const both = [
    { id: 'a-1', system: 'crm' },
    { id: 'b-1', system: 'shop' },
  ]
  const refused = await asking({ externalIds: both })
  const again = await asking({ externalIds: [both[0], { id: 'c-1', system: 'mail' }] })

  expect([refused.status, refused.body.error.code]).toEqual([400, 'external_ids_disagree'])
  expect(refused.body.error.message).toContain('externalIds name different questions')
  expect([again.status, again.body.data.uuid]).toEqual([201, first.uuid])
})

test.each(['xx', 'english', 'en-GB', 'e', 'qq'])('the language %s is refused by its field', async (language) => {
  const asked = await asking({ language })
  const classified = await api('GET', '/v1/classifications', { token: tokens.ada, query: { text: 'PIN?', language } })
  const answered = await api('POST', '/v1/automaticAnswers', { token: tokens.ada, body: { text: 'PIN?', language } })
  const routed = await api('POST', '/v1/predictiveRouting', {
    token: tokens.integration,
    body: { text: 'PIN?', language },
  })
  const profile = await api('PUT', '/v1/experts/me', { token: tokens.bruno, body: { languages: [language] } })
  const known = { question: 'Where?', answer: 'Here.', language }
  const knowledge = await api('POST', '/v1/admin/knowledge', { token: tokens.edda, body: known })
  const expert = { email: 'erin@bank.example', name: 'Erin', languages: [language] }
  const created = await api('POST', '/v1/admin/experts', { token: tokens.edda, body: expert })

  for (const [field, answer] of [
    ['language', asked],
    ['query.language', classified],
    ['language', answered],
    ['language', routed],
    ['languages.0', profile],
    ['language', knowledge],
    ['languages.0', created],
  ] as const) {
    expect([answer.status, answer.body.error?.details?.[0]?.field]).toEqual([400, field])
    expect(answer.body.error.message).toContain('must be an ISO 639-1 code such as `en`')
  }
})

test('clients of askers may send a language in upper case', async () => {
  expect((await asking({ language: 'DE' })).body.data.languages).toEqual(['de'])
})

test.each([
  ['9007199254740993', 'metadata.order.id'],
  ['-9007199254740992', 'metadata.order.id'],
  ['1e300', 'metadata.order.id'],
])('the number %s in metadata is refused by its path', async (number, field) => {
  const raw = `{"text":"Why?","metadata":{"order":{"id":${number}}}}`
  const refused = await api('POST', '/v1/questions', { token: tokens.ada, raw })

  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
  expect(refused.body.error.details).toEqual([
    {
      field,
      rule: 'safeInteger',
      message: `${field} exceeds ±9007199254740991 and would be rounded. Send it as a string.`,
    },
  ])
})

test('only the author may edit a message; other readers get 403', async () => {
  const { message, question } = await askAndAnswer()
  const url = `/v1/messages/${message.uuid}`
  const body = { text: 'In the app.' }
  const asker = await api('PUT', url, { token: tokens.ada, body })
  const agent = await api('PUT', url, { token: tokens.dora, body })
  const stranger = await api('PUT', url, { token: tokens.ben, body })
  const rival = await api('PUT', url, { token: tokens.max, body })

  for (const answer of [asker, agent]) {
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
    expect(answer.body.error.message).toBe('Only its author may edit a message.')
  }
  for (const answer of [stranger, rival]) {
    expect([answer.status, answer.body.error.code]).toEqual([404, 'message_not_found'])
  }
  const shown = await api('GET', `/v1/questions/${question.uuid}`, { token: tokens.ada })
  expect(shown.body.data.conversation.responses[0].messages[0].body).toBe(message.body)
})

test('system messages cannot be edited', async () => {
  const { conversation } = await ask()
  const answer = await api('PUT', `/v1/messages/${conversation.messages[0].uuid}`, {
    token: tokens.ada,
    body: { text: 'Mine now.' },
  })

  expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
})
