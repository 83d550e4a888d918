import { testRedis } from '@askline/testing'
import { expect, inject, onTestFinished, test } from 'vitest'
import { buildWindowCounter } from '../src/http/window-counter.ts'
import { buildServer } from '../src/server.ts'
import { callerOf, doorTo } from './caller.ts'
import { openWorld } from './world.ts'

const { redisIsReal } = inject('askline')

test('refuses a token beyond its limit, and says when to come back', async () => {
  const { api, tokens } = await openWorld({ RATE_LIMIT_PER_TOKEN: '3' })
  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await api('GET', '/v1/questions', { token: tokens.ada }))
  const last = answers.at(-1)

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])
  expect(last?.body.error.code).toBe('rate_limited')
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await api('GET', '/v1/questions', { token: tokens.ben })).status).toBe(200)
  expect((await api('GET', '/health/live')).status).toBe(200)
})

test('refuses an address beyond its limit, whatever tokens it shows', async () => {
  const { api, tokens } = await openWorld({ RATE_LIMIT_PER_ADDRESS: '2', RATE_LIMIT_OAUTH_PER_ADDRESS: '1' })
  const statuses = []
  for (const token of [tokens.ada, 'x.y.z', tokens.ben])
    statuses.push((await api('GET', '/v1/questions', { token })).status)
  const first = await api('POST', '/v1/oauth/token', { body: {} })
  const second = await api('POST', '/v1/oauth/token', { body: {} })

  expect(statuses).toEqual([200, 401, 429])
  expect([first.status, second.status]).toEqual([400, 429])
  expect(second.body.error).toBe('temporarily_unavailable')
})

test.skipIf(!redisIsReal)('with one store for all, instances share the limit of a token', async () => {
  const { api, context, tokens } = await openWorld({
    RATE_LIMIT_PER_TOKEN: '3',
    RATE_LIMIT_STORE: 'redis',
    REDIS_URL: testRedis().url,
  })
  await expect.poll(() => context.redis?.status).toBe('ready')
  const other = await buildServer(context)
  onTestFinished(() => other.app.close())
  const elsewhere = callerOf(doorTo(other.app))
  const token = tokens.ada

  const remaining = []
  for (const call of [api, elsewhere, api]) {
    remaining.push(Number((await call('GET', '/v1/questions', { token })).headers['ratelimit-remaining']))
  }

  expect(remaining).toEqual([2, 1, 0])
  for (const call of [api, elsewhere]) expect((await call('GET', '/v1/questions', { token })).status).toBe(429)
  expect((await api('GET', '/v1/questions', { token: tokens.ben })).status).toBe(200)
})

test('with a store that is away, everybody is let through', async () => {
  const settings = { RATE_LIMIT_PER_TOKEN: '1', RATE_LIMIT_STORE: 'redis', REDIS_URL: 'redis://127.0.0.1:1' }
  const { api, tokens } = await openWorld(settings)

  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await api('GET', '/v1/questions', { token: tokens.ada })).status)

  expect(statuses).toEqual([200, 200, 200])
})

test('a process under pressure refuses with 503, and says when to come back', async () => {
  const { api, tokens } = await openWorld({ MAX_HEAP_MB: '1' })

  await expect
    .poll(async () => (await api('GET', '/v1/questions', { token: tokens.ada })).status, { timeout: 5_000 })
    .toBe(503)

  const { status, body, headers } = await api('POST', '/v1/questions', { token: tokens.ada, body: { text: 'How?' } })
  expect([status, body.error.code, Number(headers['retry-after'])]).toEqual([503, 'overloaded', expect.any(Number)])
  expect(body.meta.correlationId).toEqual(expect.any(String))
})

test('counts anew in every window', () => {
  const count = buildWindowCounter(2, 1_000)

  expect([count('a', 0), count('a', 1), count('a', 2)].map(({ isExceeded }) => isExceeded)).toEqual([
    false,
    false,
    true,
  ])
  expect(count('b', 3)).toEqual({ remaining: 1, seconds: 1, isExceeded: false })
  expect(count('a', 1_000).isExceeded).toBe(false)
})

test('lets browsers of the named origins read answers, and of no other', async () => {
  const { inject } = await openWorld({ CORS_ORIGINS: 'https://bank.example, https://desk.example' })
  const preflight = (origin: string) =>
    inject({
      method: 'OPTIONS',
      url: '/v1/questions',
      headers: { origin, 'access-control-request-method': 'POST' },
    })

  expect((await preflight('https://desk.example')).headers['access-control-allow-origin']).toBe('https://desk.example')
  expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
})
