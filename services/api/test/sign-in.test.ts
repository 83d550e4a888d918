import { inSystem } from '@askline/db'
import { createCredential, createIntegration, setPassword } from '@askline/domain'
import { describe, expect, test, vi } from 'vitest'
import { hashPassword } from '../src/oauth/passwords.ts'
import { openBrowser, pkce } from './browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld({ RATE_LIMIT_SIGN_IN_PER_ADDRESS: '10000', RATE_LIMIT_OAUTH_PER_ADDRESS: '1000000' })
const password = 'correct horse battery staple'
const passwordHash = await hashPassword(password)
const appUri = 'https://app.bank.example/callback?from=askline'
const deskUri = `${w.config.issuer}/desk/callback`
const client = await inSystem(w.db, async (tx) => {
  for (const userId of [w.bank.bruno, w.bank.dora, w.bank.edda]) await setPassword(tx, userId, passwordHash)
  const { companyId } = w.bank
  const app = { companyId, systemId: 'app', name: 'Bank <App>', redirectUris: [appUri, 'org.bank.app:/callback'] }
  const { integrationId } = await createIntegration(tx, app)
  return { integrationId, ...(await createCredential(tx, { companyId, integrationId })) }
})

const requestOf = (challenge: string, more: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: 'askline-desk',
  redirect_uri: deskUri,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 's-1',
  ...more,
})

const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams(form).toString()
  const answer = await w.inject({
    method: 'POST',
    url: `/v1/oauth/${path}`,
    payload,
    headers: { ...type, ...headers },
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const basic = { authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}` }

/** A person's way through the page, up to the code. */
async function signIn(who = 'bruno', more: Record<string, string> = {}) {
  const { verifier, challenge } = pkce()
  const browser = openBrowser(w.inject)
  await browser.open(requestOf(challenge, more))
  const answer = await browser.submit({ email: `${who}@bank.example`, password, company: 'bank' })
  return { verifier, answer, code: answer.query['code'] ?? '' }
}

const codeGrant = (code: string, verifier: string, more: Record<string, string> = {}) =>
  post('token', {
    grant_type: 'authorization_code',
    client_id: 'askline-desk',
    redirect_uri: deskUri,
    code,
    code_verifier: verifier,
    ...more,
  })
const refresh = (token: string, more: Record<string, string> = {}) =>
  post('token', { grant_type: 'refresh_token', client_id: 'askline-desk', refresh_token: token, ...more })

async function signedIn(who = 'bruno') {
  const { code, verifier } = await signIn(who)
  return (await codeGrant(code, verifier)).body as { access_token: string; refresh_token: string; scope: string }
}
const me = async (token: string) => (await w.api('GET', '/v1/experts/me', { token })).status

const acts = async () =>
  (
    await w.db.system.query(
      'select action, outcome, reason, actor_kind, actor_id, target_id from audit_log where company_id = $1 order by id desc limit 3',
      [w.bank.companyId],
    )
  ).rows

describe('the sign-in page', () => {
  test('leads an expert to a code, and the code to tokens that act as that expert', async () => {
    const { answer, code, verifier } = await signIn()

    expect(answer.statusCode).toBe(303)
    expect(answer.query).toEqual({ code, state: 's-1', iss: w.config.issuer })
    const token = await codeGrant(code, verifier)
    expect(token.status).toBe(200)
    expect(token.headers['cache-control']).toBe('no-store')
    expect(token.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect(token.body.scope).toBe('questions:read questions:write expert')
    expect(await me(token.body.access_token)).toBe(200)
  })

  test('gives agents and admins the scopes of their role, or fewer where the client asks for fewer', async () => {
    expect((await signedIn('dora')).scope).toBe('questions:read questions:write agent')
    expect((await signedIn('edda')).scope).toContain('admin')
    const { code, verifier } = await signIn('edda', { scope: 'admin expert' })
    expect((await codeGrant(code, verifier)).body.scope).toBe('admin')
  })

  test('leads back to a page that says so, without showing the code', async () => {
    const browser = openBrowser(w.inject)
    await browser.open(requestOf(pkce().challenge))
    const { headers, query } = await browser.submit({ email: 'bruno@bank.example', password })
    const back = await w.inject({ method: 'GET', url: String(headers.location).slice(w.config.issuer.length) })
    const without = await w.inject({ method: 'GET', url: '/desk/callback?error=access_denied&state=x' })
    const lost = await w.inject({ method: 'GET', url: '/desk/callback' })

    expect([back.statusCode, without.statusCode, lost.statusCode]).toEqual([200, 200, 400])
    expect(back.body).toContain('<h1>You are signed in</h1>')
    expect(back.body).not.toContain(query['code'])
    expect(without.body).toContain('<h1>You are not signed in</h1>')
    for (const { headers } of [back, without, lost]) {
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  test('works at the root as well', async () => {
    const { challenge } = pkce()
    const browser = openBrowser(w.inject, '/oauth/auth')
    await browser.open(requestOf(challenge))
    const answer = await browser.submit({ email: 'bruno@bank.example', password })
    expect(answer.query['code']).toBeTruthy()
  })

  test('lets an integration sign in the people of its own company, with its secret and its own address', async () => {
    const mine = { client_id: client.clientId, redirect_uri: appUri }
    const { verifier, challenge } = pkce()
    const browser = openBrowser(w.inject)
    const page = await browser.open(requestOf(challenge, mine))
    expect(page.body).toContain('Bank &lt;App&gt;')
    expect(page.body).not.toContain('name="company"')
    const { query, headers } = await browser.submit({ email: 'bruno@bank.example', password })
    const code = query['code'] ?? ''
    expect(String(headers.location)).toMatch(/^https:\/\/app\.bank\.example\/callback\?from=askline&code=/)
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: appUri }

    expect((await post('token', { ...form, client_id: client.clientId })).body.error).toBe('invalid_client')
    const token = await post('token', form, basic)
    expect(token.status).toBe(200)
    expect(await me(token.body.access_token)).toBe(200)
    const next = await post('token', { grant_type: 'refresh_token', refresh_token: token.body.refresh_token }, basic)
    expect(next.status).toBe(200)
  })

  test('is no way into another company for an integration', async () => {
    await inSystem(w.db, (tx) => setPassword(tx, w.rival.bruno, passwordHash))
    const browser = openBrowser(w.inject)
    await browser.open(requestOf(pkce().challenge, { client_id: client.clientId, redirect_uri: appUri }))
    const answer = await browser.submit({ email: 'bruno@rival.example', password, company: 'rival' })
    expect(answer.statusCode).toBe(400)
  })

  test('holds no script, is framed by nobody, and sends its form to us and the client only', async () => {
    const page = await openBrowser(w.inject).open(requestOf(pkce().challenge))
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; form-action 'self' http:\/\/localhost:3000; frame-ancestors 'none'; base-uri 'none'$/,
    )
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
    expect(page.body).not.toMatch(/<script|javascript:|\son\w+=/i)
  })

  test('fills in what the client suggests, and lets none of it out of its quotes', async () => {
    const hostile = '"><script>alert(1)</script>'
    const browser = openBrowser(w.inject)
    const page = await browser.open(
      requestOf(pkce().challenge, { login_hint: hostile, company: hostile, state: hostile }),
    )
    expect(page.body).not.toContain('<script')
    expect(browser.fields()).toMatchObject({ email: hostile, company: hostile, state: hostile })
  })

  test('takes a form only from the browser it was shown to', async () => {
    const { challenge } = pkce()
    const mine = openBrowser(w.inject)
    const theirs = openBrowser(w.inject)
    await mine.open(requestOf(challenge))
    await theirs.open(requestOf(challenge))
    const typed = { email: 'bruno@bank.example', password }

    expect((await mine.submit({ ...typed, csrf: theirs.fields()['csrf'] ?? '' })).statusCode).toBe(403)
    expect((await mine.submit({ ...typed, csrf: '' })).statusCode).toBe(403)
    expect((await mine.submit(typed, { cookie: '' })).statusCode).toBe(403)
    expect((await mine.submit(typed)).statusCode).toBe(303)
  })

  test('sends who goes back to the client without a code', async () => {
    const browser = openBrowser(w.inject)
    await browser.open(requestOf(pkce().challenge))
    const answer = await browser.submit({ cancel: 'yes' })
    expect(answer.statusCode).toBe(303)
    expect(answer.query).toMatchObject({ error: 'access_denied', state: 's-1' })
  })

  test('says the same to everybody it does not let in, and writes each down', async () => {
    await w.db.system.query('update users set is_blocked = true where id = $1', [w.bank.edda])
    await w.db.system.query('update experts set is_active = false where user_id = $1', [w.bank.carla])
    await inSystem(w.db, (tx) => setPassword(tx, w.bank.carla, passwordHash))
    const attempts = [
      ['bruno@bank.example', 'wrong', 'wrong_password', w.bank.bruno],
      ['nobody@bank.example', password, 'unknown_person', null],
      ['ada@bank.example', password, 'unknown_person', null],
      ['edda@bank.example', password, 'blocked', w.bank.edda],
      ['carla@bank.example', password, 'inactive', w.bank.carla],
    ] as const
    const faults = new Set<string>()
    for (const [email, typed, reason, target_id] of attempts) {
      const browser = openBrowser(w.inject)
      await browser.open(requestOf(pkce().challenge))
      const answer = await browser.submit({ email, password: typed, company: 'bank' })
      expect(answer.statusCode).toBe(400)
      expect(answer.headers.location).toBeUndefined()
      faults.add(/<div class="fault"[^>]*>([^<]*)/.exec(answer.body)?.[1] ?? '')
      const [act] = await acts()
      const failed = { action: 'sign_in', outcome: 'failure', actor_kind: 'nobody', actor_id: null }
      expect(act).toEqual({ ...failed, reason, target_id })
    }
    expect([...faults]).toEqual([expect.stringContaining('do not match')])
    await w.db.system.query('update users set is_blocked = false where id = $1', [w.bank.edda])
  })

  test('takes as long for a person there is not as for a wrong password', async () => {
    const took = async (email: string) => {
      const times: number[] = []
      for (let i = 0; i < 15; i++) {
        const browser = openBrowser(w.inject)
        await browser.open(requestOf(pkce().challenge))
        const from = performance.now()
        await browser.submit({ email: email.replace('#', String(i)), password: 'wrong', company: 'bank' })
        times.push(performance.now() - from)
      }
      return times.sort((a, b) => a - b)[7] ?? 0
    }
    await w.db.system.query(
      `insert into users (id, company_id, role, email, name, password_hash)
       select gen_random_uuid(), $1, 'agent', 'agent' || n || '@bank.example', 'Agent', $2 from generate_series(0, 14) n`,
      [w.bank.companyId, passwordHash],
    )
    const known = await took('agent#@bank.example')
    const unknown = await took('nobody#@bank.example')
    // Without the check of a password it would be a tenth.
    expect(unknown).toBeGreaterThan(known * 0.5)
    expect(unknown).toBeLessThan(known * 2)
  })

  test('lets somebody of several companies in only where they name one', async () => {
    await inSystem(w.db, (tx) => setPassword(tx, w.rival.dora, passwordHash))
    await w.db.system.query(`update users set email = 'dora@bank.example' where id = $1`, [w.rival.dora])
    const attempt = async (company: string) => {
      const browser = openBrowser(w.inject)
      await browser.open(requestOf(pkce().challenge))
      return (await browser.submit({ email: 'Dora@Bank.example', password, company })).statusCode
    }
    expect(await attempt('')).toBe(400)
    expect(await attempt('nowhere')).toBe(400)
    expect(await attempt(' Rival ')).toBe(303)
  })

  test('lets nobody try more than ten wrong passwords for one person, whoever that is', async () => {
    for (const email of ['dora@bank.example', 'stranger@bank.example']) {
      const browser = openBrowser(w.inject)
      await browser.open(requestOf(pkce().challenge))
      const attempt = (typed: string) => browser.submit({ email, password: typed, company: 'bank' })
      for (let i = 0; i < 10; i++) expect((await attempt('wrong')).statusCode).toBe(400)
      const answer = await attempt(password)
      expect(answer.statusCode).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

describe('a redirect', () => {
  const variants = [
    `${deskUri}/`,
    deskUri.replace('localhost', 'LOCALHOST'),
    deskUri.replace('http:', 'HTTP:'),
    deskUri.replace('http:', 'https:'),
    deskUri.replace(':3000', ''),
    deskUri.replace(':3000', ':3001'),
    deskUri.replace('//', '//user@'),
    deskUri.replace('//', '//evil.example@'),
    deskUri.replace('localhost', 'localhost.'),
    deskUri.replace('localhost', 'localhost.evil.example'),
    deskUri.replace('/desk', '//desk'),
    deskUri.replace('/desk', '/%64esk'),
    deskUri.replace('/desk', '/./desk'),
    deskUri.replace('/desk', '/x/../desk'),
    deskUri.replace('callback', 'Callback'),
    `${deskUri}?x=1`,
    `${deskUri}#`,
    `${deskUri}%00`,
    ` ${deskUri}`,
    deskUri.slice(0, -1),
    'javascript:alert(1)',
    '//evil.example/desk/callback',
    appUri,
  ]
  test.each(variants)('to %j goes nowhere', async (redirect_uri) => {
    const answer = await openBrowser(w.inject).open(requestOf(pkce().challenge, { redirect_uri }))
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).not.toContain('<form')
  })

  test('goes nowhere without an address, for an unknown client, or where a parameter comes twice', async () => {
    const good = requestOf(pkce().challenge)
    const { redirect_uri, ...without } = good
    const { client_id, ...nameless } = good
    const requests = [
      without,
      nameless,
      { ...good, client_id: 'nobody' },
      { ...good, redirect_uri: [redirect_uri, redirect_uri] },
      { ...good, client_id: w.bank.brunosClient.clientId },
    ]
    for (const request of requests) {
      const answer = await openBrowser(w.inject).open(request)
      expect(answer.statusCode).toBe(400)
      expect(answer.headers.location).toBeUndefined()
    }
  })

  test('tells the client what is wrong with its request, and never of a person', async () => {
    const good = requestOf(pkce().challenge)
    const { code_challenge, ...withoutChallenge } = good
    const faults: [Record<string, string>, string][] = [
      [{ ...good, code_challenge_method: 'plain' }, 'invalid_request'],
      [withoutChallenge, 'invalid_request'],
      [{ ...good, code_challenge: 'short' }, 'invalid_request'],
      [{ ...good, response_type: 'token' }, 'unsupported_response_type'],
      [{ ...good, response_type: 'code id_token' }, 'unsupported_response_type'],
      [{ ...good, response_mode: 'fragment' }, 'invalid_request'],
      [{ ...good, scope: 'everything' }, 'invalid_scope'],
      [{ ...good, request: 'eyJ' }, 'request_not_supported'],
    ]
    for (const [request, error] of faults) {
      const answer = await openBrowser(w.inject).open(request)
      expect(answer.statusCode).toBe(302)
      const query = Object.fromEntries(new URL(String(answer.headers.location)).searchParams)
      expect(query).toMatchObject({ error, state: 's-1', iss: w.config.issuer })
    }
  })
})

describe('a code', () => {
  test('brings tokens once, however many redeem it at the same time, and a second use ends those', async () => {
    const { code, verifier } = await signIn()

    const answers = await Promise.all(Array.from({ length: 50 }, () => codeGrant(code, verifier)))

    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant')).toHaveLength(49)
    expect(await me(won[0]?.body.access_token)).toBe(401)
    expect((await refresh(won[0]?.body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await acts())[0]).toMatchObject({ action: 'token_reuse', outcome: 'failure', actor_id: w.bank.bruno })
  })

  test('is nothing without its verifier, its redirect and its client', async () => {
    const tries: ((code: string, verifier: string) => ReturnType<typeof codeGrant>)[] = [
      (code) => codeGrant(code, pkce().verifier),
      (code, verifier) => codeGrant(code, verifier, { redirect_uri: appUri }),
      (code, verifier) => codeGrant(code, verifier, { redirect_uri: `${deskUri}/` }),
    ]
    for (const attempt of tries) {
      const { code, verifier } = await signIn()
      expect((await attempt(code, verifier)).body.error).toBe('invalid_grant')
      // Whoever tried it had no right to it: it is used up.
      expect((await codeGrant(code, verifier)).body.error).toBe('invalid_grant')
    }
    const { code, verifier } = await signIn()
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: deskUri }
    expect((await post('token', form, basic)).body.error).toBe('invalid_grant')
    expect((await post('token', { ...form, client_id: 'askline-desk', code_verifier: '' })).body.error).toBe(
      'invalid_request',
    )
    expect((await codeGrant(code, verifier)).status).toBe(200)
  })

  test('is nothing after 60 seconds', async () => {
    const { code, verifier } = await signIn()
    const { rows } = await w.db.system.query(
      `update authorization_codes set expires_at = expires_at - interval '60 seconds' where used_at is null
       returning expires_at <= clock_timestamp() as gone`,
    )
    expect(rows.every(({ gone }) => gone)).toBe(true)
    expect((await codeGrant(code, verifier)).body.error).toBe('invalid_grant')
  })

  test('is kept nowhere, nor is a refresh token', async () => {
    const { code, verifier } = await signIn()
    const { refresh_token } = (await codeGrant(code, verifier)).body
    const { rows } = await w.db.system.query(
      `select (select json_agg(c) from authorization_codes c)::text || (select json_agg(r) from refresh_tokens r)::text as all`,
    )
    expect(rows[0].all).not.toContain(code)
    expect(rows[0].all).not.toContain(refresh_token)
  })
})

describe('a refresh token', () => {
  test('brings the next pair; the first access token goes on until it expires', async () => {
    const first = await signedIn()
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect(await me(second.body.access_token)).toBe(200)
    expect(await me(first.access_token)).toBe(200)
  })

  test('that was used before ends the whole family, the youngest tokens as well', async () => {
    const first = await signedIn()
    const second = (await refresh(first.refresh_token)).body

    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')

    expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant')
    expect(await me(first.access_token)).toBe(401)
    expect(await me(second.access_token)).toBe(401)
  })

  test('redeemed by many at once leaves nobody signed in', async () => {
    const { refresh_token } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(await me(won[0]?.body.access_token)).toBe(401)
  })

  test('lasts no longer than its sign-in, however often it is refreshed', async () => {
    const first = await signedIn()
    await w.db.system.query(`update token_families set expires_at = clock_timestamp() + interval '100 seconds'`)
    const second = await refresh(first.refresh_token)
    expect(second.body.expires_in).toBeLessThanOrEqual(100)

    await w.db.system.query(`update token_families set expires_at = clock_timestamp()`)
    expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('is no access token, and an access token is no refresh token', async () => {
    const { access_token, refresh_token } = await signedIn()
    expect(await me(refresh_token)).toBe(401)
    expect((await refresh(access_token)).body.error).toBe('invalid_grant')
  })

  test('belongs to one client', async () => {
    const { refresh_token } = await signedIn()
    const form = { grant_type: 'refresh_token', refresh_token }
    expect((await post('token', form, basic)).body.error).toBe('invalid_grant')
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('brings fewer scopes where fewer are asked for, and never more', async () => {
    const { refresh_token } = await signedIn()
    expect((await refresh(refresh_token, { scope: 'admin' })).body.error).toBe('invalid_scope')
    expect((await refresh(refresh_token, { scope: 'expert' })).body.scope).toBe('expert')
  })

  test.each([
    [
      'blocked',
      'update users set is_blocked = true where id = $1',
      'update users set is_blocked = false where id = $1',
    ],
    [
      'deactivated',
      'update experts set is_active = false where user_id = $1',
      'update experts set is_active = true where user_id = $1',
    ],
  ])('brings nothing to somebody who was %s', async (_what, change, undo) => {
    const { refresh_token } = await signedIn()
    await w.db.system.query(change, [w.bank.bruno])
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
    await w.db.system.query(undo, [w.bank.bruno])
  })
})

describe('logout', () => {
  test('ends the token that is sent, and the refresh token of the same sign-in', async () => {
    const { access_token, refresh_token } = await signedIn()
    const answer = await post('logout', {}, { authorization: `Bearer ${access_token}` })
    expect(answer.status).toBe(200)
    expect(await me(access_token)).toBe(401)
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
    expect((await acts())[0]).toMatchObject({ action: 'sign_out', actor_id: w.bank.bruno })
  })

  test('ends the whole sign-in where a refresh token is posted, and answers 200 for what is no token', async () => {
    const { access_token, refresh_token } = await signedIn()
    expect((await post('logout', { token: refresh_token, client_id: 'askline-desk' })).status).toBe(200)
    expect(await me(access_token)).toBe(401)
    expect((await post('logout', { token: refresh_token })).status).toBe(200)
    expect((await post('logout', { token: 'askr_never', client_id: 'askline-desk' })).status).toBe(200)
  })

  test('is not for another client’s tokens', async () => {
    const { access_token, refresh_token } = await signedIn()
    expect((await post('logout', { token: refresh_token }, basic)).body.error).toBe('unauthorized_client')
    expect((await post('logout', { token: access_token }, basic)).body.error).toBe('unauthorized_client')
    expect(await me(access_token)).toBe(200)
  })
})

test('no other grant brings anything', async () => {
  for (const grant_type of ['password', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code', 'toString']) {
    const answer = await post('token', { grant_type, username: 'bruno@bank.example', password }, basic)
    expect(answer.body.error).toBe('unsupported_grant_type')
  }
  const answer = await post('token', { grant_type: 'client_credentials', client_id: 'askline-desk' })
  expect(answer.body.error).toBe('unauthorized_client')
})

test('signing in is written down: who, through which client, and no address', async () => {
  const { answer } = await signIn()
  expect(answer.statusCode).toBe(303)
  await vi.waitFor(async () =>
    expect((await acts())[0]).toEqual({
      action: 'sign_in',
      outcome: 'success',
      reason: null,
      actor_kind: 'expert',
      actor_id: w.bank.bruno,
      target_id: 'askline-desk',
    }),
  )
  const { rows } = await w.db.system.query(`select json_agg(a)::text as all from audit_log a`)
  expect(rows[0].all).not.toContain('@')
})
