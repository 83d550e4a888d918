import { randomUUID } from 'node:crypto'
import { inSystem } from '@askline/db'
import { limitCredential } from '@askline/domain/access/credentials'
import { buildLogger } from '@askline/runtime'
import { testRedis, testSecretsKey } from '@askline/testing'
import Fastify from 'fastify'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../src/api-config.ts'
import { buildServer } from '../src/build-server.ts'
import { buildCounter } from '../src/http/counter.ts'
import { networkOf } from '../src/http/network.ts'
import { refuseOverload } from '../src/http/overload.ts'
import { callerOf, doorTo } from './caller.ts'
import { openWorld } from './world.ts'

const { redisIsReal } = inject('askline')

test('refuses a caller beyond its limit and says when to try again', async () => {
  const { api, tokens } = await openWorld({ RATE_LIMIT_USER_READS: '3' })
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

test('refuses an address beyond its limit, whatever its tokens', async () => {
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

test.skipIf(!redisIsReal)('instances with a shared store share the limit of a person', async () => {
  const { api, context, tokens } = await openWorld({
    RATE_LIMIT_USER_READS: '3',
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

test('every request passes while the shared store is away', async () => {
  const settings = { RATE_LIMIT_USER_READS: '1', RATE_LIMIT_STORE: 'redis', REDIS_URL: 'redis://127.0.0.1:1' }
  const { api, tokens } = await openWorld(settings)

  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await api('GET', '/v1/questions', { token: tokens.ada })).status)

  expect(statuses).toEqual([200, 200, 200])
})

test('requests are refused only while the event loop is later than the limit or more than 90 % of the heap is used', async () => {
  const measured = { lateMs: 0, heap: 0 }
  const app = Fastify()
  const gauges = { eventLoop: { recentMs: () => measured.lateMs }, readHeapShare: () => measured.heap }
  refuseOverload(app, 2_000, gauges)
  app.get('/', async () => 'served')
  const statusAt = async (lateMs: number, heap: number) => {
    Object.assign(measured, { lateMs, heap })
    return (await app.inject('/')).statusCode
  }

  expect([await statusAt(2_000, 0.9), await statusAt(2_001, 0.9), await statusAt(0, 0)]).toEqual([200, 503, 200])
  expect([await statusAt(2_000, 0.91), await statusAt(0, 0.5)]).toEqual([503, 200])
})

test('by default a user gets 600 reads and 60 writes a minute, an integration a hundred times as many', () => {
  const { rates } = readConfig({ DATABASE_URL: 'postgres://x', REDIS_URL: 'redis://x', SECRETS_KEY: testSecretsKey })

  expect(rates.user).toEqual({ reads: 600, writes: 60 })
  expect(rates.integration).toEqual({ reads: 60_000, writes: 6_000 })
})

test('reads and writes have limits of their own, by the kind of the caller', async () => {
  const { api, tokens } = await openWorld({
    RATE_LIMIT_USER_READS: '5',
    RATE_LIMIT_USER_WRITES: '1',
    RATE_LIMIT_STAFF_READS: '7',
    RATE_LIMIT_INTEGRATION_READS: '9',
  })
  const limitOf = async (token: string) => (await api('GET', '/v1/questions', { token })).headers['ratelimit-limit']
  const write = () => api('POST', '/v1/questions', { token: tokens.ada, body: { text: 'How do I reset my PIN?' } })

  const limits = [await limitOf(tokens.ada), await limitOf(tokens.bruno), await limitOf(tokens.integration)]
  expect(limits).toEqual(['5', '7', '9'])
  expect([(await write()).status, (await write()).status]).toEqual([201, 429])
  expect((await api('GET', '/v1/questions', { token: tokens.ada })).status).toBe(200)
})

test('all tokens of a person count together, and so do all tokens of a credential', async () => {
  const w = await openWorld({ RATE_LIMIT_USER_WRITES: '3', RATE_LIMIT_INTEGRATION_READS: '3' })
  const { bank, api } = w
  const { clientId } = bank.client
  const asOften = async (call: (n: number) => Promise<{ status: number }>) => {
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await call(n)).status)
    return statuses
  }
  const ofAda = () => w.mint(bank, 'user', bank.ada, { clientId: randomUUID() })
  const body = { text: 'How do I reset my PIN?' }

  expect(await asOften(() => api('POST', '/v1/questions', { token: ofAda(), body }))).toEqual([201, 201, 201, 429])
  expect((await api('POST', '/v1/questions', { token: w.tokens.ben, body })).status).toBe(201)
  const ofBank = () => w.mint(bank, 'integration', bank.integrationId, { clientId })
  const list = (token: string) => api('GET', '/v1/questions', { token, query: { userEmail: 'ada@bank.example' } })
  expect(await asOften(() => list(ofBank()))).toEqual([200, 200, 200, 429])
  expect((await list(w.mint(bank, 'integration', bank.integrationId, { clientId: 'second' }))).status).toBe(200)
})

test('an operator sets the limits of one credential; tokens bound to a user keep those of users', async () => {
  const w = await openWorld({ RATE_LIMIT_USER_READS: '5', RATE_LIMIT_INTEGRATION_READS: '9' })
  const { clientId } = w.bank.client
  await inSystem(w.db, (tx) => limitCredential(tx, clientId, { reads: 1_234, writes: null }))
  const { app } = await buildServer(w.context)
  onTestFinished(() => app.close())
  const api = callerOf(doorTo(app))
  const bound = w.mint(w.bank, 'user', w.bank.ada, { clientId })
  const limitOf = async (token: string) => (await api('GET', '/v1/questions', { token })).headers['ratelimit-limit']

  const limits = [await limitOf(w.tokens.integration), await limitOf(w.tokens.rival), await limitOf(bound)]
  expect(limits).toEqual(['1234', '9', '5'])
})

test('a counter counts each call, gives points back, and forgets the least recently used key only', () => {
  const counter = buildCounter(60, 2)

  const counts = [1, 2, 3].map(() => counter.add('a').points)
  counter.giveBack('a')

  expect(counts).toEqual([1, 2, 3])
  expect(counter.add('a').points).toBe(3)
  for (const key of ['b', 'c']) counter.add(key)
  expect(counter.add('a').points).toBe(1)
  expect(counter.add('c').points).toBe(2)
})

test('a counter begins a new window when the old one ends', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const counter = buildCounter(60)

  counter.add('a')
  vi.advanceTimersByTime(59_999)
  const before = counter.add('a')
  vi.advanceTimersByTime(1)

  expect([before, counter.add('a')]).toEqual([
    { points: 2, msLeft: 1 },
    { points: 1, msLeft: 60_000 },
  ])
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::99', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
])('limits count the address %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('warns once if requests carry X-Forwarded-For while TRUST_PROXY is off', async () => {
  const w = await openWorld()
  const warnings: string[] = []
  const logger = buildLogger('api', 'silent')
  logger.warn = (message: unknown) => void warnings.push(String(message))
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const visit = async (trustProxy: false | string[]) => {
    const { app } = await buildServer({ ...w.context, logger, config: { ...w.config, trustProxy } })
    onTestFinished(() => app.close())
    for (let n = 0; n < 2; n++) await app.inject({ method: 'GET', url: '/health/live', headers })
  }

  await visit(['127.0.0.1'])
  expect(warnings).toEqual([])
  await visit(false)
  expect(warnings).toEqual([expect.stringMatching(/X-Forwarded-For.*Set TRUST_PROXY/)])
})

test('lets browsers read answers from the configured origins only', async () => {
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
