import { testSecretsKey } from '@askline/testing'
import { expect, test } from 'vitest'
import { readConfig } from '../src/api-config.ts'
import { openWorld } from './world.ts'

const production = { PUBLIC_URL: 'https://askline.example', TRUST_PROXY: '127.0.0.1,10.0.0.0/8' }
const redirecting = await openWorld({ ...production, HTTPS_MODE: 'redirect' })
const refusing = await openWorld({ ...production, HTTPS_MODE: 'refuse' })
const plain = { 'x-forwarded-proto': 'http', host: 'evil.example', 'x-forwarded-host': 'evil.example' }
const secure = { 'x-forwarded-proto': 'https' }

test('plain HTTP is sent to the same path over HTTPS, on our own host whatever the request says', async () => {
  const post = await redirecting.api('POST', '/v1/questions?x=1', { headers: plain, body: {} })
  const odd = await redirecting.api('GET', '//evil.example/v1', { headers: plain })

  expect([post.status, post.headers['location']]).toEqual([308, 'https://askline.example/v1/questions?x=1'])
  expect(new URL(String(odd.headers['location'])).host).toBe('askline.example')
  expect((await redirecting.api('GET', '/v1/questions', { headers: secure })).status).toBe(401)
})

test('or refused, with every path and in the envelope', async () => {
  expect((await refusing.api('GET', '/v1/oauth/auth', { headers: plain })).status).toBe(403)
  for (const path of ['/v1/questions', '/nowhere']) {
    const answer = await refusing.api('GET', path, { headers: plain })
    expect([answer.status, answer.body.error.code]).toEqual([403, 'https_required'])
  }
  expect((await refusing.api('GET', '/v1/questions', { headers: secure })).status).toBe(401)
})

test('what no proxy vouches for is plain HTTP', async () => {
  const { inject } = refusing
  const url = '/v1/questions'
  const spoofed = await inject({ method: 'GET', url, headers: secure, remoteAddress: '203.0.113.9' })
  expect(spoofed.statusCode).toBe(403)
  expect((await refusing.api('GET', url)).status).toBe(403)
})

test('health is asked for inside', async () => {
  expect((await refusing.api('GET', '/health/live', { headers: plain })).status).toBe(200)
})

test('cannot be required where no proxy tells how a request came', () => {
  const env = {
    DATABASE_URL: 'postgres://x',
    REDIS_URL: 'redis://x',
    SECRETS_KEY: testSecretsKey,
    HTTPS_MODE: 'refuse',
  }
  expect(() => readConfig(env)).toThrow('HTTPS_MODE requires TRUST_PROXY')
  expect(() => readConfig({ ...env, TRUST_PROXY: 'somebody' })).toThrow('TRUST_PROXY')
})
