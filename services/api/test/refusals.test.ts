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
  expect(praise.body.error.message).toMatch(/^A testimonial can be written once the/)
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
