import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { openDatabase } from '@askline/db'
import { openFreshness } from '@askline/domain/views/freshness'
import { buildHealth, buildLogger, openTokenVerifier, postgresCheck } from '@askline/runtime'
import { afterAll, expect, test } from 'vitest'
import { buildServer } from '../src/build-server.ts'
import { openClock } from '../src/clock.ts'
import { openFeed } from '../src/feed/open-feed.ts'
import { callerOf, doorTo } from './caller.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const way = await openWayTo(world.db.url)
const db = openDatabase(way.url, { maxConnections: 4 })
const logger = buildLogger('api', 'silent')
const clock = openClock(db)
const verifier = await openTokenVerifier({ db, issuer: world.config.issuer, logger })
const health = buildHealth('api', [postgresCheck(db)], logger)
const { app } = await buildServer({
  config: world.config,
  db,
  verifier,
  clock,
  health,
  logger,
  freshness: openFreshness(db),
  texts: world.context.texts,
  outbound: world.context.outbound,
  webhookTests: world.context.webhookTests,
  feed: openFeed({ db, verifier, redisUrl: world.config.redisUrl, prefix: world.config.queuePrefix, logger }),
  secrets: world.context.secrets,
  signingKey: world.context.signingKey,
})
const api = callerOf(doorTo(app))
afterAll(async () => {
  await app.close()
  verifier.close()
  clock.close()
  await db.close()
  await way.cut()
})

/** A way to Postgres that can be cut and mended: an outage for one API only. */
async function openWayTo(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => [near.destroy(), far.destroy(), sockets.delete(socket)])
    }
    if (isFrozen) near.pause()
    else near.pipe(far).pipe(near)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    mend: () => listen(port),
    /** Connections stay, and nothing comes through: a server that hangs. */
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

test('says that a part is away while Postgres is, lives on, and is ready again with it', async () => {
  const { uuid, lastUpdated } = await world.ask()
  const { ada } = world.tokens
  const calls = () => [
    api('GET', `/v1/questions/${uuid}`, { token: ada, query: { lastChecked: lastUpdated } }),
    api('POST', '/v1/questions', { token: ada, body: { text: 'Why?' }, headers: { 'idempotency-key': 'outage' } }),
    api('GET', '/v1/questions', { token: ada }),
    api('POST', '/v1/oauth/token', { body: { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' } }),
  ]
  expect((await Promise.all(calls())).map(({ status }) => status)).toEqual([304, 201, 200, 401])

  await way.cut()
  const start = performance.now()
  const answers = await Promise.all(calls())
  for (const { status, headers, text } of answers) {
    expect(status, text).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(text).not.toMatch(/ECONN|127\.0\.0\.1|select/)
  }
  expect(answers.slice(0, 3).map(({ body }) => body.error.code)).toEqual(Array(3).fill('dependency_down'))
  expect(answers[3]?.body.error).toBe('temporarily_unavailable')
  expect(performance.now() - start).toBeLessThan(8_000)
  expect((await api('GET', '/health/live')).status).toBe(200)
  const ready = await api('GET', '/health/ready')
  const status = await api('GET', '/health/status')
  expect(ready).toMatchObject({ status: 503, body: { status: 'not ready', down: ['postgres'] } })
  expect(status.body.checks).toEqual({ postgres: { ok: false, neededToServe: true } })
  for (const { text } of [ready, status]) expect(text).not.toMatch(/ECONN|127\.0\.0\.1|does not answer/)

  await way.mend()
  await expect.poll(async () => (await api('GET', '/health/ready')).status, { timeout: 10_000 }).toBe(200)
  const replayed = await Promise.all(calls())
  expect(replayed.map(({ status }) => status)).toEqual([304, 201, 200, 401])
  expect(replayed[1]?.headers['idempotency-replayed']).toBe('true')
})

test('answers in time while Postgres hangs', async () => {
  const { uuid } = await world.ask()
  const { ada } = world.tokens
  way.freeze()
  const start = performance.now()
  const answers = await Promise.all([
    api('GET', `/v1/questions/${uuid}`, { token: ada }),
    api('POST', '/v1/questions', { token: ada, body: { text: 'Why?' } }),
    api('POST', '/v1/oauth/token', { body: { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' } }),
    api('GET', '/v1/oauth/jwks'),
  ])

  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(performance.now() - start).toBeLessThan(8_500)
  expect((await api('GET', '/health/live')).status).toBe(200)
  expect((await api('GET', '/health/ready')).status).toBe(503)
})

test('gives up after eight seconds whatever hangs', async () => {
  const { uuid } = await world.ask()
  world.context.freshness.find = () => new Promise(() => undefined)
  const start = performance.now()
  const answer = await world.api('GET', `/v1/questions/${uuid}`, { token: world.tokens.ada })

  expect([answer.status, answer.body.error.code]).toEqual([503, 'dependency_down'])
  expect(performance.now() - start).toBeLessThan(8_500)
})

test('serves while Redis is away, since it asks nothing of it', async () => {
  expect(world.config.redisUrl).toBe('redis://127.0.0.1:1')
  expect((await world.api('POST', '/v1/questions', { token: world.tokens.ada, body: { text: 'Why?' } })).status).toBe(
    201,
  )
})
