import { expect, test } from 'vitest'
import { buildWindowCounter } from '../src/http/window-counter.ts'
import { openWorld } from './world.ts'

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
  const { app } = await openWorld({ CORS_ORIGINS: 'https://bank.example, https://desk.example' })
  const preflight = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/v1/questions',
      headers: { origin, 'access-control-request-method': 'POST' },
    })

  expect((await preflight('https://desk.example')).headers['access-control-allow-origin']).toBe('https://desk.example')
  expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
})
