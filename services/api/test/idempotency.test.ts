import { inCompany } from '@askline/db'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, askAndAnswer, bank, db, tokens } = await openWorld()

const send = (url: string, key: string, body: object, token = tokens.ada) =>
  api('POST', url, { token, body, headers: { 'idempotency-key': key } })

const countOf = async (text: string) => {
  const counted = 'select count(*)::int from questions where text = $1'
  const { rows } = await db.system.query<{ count: number }>(counted, [text])
  return rows[0]?.count
}

test('asks once, however many ask at once under one key', async () => {
  const body = { text: 'A hundred twins?' }
  const answers = await Promise.all(Array.from({ length: 100 }, () => send('/v1/questions', 'twins', body)))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data)))).toHaveProperty('size', 1)
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  expect(await countOf(body.text)).toBe(1)
})

test('gives the first answer again, under a correlation id of its own', async () => {
  const { uuid } = await ask()
  const first = await send(`/v1/questions/${uuid}/reroute`, 'again', {})
  const second = await send(`/v1/questions/${uuid}/reroute`, 'again', {})
  const without = await api('POST', `/v1/questions/${uuid}/reroute`, { token: tokens.ada, body: {} })

  expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined])
  expect([second.status, second.headers['idempotency-replayed']]).toEqual([200, 'true'])
  expect(second.body.data).toEqual(first.body.data)
  expect(second.body.meta.correlationId).not.toBe(first.body.meta.correlationId)
  expect([without.status, without.body.error.code]).toEqual([400, 'already_rerouted'])
})

test('stores a refusal of the domain and nothing of what it undid', async () => {
  const { response } = await askAndAnswer()
  const url = `/v1/responses/${response.uuid}/rate`
  const first = await send(url, 'refused', { rating: 'SPLENDID' })
  const second = await send(url, 'refused', { rating: 'SPLENDID' })
  const right = await send(url, 'right', { rating: 'POSITIVE_5' })

  expect([first.status, first.body.error.code, first.body.error.details[0].field]).toEqual([
    400,
    'invalid_rating',
    'rating',
  ])
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect(second.body.error).toEqual(first.body.error)
  expect(right.status).toBe(200)

  const nobody = { text: 'Why?', userEmail: 'undone@bank.example', questionCategory: 'unheard of' }
  const undone = await send('/v1/questions', 'undone', nobody, tokens.integration)
  const text = `select 1 from users where email = 'undone@bank.example'`
  const { rows: added } = await db.system.query(text)
  expect([undone.status, undone.body.error.code, added]).toEqual([400, 'category_unknown', []])
})

test('refuses another body, or another path, under the same key', async () => {
  const { uuid } = await ask()
  await send('/v1/questions', 'one', { text: 'One?' })
  const otherBody = await send('/v1/questions', 'one', { text: 'Two?' })
  const otherPath = await send(`/v1/questions/${uuid}/expire`, 'one', { text: 'One?' })

  for (const answer of [otherBody, otherPath]) {
    expect([answer.status, answer.body.error.code]).toEqual([400, 'idempotency_key_reused'])
  }
  expect(await countOf('Two?')).toBe(0)
})

test('keeps the keys of two clients apart', async () => {
  const one = await send('/v1/questions', 'shared', { text: 'Mine?' })
  const other = await send('/v1/questions', 'shared', { text: 'Mine?' }, tokens.ben)

  expect(other.headers['idempotency-replayed']).toBeUndefined()
  expect(other.body.data.uuid).not.toBe(one.body.data.uuid)
})

test('stores no answer to a request that was never understood', async () => {
  const invalid = await send('/v1/questions', 'typo', { text: 5 })
  const unnamed = await send('/v1/questions', 'typo', { text: 'Who?' }, tokens.integration)
  const named = await send('/v1/questions', 'typo', { text: 'Who?', userEmail: 'ada@bank.example' }, tokens.integration)
  const mended = await send('/v1/questions', 'typo', { text: 'Five?' })

  expect([invalid.status, unnamed.status, named.status, mended.status]).toEqual([400, 400, 201, 201])
})

test('forgets a key after a day', async () => {
  const first = await send('/v1/questions', 'daily', { text: 'Today?' })
  const age = `update idempotency_keys set created_at = created_at - interval '25 hours' where key = $1`
  await db.system.query(age, ['daily'])
  const next = await send('/v1/questions', 'daily', { text: 'Tomorrow?' })

  expect(next.status).toBe(201)
  expect(next.body.data.uuid).not.toBe(first.body.data.uuid)
})

test('lets one of twenty under different keys win, and keeps each answer', async () => {
  const { uuid } = await ask()
  const url = `/v1/questions/${uuid}/reroute`
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(url, `race-${n}`, {})))
  const replays = await Promise.all(Array.from({ length: 20 }, (_, n) => send(url, `race-${n}`, {})))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replays.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
  expect(replays.every(({ headers }) => headers['idempotency-replayed'] === 'true')).toBe(true)
})

test('takes an external id for an idempotency key of its own', async () => {
  const first = await ask({ externalId: 'case-7' })
  const again = await api('POST', '/v1/questions', {
    token: tokens.ada,
    body: { text: 'Other words', externalId: 'case-7' },
  })

  expect([again.status, again.body.data.uuid]).toEqual([201, first.uuid])
  expect(again.body.data.conversation.text).toBe(first.conversation.text)
})

test('hands over no job of what a savepoint undid', async () => {
  const job = { id: 1, key: 'undone', jobs: [] }
  const handedOver: object[] = []
  const listening = { ...db, handOver: (rows: object[]) => handedOver.push(...rows) }
  await inCompany(listening, bank.companyId, async (tx) => {
    tx.outgoing.push({ ...job, key: 'kept' })
    const undone = tx.savepoint(async () => {
      tx.outgoing.push(job)
      throw new Error('refused')
    })
    await expect(undone).rejects.toThrow('refused')
  })

  expect(handedOver).toEqual([{ ...job, key: 'kept' }])
})

test('an answer that is given again shows no secret, neither the first nor another', async () => {
  const shop = { systemId: 'shop', name: 'Shop' }
  const { uuid } = (await send('/v1/admin/integrations', 'shop', shop, tokens.edda)).body.data
  for (const [url, secret] of [
    [`/v1/admin/integrations/${uuid}/rotateSecret`, 'clientSecret'],
    [`/v1/admin/users/${bank.bruno}/credentials`, 'clientSecret'],
  ] as const) {
    const first = await send(url, url, {}, tokens.edda)
    const second = await send(url, url, {}, tokens.edda)
    expect(first.body.data[secret], url).toEqual(expect.any(String))
    expect(second.body.data, url).toEqual({ ...first.body.data, [secret]: null })
  }
  for (const [url, member] of [
    [`/v1/admin/experts/${bank.carla}/resetPassword`, 'reset'],
    [`/v1/admin/users/${bank.carla}/invite`, 'invitation'],
  ] as const) {
    const first = await send(url, url, {}, tokens.edda)
    const second = await send(url, url, {}, tokens.edda)
    expect(first.body.data[member].url, url).toEqual(expect.any(String))
    expect(second.body.data, url).toEqual({ ...first.body.data, [member]: { ...first.body.data[member], url: null } })
  }
})

test('an act that is repeated under its key ends no token that was issued since', async () => {
  const body = { systemId: 'till', name: 'Till' }
  const { uuid } = (await send('/v1/admin/integrations', 'till', body, tokens.edda)).body.data
  const rotate = () => send(`/v1/admin/integrations/${uuid}/rotateSecret`, 'till-2', {}, tokens.edda)
  const { clientId, clientSecret } = (await rotate()).body.data
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const token = (await api('POST', '/v1/oauth/token', { body: form })).body.access_token
  const block = () => send(`/v1/admin/users/${bank.dora}/block`, 'dora', {}, tokens.edda)
  await block()
  await send(`/v1/admin/users/${bank.dora}/unblock`, 'dora-2', {}, tokens.edda)
  const { clientId: dorasId, clientSecret: dorasSecret } = (
    await send(`/v1/admin/users/${bank.dora}/credentials`, 'dora-3', {}, tokens.edda)
  ).body.data
  const dorasForm = { ...form, client_id: dorasId, client_secret: dorasSecret }
  const dora = (await api('POST', '/v1/oauth/token', { body: dorasForm })).body.access_token

  expect((await rotate()).headers['idempotency-replayed']).toBe('true')
  expect((await block()).headers['idempotency-replayed']).toBe('true')

  const query = { userEmail: 'ada@bank.example' }
  expect((await api('GET', '/v1/questions', { token, query })).status).toBe(200)
  expect((await api('GET', '/v1/agents/questions', { token: dora })).status).toBe(200)
})
