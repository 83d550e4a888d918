import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, askAndAnswer, bank, offer, tokens } = await openWorld()

const post = (url: string, token: string, body: object = {}) => api('POST', `/v1${url}`, { token, body })

test('a refused move says which state it needs and what to do', async () => {
  const open = await ask()
  const early = await post(`/agents/questions/${open.uuid}/resolve`, tokens.dora)
  const { question, response } = await askAndAnswer()
  const praise = await post(`/responses/${response.uuid}/testimonial`, tokens.ada, { text: 'Thanks' })
  await post(`/responses/${response.uuid}/accept`, tokens.ada)
  const late = await post(`/questions/${question.uuid}/reroute`, tokens.ada)

  for (const refused of [early, praise, late]) {
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).not.toMatch(/UNRESOLVED|does not allow this/)
  }
  expect(early.body.error.message).toBe(
    'Experts are working on this question. It must be rerouted to agents first: POST /questions/{uuid}/reroute.',
  )
  expect(praise.body.error.message).toMatch(/^A testimonial requires a/)
  expect(late.body.error.code).toBe('interaction_not_allowed')
})

test('a wrong fence is answered with the fence in force and how to read it', async () => {
  const { uuid } = await ask()
  await offer(bank, uuid, bank.bruno)
  const claimed = await post(`/questions/${uuid}/claim`, tokens.bruno)
  const refused = await post(`/questions/${uuid}/responses`, tokens.bruno, { text: 'In the app', fence: 99 })

  expect([refused.status, refused.body.error.code]).toEqual([400, 'claim_lost'])
  expect(refused.body.error.message).toBe(
    `Your request names another fence than ${claimed.body.data.claim.fence}, under which you hold this question. Read \`claim.fence\` of GET /questions/{uuid} again.`,
  )
})

test('an expert whose claim is second reads who was first, and the name is not stored with the answer', async () => {
  const { uuid } = await ask()
  await offer(bank, uuid, bank.bruno, bank.carla)
  await post(`/questions/${uuid}/claim`, tokens.bruno)
  const claim = (headers: Record<string, string> = {}) =>
    api('POST', `/v1/questions/${uuid}/claim`, { token: tokens.carla, body: {}, headers })
  const problem = await claim({ accept: 'application/problem+json' })
  const first = await claim({ 'idempotency-key': 'second' })
  const repeated = await claim({ 'idempotency-key': 'second' })

  expect([problem.body.code, problem.body.takenBy]).toEqual(['already_claimed', { name: 'bruno' }])
  expect([first.body.error.code, first.body.error.takenBy]).toEqual(['already_claimed', { name: 'bruno' }])
  expect(repeated.headers['idempotency-replayed']).toBe('true')
  expect(repeated.body.error).toEqual({ code: 'already_claimed', message: first.body.error.message })
})

test('the name of the expert who was first stays within the company', async () => {
  const { uuid } = await ask()
  await offer(bank, uuid, bank.bruno)
  await post(`/questions/${uuid}/claim`, tokens.bruno)

  for (const token of [tokens.carla, tokens.rivalsBruno]) {
    const refused = await post(`/questions/${uuid}/claim`, token)
    expect([refused.status, refused.body.error.takenBy]).toEqual([404, undefined])
  }
})
