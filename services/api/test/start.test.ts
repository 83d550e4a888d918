import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { buildLogger, buildSecretBox, ensureSigningKey } from '@askline/runtime'
import { createBareDatabase, openTestDatabase, testSecretsKey } from '@askline/testing'
import { findFreePort } from '@askline/testing/servers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../src/api-config.ts'
import { startApi } from '../src/start-api.ts'

test('says which command prepares a database that was never migrated', async () => {
  const { url } = await createBareDatabase()
  const config = readConfig({ DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1', SECRETS_KEY: testSecretsKey })

  await expect(startApi(config, buildLogger('api', 'silent'))).rejects.toThrow(
    /^The database lacks \d+ of \d+ migrations\. Run: node libs\/db\/dist\/migrate-main\.js$/,
  )
})

test('refuses to start if SECRETS_KEY does not decrypt the signing key, and says what to do', async () => {
  const db = await openTestDatabase()
  await ensureSigningKey(db, buildSecretBox(testSecretsKey))
  const SECRETS_KEY = randomBytes(32).toString('base64')
  const config = readConfig({ DATABASE_URL: db.url, REDIS_URL: 'redis://127.0.0.1:1', SECRETS_KEY })

  await expect(startApi(config, buildLogger('api', 'silent'))).rejects.toThrow(
    /^Signing key \S+ is encrypted under the key \w{12}, but SECRETS_KEY holds \w{12}\. Set SECRETS_KEY .* "askline key rotate --secrets-key-is-lost"/,
  )
})

test('refuses to start without SECRETS_KEY, or with one of another length', () => {
  const env = { DATABASE_URL: 'postgres://x', REDIS_URL: 'redis://x' }

  expect(() => readConfig(env)).toThrow('SECRETS_KEY is not set')
  expect(() => readConfig({ ...env, SECRETS_KEY: 'short' })).toThrow('SECRETS_KEY')
})

// Linux answers at all addresses of 127.0.0.0/8, so 127.0.0.2 stands for another interface of this machine.
test.skipIf(process.platform !== 'linux')('only this machine reads the metrics of an API by default', async () => {
  const db = await openTestDatabase()
  const INTERNAL_PORT = String(await findFreePort())
  const servers = { DATABASE_URL: db.url, REDIS_URL: 'redis://127.0.0.1:1', SECRETS_KEY: testSecretsKey }
  const config = readConfig({ ...servers, PORT: '0', INTERNAL_PORT, SHUTDOWN_DELAY_MS: '0' })
  const api = await startApi(config, buildLogger('api', 'silent'))
  onTestFinished(() => api.close())

  expect((await fetch(`http://127.0.0.2:${api.port}/health/live`)).status).toBe(200)
  await expect(fetch(`http://127.0.0.2:${INTERNAL_PORT}/metrics`)).rejects.toThrow()
  expect((await fetch(`http://127.0.0.1:${INTERNAL_PORT}/metrics`)).status).toBe(200)
})

describe('an API that stops', () => {
  async function startFor(shutdownDelayMs: number) {
    const db = await openTestDatabase()
    const servers = { DATABASE_URL: db.url, REDIS_URL: 'redis://127.0.0.1:1', SECRETS_KEY: testSecretsKey }
    const ports = { HOST: '127.0.0.1', PORT: '0', INTERNAL_PORT: '0', SHUTDOWN_DELAY_MS: String(shutdownDelayMs) }
    return startApi(readConfig({ ...servers, ...ports }), buildLogger('api', 'silent'))
  }

  test('closes each connection after its next answer, so that callers turn to another one', async () => {
    const api = await startFor(500)
    const get = () => fetch(`http://127.0.0.1:${api.port}/health/live`)
    expect((await get()).headers.get('connection')).toBe('keep-alive')

    const closed = api.close()
    onTestFinished(() => closed)
    // The port is open for a while, because load balancers have not noticed yet.
    const answer = await get()

    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  })

  test('answers a request that arrived before it closed the connection', async () => {
    const api = await startFor(100)
    const socket = connect(api.port, '127.0.0.1')
    const request = 'GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
    socket.write(request)
    await once(socket, 'data')

    const closed = api.close()
    onTestFinished(() => closed)
    socket.write(request)
    blockFor(300)

    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
  })
})

/** Keeps the event loop busy. */
function blockFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('an API whose event loop is late answers 503 over HTTP, stays ready, and serves again when it is in time', async () => {
  const db = await openTestDatabase()
  const config = readConfig({
    DATABASE_URL: db.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    SECRETS_KEY: testSecretsKey,
    HOST: '127.0.0.1',
    PORT: '0',
    INTERNAL_PORT: '0',
    SHUTDOWN_DELAY_MS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '50',
  })
  const api = await startApi(config, buildLogger('api', 'silent'))
  onTestFinished(() => api.close())
  const get = (path: string) => fetch(`http://127.0.0.1:${api.port}${path}`)

  const refused = await vi.waitFor(async () => {
    blockFor(2_000)
    const answer = await get('/v1/questions')
    expect(answer.status).toBe(503)
    return answer
  })

  const correlationId = expect.any(String) as string
  expect(await refused.json()).toMatchObject({ error: { code: 'overloaded' }, meta: { correlationId } })
  expect(refused.headers.get('retry-after')).toBe('2')
  blockFor(2_000)
  const health = await Promise.all(['/health/live', '/health/ready', '/health/status'].map(get))
  expect(health.map(({ status }) => status)).toEqual([200, 200, 200])
  // Without a token. The request was served.
  await expect.poll(async () => (await get('/v1/questions')).status).toBe(401)
})
