import { expect, test } from 'vitest'
import { InvalidError, openClient, RateLimitedError, UnavailableError } from '../src/index.ts'
import { enveloped, openStandIn, refused, type Told } from './stand-in.ts'

const credentials = { token: 't-1' }
const question = { uuid: 'q-1' }

test.each([
  ['503', refused(503, 'dependency_down', {}, { 'retry-after': '0' })],
  ['429', refused(429, 'rate_limited', {}, { 'retry-after': '0' })],
  ['no answer', 'cut'],
] as [string, Told][])('a POST is retried after %s with the same idempotency key', async (_what, fault) => {
  const { url, seen } = await openStandIn((_seen, nth) => (nth < 3 ? fault : enveloped(question)))
  const client = openClient({ url, credentials })

  expect(await client.questions.ask({ text: 'Where is my card?' })).toEqual(question)
  expect(seen).toHaveLength(3)
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(keys).size).toBe(1)
  expect(new Set(seen.map(({ body }) => body))).toEqual(new Set(['{"text":"Where is my card?"}']))
})

test('each call gets its own idempotency key unless the caller sets one', async () => {
  const { url, seen } = await openStandIn(() => enveloped(question))
  const client = openClient({ url, credentials })

  await client.questions.ask({ text: 'One' })
  await client.questions.ask({ text: 'Two' })
  await client.questions.ask({ text: 'Three' }, { idempotencyKey: 'mine' })

  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe('mine')
})

test('a call fails with UnavailableError after the configured retries', async () => {
  const { url, seen } = await openStandIn(() => 'cut')
  const client = openClient({ url, credentials, retries: 2 })

  const error = await client.responses.accept('r-1').catch((reason) => reason)
  expect(error).toBeInstanceOf(UnavailableError)
  expect(error).toMatchObject({ code: 'no_answer', status: undefined })
  expect(seen).toHaveLength(3)
})

test('a timeout counts as no answer', async () => {
  const { url, seen } = await openStandIn(() => new Promise(() => undefined))
  const client = openClient({ url, credentials, retries: 1, timeoutMs: 50 })

  await expect(client.questions.get('q-1')).rejects.toThrow(UnavailableError)
  expect(seen).toHaveLength(2)
})

test('the timeout of a large file allows for a slow uplink', async () => {
  const late = () => new Promise((resolve) => setTimeout(resolve, 500))
  const { url, seen } = await openStandIn(() => late().then(() => enveloped({ uuid: 'f-1' })))
  const client = openClient({ url, credentials, retries: 0, timeoutMs: 100 })
  const file = (bytes: number) => new Blob(['text,class\n', 'x'.repeat(bytes)])

  expect(await client.files.upload('UTTERANCES', file(640_000), 'large.csv')).toEqual({ uuid: 'f-1' })
  await expect(client.files.upload('UTTERANCES', file(1), 'small.csv')).rejects.toThrow(UnavailableError)
  expect(seen).toHaveLength(2)
})

test('a call waits for Retry-After unless it exceeds longestWaitMs', async () => {
  const fault = (seconds: string) => refused(429, 'rate_limited', {}, { 'retry-after': seconds })
  const patient = await openStandIn((_seen, nth) => (nth === 1 ? fault('1') : enveloped(question)))
  const startedAt = performance.now()
  await openClient({ url: patient.url, credentials }).questions.get('q-1')
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990)

  const busy = await openStandIn(() => fault('60'))
  const error = await openClient({ url: busy.url, credentials })
    .questions.get('q-1')
    .catch((reason) => reason)
  expect(error).toBeInstanceOf(RateLimitedError)
  expect(error.retryAfter).toBe(60)
  expect(busy.seen).toHaveLength(1)
})

test('a 400 or 500 is not retried', async () => {
  for (const [status, code] of [
    [400, 'already_rerouted'],
    [500, 'internal'],
  ] as const) {
    const { url, seen } = await openStandIn(() => refused(status, code))
    await expect(openClient({ url, credentials }).questions.reroute('q-1')).rejects.toMatchObject({ code, status })
    expect(seen).toHaveLength(1)
  }
})

test('an aborted call stops at once, even while it waits for a retry', async () => {
  const { url, seen } = await openStandIn(() => refused(503, 'overloaded', {}, { 'retry-after': '20' }))
  const stopping = new AbortController()
  const asked = openClient({ url, credentials }).questions.ask({ text: 'Hm' }, { signal: stopping.signal })
  setTimeout(() => stopping.abort(new Error('never mind')), 100)

  await expect(asked).rejects.toThrow('never mind')
  expect(seen).toHaveLength(1)
})

test('an invalid request fails with InvalidError and its details', async () => {
  const details = [{ field: 'text', rule: 'required', message: 'text is required.' }]
  const { url } = await openStandIn(() => refused(400, 'invalid_request', { details }))
  const error = await openClient({ url, credentials })
    .questions.ask({ text: '' })
    .catch((reason) => reason)
  expect(error).toBeInstanceOf(InvalidError)
  expect(error.details).toEqual(details)
})
