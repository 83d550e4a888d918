import { inSystem } from '@askline/db'
import { openSessionOf } from '@askline/domain/access/sessions'
import { setPassword } from '@askline/domain/companies/create-person'
import { testSecretsKey } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/api-config.ts'
import { hashPassword } from '../src/oauth/passwords.ts'
import { sessionCallerOf, signInOnPage } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld({ RATE_LIMIT_SIGN_IN_PER_ADDRESS: '10000', RATE_LIMIT_OAUTH_PER_ADDRESS: '1000000' })
const password = 'correct horse battery staple'
await inSystem(w.db, async (tx) => setPassword(tx, w.bank.bruno, await hashPassword(password)))
const ours = { origin: w.config.issuer, 'x-askline-desk': '1' }

const post = sessionCallerOf(w.inject)

const codeOf = (who: string) => signInOnPage(w, { email: `${who}@bank.example`, password, company: 'bank' })

async function sessionOf(userId: string, role: 'user' | 'expert', seconds = 3_600) {
  const { companyId } = w.bank
  const wanted = { companyId, userId, role, clientId: 'askline-desk', seconds }
  return { cookie: `askline-session=${await inSystem(w.db, (tx) => openSessionOf(tx, wanted))}` }
}
const meOf = (token: string) => w.api('GET', '/v1/me', { token })

describe('a session of a browser', () => {
  test('is opened by a sign-in code: a cookie that no script reads and a token of ten minutes, and no refresh token', async () => {
    const opened = await post('', await codeOf('bruno'), ours)

    expect(opened.status).toBe(200)
    expect(opened.cookie).toMatch(/^askline-session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(opened.body).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
    expect(opened.body).not.toHaveProperty('refresh_token')
    const me = await meOf(opened.body.access_token)
    expect(me.body.data).toMatchObject({ uuid: w.bank.bruno, role: 'expert', company: { tag: 'bank' } })
  })

  test('ends the session that the browser had before, with its tokens', async () => {
    const first = await post('', await codeOf('bruno'), ours)
    const [cookie = ''] = /askline-session=[\w-]{43}/.exec(first.cookie) ?? []

    const second = await post('', await codeOf('bruno'), { ...ours, cookie })

    expect(second.status).toBe(200)
    expect((await meOf(first.body.access_token)).status).toBe(401)
    expect((await meOf(second.body.access_token)).status).toBe(200)
    expect((await post('/token', {}, { ...ours, cookie })).status).toBe(401)
  })

  test('mints tokens for several tabs at once, and all of them work', async () => {
    const jar = await sessionOf(w.bank.bruno, 'expert')
    const minted = await Promise.all([1, 2, 3, 4, 5].map(() => post('/token', {}, { ...ours, ...jar })))

    const statuses = await Promise.all(minted.map(async ({ body }) => (await meOf(body.access_token)).status))
    expect(statuses).toEqual([200, 200, 200, 200, 200])
  })

  test('obtains at most ten tokens a minute, and stores no row for any of them', async () => {
    const limited = await openWorld({ RATE_LIMIT_SESSION_TOKENS: '10' })
    const { db, bank, inject } = limited
    const wanted = { companyId: bank.companyId, role: 'user', clientId: 'askline-desk', seconds: 3_600 } as const
    const open = async (userId: string) =>
      `askline-session=${await inSystem(db, (tx) => openSessionOf(tx, { ...wanted, userId }))}`
    const call = sessionCallerOf(inject)
    const [cookie, other] = [await open(bank.ada), await open(bank.ada)]
    const mint = (jar: string) => call('/token', {}, { ...ours, cookie: jar })

    const minted = []
    for (let n = 0; n < 11; n++) minted.push(await mint(cookie))

    expect(minted.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429])
    expect(minted.at(-1)?.body).toMatchObject({ error: 'temporarily_unavailable' })
    expect(Number(minted.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await mint(other)).status).toBe(200)
    expect((await db.system.query('select count(*)::int as n from refresh_tokens')).rows).toEqual([{ n: 0 }])
  })

  test('belongs to an asker too, who gets only the scopes of a user', async () => {
    const minted = await post('/token', {}, { ...ours, ...(await sessionOf(w.bank.ada, 'user')) })
    expect(minted.body.scope).toBe('questions:read questions:write answers')
  })

  test('ends with every token it obtained', async () => {
    const jar = await sessionOf(w.bank.bruno, 'expert')
    const { body } = await post('/token', {}, { ...ours, ...jar })

    const ended = await post('/end', {}, { ...ours, ...jar })

    expect(ended.cookie).toContain('Max-Age=0')
    expect((await meOf(body.access_token)).status).toBe(401)
    expect((await post('/token', {}, { ...ours, ...jar })).status).toBe(401)
  })

  test('is over seven days after the last visit', async () => {
    const jar = await sessionOf(w.bank.bruno, 'expert')
    await w.db.system.query(
      `update token_families set used_at = clock_timestamp() - interval '7 days 1 minute' where used_at > clock_timestamp() - interval '1 minute'`,
    )
    expect((await post('/token', {}, { ...ours, ...jar })).status).toBe(401)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example', 'x-askline-desk': '1' }],
    ['no origin', { 'x-askline-desk': '1' }],
    ['no X-Askline-Desk', { origin: w.config.issuer }],
  ])('is refused to a request with %s', async (_what, headers) => {
    const jar = await sessionOf(w.bank.bruno, 'expert')
    expect(await post('/token', {}, { ...(headers as Record<string, string>), ...jar })).toMatchObject({
      status: 403,
      body: { error: 'access_denied' },
    })
  })

  test('is not opened by a code twice, and the second try ends the first session', async () => {
    const code = await codeOf('bruno')
    const first = await post('', code, ours)
    const second = await post('', code, ours)

    expect(second).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await post('/token', {}, { ...ours, ...first.jar })).status).toBe(401)
  })

  test('stores no cookie, only its SHA-256', async () => {
    const { cookie } = await sessionOf(w.bank.bruno, 'expert')
    const { rows } = await w.db.system.query('select session_hash from token_families')
    expect(rows.map((row) => row.session_hash)).not.toContain(cookie.split('=')[1])
  })

  test('does not authorize the API: a cookie without a bearer token is 401', async () => {
    const jar = await sessionOf(w.bank.bruno, 'expert')
    expect((await w.inject({ method: 'GET', url: '/v1/me', headers: jar })).statusCode).toBe(401)
  })
})

test('the one-click sign-in of the demo is refused in production', () => {
  const env = {
    DATABASE_URL: 'postgres://x',
    REDIS_URL: 'redis://x',
    SECRETS_KEY: testSecretsKey,
    DEMO_SIGN_IN: 'demo-bank',
  }
  expect(() => readConfig({ ...env, NODE_ENV: 'production' })).toThrow(/DEMO_SIGN_IN/)
  expect(() => readConfig(env)).toThrow(/DEMO_SIGN_IN/)
})

test('the one-click sign-in of the demo opens a session of the named person of that role', async () => {
  const demo = await openWorld({ DEMO_SIGN_IN: 'bank', NODE_ENV: 'development' })
  async function visit(url: string) {
    const answer = await demo.inject({ method: 'GET', url })
    expect(answer).toMatchObject({ statusCode: 303, headers: { location: '/desk' } })
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    const minted = await sessionCallerOf(demo.inject)('/token', {}, { ...ours, origin: demo.config.issuer, cookie })
    expect(minted.body).toMatchObject({ scope: 'questions:read questions:write expert' })
    return (await demo.api('GET', '/v1/me', { token: minted.body.access_token })).body.data.uuid
  }
  const [first, second] = [await visit('/demo/expert'), await visit('/demo/expert/2')]
  const { uuid } = await demo.ask()

  await demo.offer(demo.bank, uuid, second)

  // An expert with an offer comes first, and stays first while others get newer offers.
  expect([await visit('/demo/expert'), await visit('/demo/expert/2')]).toEqual([second, first])
  await demo.offer(demo.bank, (await demo.ask()).uuid, first)
  expect([await visit('/demo/expert'), await visit('/demo/expert/2')]).toEqual([second, first])

  const { rows } = await demo.db.system.query(
    `select actor_kind, actor_id, target_id from audit_log where action = 'sign_in' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ actor_kind: 'expert', actor_id: first, target_id: 'askline-desk' }])
})

test('a browser without a session is no error when its page asks for a token', async () => {
  const answer = await w.inject({ method: 'POST', url: '/v1/oauth/session/token', headers: ours, payload: {} })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
})

test('the page of the demo shows the widget and signs its asker in, and exists only with the one-click sign-in', async () => {
  expect((await w.inject({ method: 'GET', url: '/demo/page' })).statusCode).toBe(404)
  expect((await w.inject({ method: 'GET', url: '/demo/page/code' })).statusCode).toBe(404)
  const demo = await openWorld({ DEMO_SIGN_IN: 'bank', NODE_ENV: 'development' })
  const page = await demo.inject({ method: 'GET', url: '/demo/page' })
  expect(page.body).toContain(`src="${demo.config.issuer}/widget/bank/v1.js"`)

  const { body: code } = await demo.inject({ method: 'GET', url: '/demo/page/code' })

  const call = sessionCallerOf(demo.inject)
  const { body } = await call('/asker', { code, embedded: 'true' }, { ...ours, origin: demo.config.issuer })
  const me = await demo.api('GET', '/v1/me', { token: body.access_token })
  expect(me.body.data).toMatchObject({ role: 'user' })
  expect((await call('/asker', { code }, { ...ours, origin: demo.config.issuer })).status).toBe(400)
})

test('the one-click sign-in of the demo reaches the admin of a sandbox', async () => {
  const demo = await openWorld({ DEMO_SIGN_IN: 'bank', NODE_ENV: 'development' })
  const visit = () => demo.inject({ method: 'GET', url: '/demo/sandbox' })
  expect((await visit()).statusCode).toBe(404)
  await demo.db.system.query(`update companies set is_sandbox = true where id = $1`, [demo.bank.companyId])
  expect(await visit()).toMatchObject({ statusCode: 303, headers: { location: '/desk/admin/clock' } })
})
