import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, tokens } = await openWorld()
const body = { name: 'Warehouse', url: 'http://127.0.0.1:9/' }

test('a company has at most twenty webhooks, those of its integrations included, and may replace one', async () => {
  const own = await api('POST', '/v1/webhooks', { token: tokens.integration, body })
  for (let n = 1; n < 20; n += 1) await api('POST', '/v1/admin/webhooks', { token: tokens.edda, body })

  const refused = await api('POST', '/v1/webhooks', { token: tokens.integration, body })
  const ofOthers = await api('POST', '/v1/admin/webhooks', { token: tokens.rivalsEdda, body })
  await api('POST', `/v1/webhooks/${own.body.data.uuid}/remove`, { token: tokens.integration, body: {} })
  const added = await api('POST', '/v1/admin/webhooks', { token: tokens.edda, body })

  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.objectContaining({
      code: 'too_many_webhooks',
      message: 'A company has at most 20 webhooks. Remove one first.',
    }),
  ])
  expect(refused.text).not.toContain('"field"')
  expect([ofOthers.status, added.status]).toEqual([201, 201])
})

test('a webhook for a chat cannot include the state, neither when it is added nor by a change of either setting', async () => {
  const token = tokens.rivalsEdda
  const details = [
    {
      field: 'includeState',
      rule: 'agrees',
      message: 'includeState must be false if format is SLACK, because messages of a chat have no place for it.',
    },
  ]
  const chat = { ...body, format: 'SLACK', includeState: true }
  const refused = await api('POST', '/v1/admin/webhooks', { token, body: chat })
  expect([refused.status, refused.body.error.details]).toEqual([400, details])

  const added = await api('POST', '/v1/admin/webhooks', { token, body: { ...body, includeState: true } })
  const change = (changes: object) => api('PUT', `/v1/admin/webhooks/${added.body.data.uuid}`, { token, body: changes })
  const toChat = await change({ format: 'SLACK' })
  expect([toChat.status, toChat.body.error.details]).toEqual([400, details])
  expect((await change({ format: 'SLACK', includeState: false })).status).toBe(200)
  expect((await change({ includeState: true })).body.error.details).toEqual(details)
})

test('a replay names the date or the delivery that is wrong', async () => {
  const token = tokens.rivalsEdda
  const added = await api('POST', '/v1/admin/webhooks', { token, body })
  const replay = (wanted: object) =>
    api('POST', `/v1/admin/webhooks/${added.body.data.uuid}/replay`, { token, body: wanted })

  const late = await replay({ since: 'soon' })
  const foreign = await replay({ deliveryUuids: [added.body.data.uuid] })

  expect([late.status, late.body.error.details]).toMatchObject([400, [{ field: 'since', rule: 'date-time' }]])
  const message = 'deliveryUuids.0 is no delivery of this webhook.'
  expect([foreign.status, foreign.body.error.details]).toEqual([
    400,
    [{ field: 'deliveryUuids.0', rule: 'known', message }],
  ])
})

test('a refused address says what is wrong with it and who can permit it', async () => {
  const refused = await api('POST', '/v1/admin/webhooks', {
    token: tokens.rivalsEdda,
    body: { ...body, url: 'https://10.0.0.1/in' },
  })

  expect([refused.status, refused.body.error.code]).toEqual([400, 'address_refused'])
  expect(refused.body.error.details).toEqual([
    {
      field: 'url',
      rule: 'private',
      message:
        'url must have an address that the internet can reach, and this one is in a private network. Use another one, or ask the operator of Askline to permit it with OUTBOUND_ALLOWED.',
    },
  ])
})
