import { createHash, randomUUID } from 'node:crypto'
import { inSystem } from '@askline/db'
import { createCredential } from '@askline/domain/access/credentials'
import { mostCompanies } from '@askline/domain/access/sign-in'
import { createIntegration } from '@askline/domain/companies/create-integration'
import { setPassword } from '@askline/domain/companies/create-person'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findMatches } from '../src/oauth/find-matches.ts'
import { buildGuessLimits } from '../src/oauth/guess-limits.ts'
import { hashPassword } from '../src/oauth/passwords.ts'
import { findKnownDevice } from '../src/oauth/sign-in.ts'
import { openBrowser, pkce } from './sign-in-browser.ts'
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

/** Signs a person in on the page and returns the code. */
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
  test('returns a code to an expert, and the code brings tokens that act as that expert', async () => {
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

  test('gives agents and admins the scopes of their role, or those of them that the client asks for', async () => {
    expect((await signedIn('dora')).scope).toBe('questions:read questions:write agent')
    expect((await signedIn('edda')).scope).toContain('admin')
    const { code, verifier } = await signIn('edda', { scope: 'admin expert' })
    expect((await codeGrant(code, verifier)).body.scope).toBe('admin')
  })

  test('redirects to a page that confirms the sign-in and does not show the code', async () => {
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

  test('also works at the root', async () => {
    const { challenge } = pkce()
    const browser = openBrowser(w.inject, '/oauth/auth')
    await browser.open(requestOf(challenge))
    const answer = await browser.submit({ email: 'bruno@bank.example', password })
    expect(answer.query['code']).toBeTruthy()
  })

  test('lets an integration with its secret and a registered address sign in the people of its company', async () => {
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

  test('does not sign people of another company in through an integration', async () => {
    await inSystem(w.db, (tx) => setPassword(tx, w.rival.bruno, passwordHash))
    const browser = openBrowser(w.inject)
    await browser.open(requestOf(pkce().challenge, { client_id: client.clientId, redirect_uri: appUri }))
    const answer = await browser.submit({ email: 'bruno@rival.example', password, company: 'rival' })
    expect(answer.statusCode).toBe(400)
  })

  test('has no script, cannot be framed, and sends its form only to this server and the client', async () => {
    const page = await openBrowser(w.inject).open(requestOf(pkce().challenge))
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; form-action 'self' http:\/\/localhost:3000; frame-ancestors 'none'; base-uri 'none'$/,
    )
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
    expect(page.body).not.toMatch(/<script|javascript:|\son\w+=/i)
  })

  test.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de', 'Anmelden'],
    ['en;q=0.5, de;q=0.7', 'de', 'Anmelden'],
    ['fr, de-AT;q=0.3', 'de', 'Anmelden'],
    ['en-GB,de;q=0.9', 'en', 'Sign in'],
    ['de;q=0, fr', 'en', 'Sign in'],
    ['', 'en', 'Sign in'],
  ])('speaks the language that the browser wishes most: %s', async (wished, language, title) => {
    const answer = await w.inject({
      method: 'GET',
      url: '/v1/oauth/auth',
      query: requestOf(pkce().challenge),
      headers: { 'accept-language': wished },
    })

    expect(answer.body).toContain(`<html lang="${language}">`)
    expect(answer.body).toContain(`<h1>${title}</h1>`)
    expect(answer.headers['vary']).toContain('Accept-Language')
  })

  test('is in the language of the company for a browser that wants neither English nor German', async () => {
    const setLanguage = (language: string) =>
      w.db.system.query(
        `update companies set settings = settings || jsonb_build_object('language', $1::text) where tag = 'bank'`,
        [language],
      )
    await setLanguage('de')
    onTestFinished(() => void setLanguage('en'))
    const languageOf = async (accepted: string, more: Record<string, string>) => {
      const query = requestOf(pkce().challenge, more)
      const { body } = await w.inject({
        method: 'GET',
        url: '/v1/oauth/auth',
        query,
        headers: { 'accept-language': accepted },
      })
      return /<html lang="(\w+)">/.exec(body)?.[1]
    }

    expect(await languageOf('fr', { company: 'bank' })).toBe('de')
    expect(await languageOf('fr', { client_id: client.clientId, redirect_uri: appUri })).toBe('de')
    expect(await languageOf('fr, en;q=0.5', { company: 'bank' })).toBe('en')
    expect(await languageOf('fr', {})).toBe('en')
    expect(await languageOf('fr', { company: 'nobody' })).toBe('en')
    expect(await languageOf('fr', { company: 'rival' })).toBe('en')
  })

  test('also says in German that a password is wrong, and which permission a client asks for', async () => {
    const german = { 'accept-language': 'de' }
    const browser = openBrowser(w.inject)
    await browser.open(requestOf(pkce().challenge, { client_id: client.clientId, redirect_uri: appUri }))
    const answer = await browser.submit({ email: 'bruno@bank.example', password: 'no' }, german)

    expect(answer.body).toContain('E-Mail und Passwort passen nicht zusammen.')
    expect(answer.body).toContain('Fragen als Experte zu beantworten')
    expect(answer.body).toContain('<bdi>Bank &lt;App&gt;</bdi>')
  })

  test('folds the company below the password, unless the address names one or a sign-in failed', async () => {
    const opened = (body: string) => /<details open>\s*<summary>My address belongs to several companies/.test(body)
    const browser = openBrowser(w.inject)
    const { body } = await browser.open(requestOf(pkce().challenge))
    expect(body.indexOf('name="company"')).toBeGreaterThan(body.indexOf('name="password"'))
    expect(body).toMatch(/<details>\s*<summary>My address belongs to several companies/)

    expect(opened((await browser.submit({ email: 'bruno@bank.example', password: 'no' })).body)).toBe(true)
    expect(opened((await browser.open(requestOf(pkce().challenge, { company: 'bank' }))).body)).toBe(true)
  })

  test('prefills the hints of the client and escapes them', async () => {
    const hostile = '"><script>alert(1)</script>'
    const browser = openBrowser(w.inject)
    const page = await browser.open(
      requestOf(pkce().challenge, { login_hint: hostile, company: hostile, state: hostile }),
    )
    expect(page.body).not.toContain('<script')
    expect(browser.fields()).toMatchObject({ email: hostile, company: hostile, state: hostile })
  })

  test('accepts a form only from the browser to which it was shown', async () => {
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

  test('redirects a person who cancels to the client without a code', async () => {
    const browser = openBrowser(w.inject)
    await browser.open(requestOf(pkce().challenge))
    const answer = await browser.submit({ cancel: 'yes' })
    expect(answer.statusCode).toBe(303)
    expect(answer.query).toMatchObject({ error: 'access_denied', state: 's-1' })
  })

  test('gives the same answer to every refused person and records each in the audit log', async () => {
    await w.db.system.query('update users set is_blocked = true where id = $1', [w.bank.edda])
    await w.db.system.query('update experts set is_active = false where user_id = $1', [w.bank.carla])
    await inSystem(w.db, (tx) => setPassword(tx, w.bank.carla, passwordHash))
    const attempts = [
      ['bruno@bank.example', 'wrong', 'wrong_password', w.bank.bruno],
      ['unknown@bank.example', password, 'unknown_person', null],
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
      const failed = { action: 'sign_in', outcome: 'failure', actor_kind: 'nobody', actor_id: null }
      await vi.waitFor(async () => expect((await acts())[0]).toEqual({ ...failed, reason, target_id }))
    }
    expect([...faults]).toEqual([expect.stringContaining('do not match')])
    await w.db.system.query('update users set is_blocked = false where id = $1', [w.bank.edda])
  })

  test('an unknown person costs as much work as a wrong password', async () => {
    // Processor time of all threads: unlike the clock's, it does not count the work of other processes.
    const workOf = async (email: string) => {
      const browser = openBrowser(w.inject)
      await browser.open(requestOf(pkce().challenge))
      const before = process.cpuUsage()
      await browser.submit({ email, password: 'wrong', company: 'bank' })
      return process.cpuUsage(before).user
    }
    await w.db.system.query(
      `insert into users (id, company_id, role, email, address, name, password_hash)
       select gen_random_uuid(), $1, 'agent', 'agent' || n || '@bank.example', 'agent' || n || '@bank.example', 'Agent', $2 from generate_series(0, 14) n`,
      [w.bank.companyId, passwordHash],
    )
    let [known, unknown] = [0, 0]
    for (let n = 0; n < 15; n++) {
      known += await workOf(`agent${n}@bank.example`)
      unknown += await workOf(`unknown${n}@bank.example`)
    }
    // Without hashing it would cost a tenth of the work.
    expect(unknown).toBeGreaterThan(known * 0.5)
    expect(unknown).toBeLessThan(known * 2)
  })

  describe('for a person of several companies', () => {
    const email = 'Dora@Bank.example'
    const attempt = async (typed: string, company = '') => {
      const browser = openBrowser(w.inject)
      await browser.open(requestOf(pkce().challenge))
      return (await browser.submit({ email, password: typed, company })).statusCode
    }
    const addThere = async (passwordHash: string) => {
      await inSystem(w.db, (tx) => setPassword(tx, w.rival.dora, passwordHash))
      await w.db.system.query(
        `update users set email = 'dora@bank.example', address = 'dora@bank.example' where id = $1`,
        [w.rival.dora],
      )
    }

    test('compares the password with each company, so an admin who adds an address elsewhere locks nobody out', async () => {
      await addThere(await hashPassword('another password of Dora'))

      expect(await attempt(password)).toBe(303)
      expect(await attempt('another password of Dora')).toBe(303)
      expect(await attempt('wrong')).toBe(400)
      expect(await attempt(password, 'rival')).toBe(400)
    })

    test('wants a company if the same password fits in several', async () => {
      await addThere(passwordHash)

      expect(await attempt(password)).toBe(400)
      expect(await attempt(password, 'nowhere')).toBe(400)
      expect(await attempt(password, ' Rival ')).toBe(303)
    })

    test.each([0, 1, 2, 3])('compares three times if %i companies have the address', async (companies) => {
      const person = { userId: '', companyId: '', role: 'agent', passwordHash: 'x', bar: null } as const
      const compared: unknown[] = []

      const matches = await findMatches(
        Array.from({ length: companies }, () => person),
        mostCompanies,
        async (hash) => compared.push(hash) > 0,
      )

      expect([compared.length, matches.length]).toEqual([3, companies])
    })
  })

  test('answers unknown and known addresses without waiting for the audit log, which only known ones have', async () => {
    const blocker = await w.db.system.connect()
    onTestFinished(() => blocker.release(true))
    await blocker.query('set role none')
    await blocker.query('begin')
    await blocker.query('lock table audit_log in exclusive mode')
    const attempt = async (email: string, company: string) => {
      const browser = openBrowser(w.inject)
      await browser.open(requestOf(pkce().challenge))
      return (await browser.submit({ email, password: 'wrong', company })).statusCode
    }

    for (const company of ['', 'bank']) {
      for (const email of ['bruno@bank.example', 'unknown@bank.example'])
        expect(await attempt(email, company)).toBe(400)
    }
    await blocker.query('rollback')
  })

  test('lists what the client asks for', async () => {
    const mine = { client_id: client.clientId, redirect_uri: appUri }
    const request = requestOf(pkce().challenge, { ...mine, scope: 'expert questions:read' })
    const page = await openBrowser(w.inject).open(request)

    expect(page.body).toContain('<bdi>Bank &lt;App&gt;</bdi> asks for permission to')
    expect([...page.body.matchAll(/<li>(.*?)<\/li>/g)].map(([, item]) => item)).toEqual([
      'read your questions and conversations',
      'answer questions as an expert',
    ])
  })

  test('gives an integration no admin scope unless it asks for it, and shows that', async () => {
    const mine = { client_id: client.clientId, redirect_uri: appUri }
    const signInAs = async (more: Record<string, string>) => {
      const { verifier, challenge } = pkce()
      const browser = openBrowser(w.inject)
      const page = await browser.open(requestOf(challenge, { ...mine, ...more }))
      const { query } = await browser.submit({ email: 'edda@bank.example', password })
      const form = { grant_type: 'authorization_code', code: query['code'] ?? '', code_verifier: verifier }
      const { body } = await post('token', { ...form, redirect_uri: appUri }, basic)
      return { scope: String(body.scope).split(' '), isShown: page.body.includes('administer the company') }
    }

    const byDefault = await signInAs({})
    expect([byDefault.scope.includes('admin'), byDefault.isShown]).toEqual([false, false])
    expect(byDefault.scope).toContain('training')
    expect(await signInAs({ scope: 'admin' })).toEqual({ scope: ['admin'], isShown: true })
  })
})

describe('guessing passwords', () => {
  /** A browser at an address of its own, on the page for `more`. */
  async function at(remoteAddress: string, more: Record<string, string> = {}) {
    const browser = openBrowser((request) => w.inject({ ...request, remoteAddress }))
    await browser.open(requestOf(pkce().challenge, more))
    return (email: string, typed: string, company = 'bank') => browser.submit({ email, password: typed, company })
  }
  const statusesOf = async (answers: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(answers)).map(({ statusCode }) => statusCode)

  test('is delayed after ten wrong passwords, whether or not the person exists', async () => {
    for (const email of ['carla@bank.example', 'stranger@bank.example']) {
      const attempt = await at('198.51.100.1')
      for (let i = 0; i < 10; i++) expect((await attempt(email, 'wrong')).statusCode).toBe(400)
      const [checked, refused] = await statusesOf([attempt(email, 'wrong'), attempt(email, password)])
      expect([checked, refused]).toEqual([400, 429])
    }
  })

  test('does not pass the limit by parallel attempts', async () => {
    const attempt = await at('198.51.100.2')
    const statuses = await statusesOf(Array.from({ length: 40 }, () => attempt('parallel@bank.example', 'wrong')))
    expect(statuses.filter((status) => status === 400)).toHaveLength(11)
    expect(statuses.filter((status) => status === 429)).toHaveLength(29)
  })

  test('gets no further attempts by naming other companies, other spellings or other clients', async () => {
    const email = 'named@bank.example'
    const attempt = await at('198.51.100.3')
    const through = await at('198.51.100.3', { client_id: client.clientId, redirect_uri: appUri })
    const spellings = [email, email.toUpperCase(), ` ${email} `]
    for (let i = 0; i < 10; i++) {
      const company = i % 2 ? `company-${i}` : ''
      expect((await attempt(spellings[i % 3] ?? email, 'wrong', company)).statusCode).toBe(400)
    }
    const last = [attempt(email, 'wrong'), attempt(email, 'wrong', 'rival'), through(email, 'wrong')]
    expect((await statusesOf(last)).sort()).toEqual([400, 429, 429])
  })

  test('gets no further attempts by other addresses of one IPv6 network', async () => {
    const attempts = []
    for (let i = 0; i < 12; i++) attempts.push(await at(`2001:db8:7:7::${i}`))
    const statuses = await statusesOf(attempts.map((attempt) => attempt('six@bank.example', 'wrong')))
    expect(statuses.filter((status) => status === 400)).toHaveLength(11)
  })

  /** Returns the secret of the device cookie that an answer sets. */
  const deviceOf = ({ headers }: { headers: { 'set-cookie'?: string | string[] | undefined } }): string =>
    /askline_device=([\w-]{43});/.exec(String(headers['set-cookie']))?.[1] ?? ''
  /** A browser in which a person has signed in, at the address of strangers. */
  async function knownBrowser(who: string, remoteAddress: string, password: string) {
    const browser = openBrowser((request) => w.inject({ ...request, remoteAddress }))
    const attempt = async (typed: string) => {
      await browser.open(requestOf(pkce().challenge))
      return browser.submit({ email: `${who}@bank.example`, password: typed, company: 'bank' })
    }
    expect((await attempt(password)).statusCode).toBe(303)
    return attempt
  }
  /** Guesses until the account is delayed at the address, for a right password too. */
  async function lockOut(email: string, remoteAddress: string) {
    const attempt = await at(remoteAddress)
    await statusesOf(Array.from({ length: 40 }, () => attempt(email, 'wrong')))
    const [, ofRight] = await statusesOf([attempt(email, 'wrong'), attempt(email, password)])
    expect(ofRight).toBe(429)
  }

  test('keeps no person out of a browser in which they signed in before, not even from the same address', async () => {
    const attempt = await knownBrowser('dora', '203.0.113.1', password)
    await lockOut('dora@bank.example', '203.0.113.1')
    const strangers = []
    for (let n = 0; n < 60; n++) strangers.push(await at(`198.51.100.${10 + n}`))
    await statusesOf(strangers.map((stranger) => stranger('dora@bank.example', 'wrong')))

    // The delays of the account last while strangers try.
    const stranger = await at('203.0.113.1')
    const tries = [stranger('dora@bank.example', 'wrong'), stranger('dora@bank.example', password), attempt(password)]
    expect((await statusesOf(tries)).slice(1)).toEqual([429, 303])
  })

  test('in a browser in which the person signed in before is delayed by itself', async () => {
    const { password: count } = buildGuessLimits({ ...w.config.rates, signInPerAccount: 1 })
    const strange = { account: 'a', address: '::1' }
    const known = { ...strange, device: 'known' }
    const refused = { status: 429 }
    for (const place of [known, strange]) {
      await count(place)
      await count(place)
      await expect(count(place)).rejects.toMatchObject(refused)
      await expect(count({ ...place, account: 'b' })).resolves.toBeDefined()
    }
    const { succeed } = await count({ ...known, account: 'c' })
    await succeed()
    await expect(count({ ...known, account: 'c' })).resolves.toBeDefined()
  })

  test('knows a browser for the people who signed in in it, and for no others', async () => {
    const { answer } = await signIn('bruno')
    const secret = deviceOf(answer)

    expect(await findKnownDevice(w.context, ' BRUNO@bank.example', secret)).toBe(secret)
    for (const email of ['carla@bank.example', 'bruno@rival.example', '']) {
      expect(await findKnownDevice(w.context, email, secret)).toBeUndefined()
    }
    expect(await findKnownDevice(w.context, 'bruno@bank.example', `${secret}x`)).toBeUndefined()
    await w.db.system.query(`update known_devices set expires_at = clock_timestamp() - interval '1 second'`)
    expect(await findKnownDevice(w.context, 'bruno@bank.example', secret)).toBeUndefined()
  })

  test('counts only failures per address, and those do not keep out a browser that is known', async () => {
    const narrow = await openWorld({ RATE_LIMIT_SIGN_IN_PER_ADDRESS: '3', RATE_LIMIT_SIGN_IN_PER_ACCOUNT: '100' })
    await inSystem(narrow.db, (tx) => setPassword(tx, narrow.bank.bruno, passwordHash))
    const wanted = { ...requestOf(pkce().challenge), redirect_uri: `${narrow.config.issuer}/desk/callback` }
    const attempt = async (typed: string, browser = openBrowser(narrow.inject)) => {
      await browser.open(wanted)
      const form = { email: 'bruno@bank.example', password: typed, company: 'bank' }
      return (await browser.submit(form)).statusCode
    }
    const known = openBrowser(narrow.inject)

    for (let n = 0; n < 5; n++) expect(await attempt(password, known)).toBe(303)
    for (let n = 0; n < 3; n++) expect(await attempt('wrong')).toBe(400)

    expect([await attempt('wrong'), await attempt(password)]).toEqual([429, 429])
    expect(await attempt(password, known)).toBe(303)
  })

  test('is helped by a cookie of 180 days that no script reads, of which only the SHA-256 is stored', async () => {
    const { answer } = await signIn('bruno')
    const set = [answer.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('askline_device='))
    const secret = deviceOf(answer)

    expect(set).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    const { rows } = await w.db.system.query('select secret_hash from known_devices')
    const hashes = rows.map((row) => row.secret_hash)
    expect(hashes).toContain(createHash('sha256').update(secret).digest('hex'))
    expect(hashes).not.toContain(secret)

    const overHttps = await openWorld({ PUBLIC_URL: 'https://ask.example' })
    await inSystem(overHttps.db, (tx) => setPassword(tx, overHttps.bank.bruno, passwordHash))
    const browser = openBrowser(overHttps.inject)
    await browser.open({ ...requestOf(pkce().challenge), redirect_uri: 'https://ask.example/desk/callback' })
    const secured = await browser.submit({ email: 'bruno@bank.example', password, company: 'bank' })
    expect(String(secured.headers['set-cookie'])).toMatch(/askline_device=[^;]+;[^,]*; HttpOnly; Secure; SameSite=Lax/)
  })

  const admin = (path: string) => w.api('POST', `/v1/admin/${path}`, { token: w.tokens.edda, body: {} })
  test.each([
    ['their password is reset', (id: string) => admin(`staff/${id}/resetPassword`)],
    [
      'they change their password',
      async (id: string) => {
        const passwords = { currentPassword: password, newPassword: 'another long sentence of mine' }
        const token = w.mint(w.bank, 'agent', id)
        expect((await w.api('POST', '/v1/me/password', { token, body: passwords })).status).toBe(200)
      },
    ],
    [
      'they were deactivated and reactivated',
      async (id: string) => {
        for (const act of ['block', 'unblock']) expect((await admin(`users/${id}/${act}`)).status).toBe(200)
      },
    ],
    [
      'they were forgotten',
      async (id: string) => {
        const { email } = (await w.api('GET', `/v1/admin/staff/${id}`, { token: w.tokens.edda })).body.data
        const asked = await w.api('POST', '/v1/users/forget', { token: w.tokens.edda, body: { userEmail: email } })
        expect(asked.status).toBe(200)
      },
    ],
  ])('no browser is known after %s', async (_event, end) => {
    const name = `n${randomUUID()}`
    const made = { name: 'Nora', email: `${name}@bank.example`, role: 'agent' }
    const { uuid } = (await w.api('POST', '/v1/admin/staff', { token: w.tokens.edda, body: made })).body.data
    await inSystem(w.db, (tx) => setPassword(tx, uuid, passwordHash))
    await knownBrowser(name, '203.0.113.4', password)
    const rowsOf = () => w.db.system.query('select 1 from known_devices where user_id = $1', [uuid])
    expect((await rowsOf()).rows).toHaveLength(1)

    await end(uuid)

    expect((await rowsOf()).rows).toEqual([])
  })

  test('counts no right password', async () => {
    const attempt = await at('198.51.100.4')
    for (let i = 0; i < 25; i++) expect((await attempt('bruno@bank.example', password)).statusCode).toBe(303)
  })

  test('waits twice as long after each further wrong password, up to a quarter of an hour', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { password: count } = buildGuessLimits({ ...w.config.rates, signInPerAccount: 1 })
    const guess = () => count({ account: 'account', address: '198.51.100.5' })
    const secondsToWait = async () => {
      await guess()
      const refused = await guess().catch((error) => error)
      const seconds = Number(refused.headers['retry-after'])
      vi.advanceTimersByTime(seconds * 1000)
      return seconds
    }

    await guess()
    const waits = []
    for (let n = 0; n < 11; n++) waits.push(await secondsToWait())

    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900])
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
  test.each(variants)('to %j does not happen', async (redirect_uri) => {
    const answer = await openBrowser(w.inject).open(requestOf(pkce().challenge, { redirect_uri }))
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).not.toContain('<form')
  })

  test('does not happen without an address, for an unknown client, or if a parameter is repeated', async () => {
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

  test('reports errors of the request to the client, and nothing about a person', async () => {
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
  test('is redeemed by only one of many concurrent requests, and a second use revokes its tokens', async () => {
    const { code, verifier } = await signIn()

    const answers = await Promise.all(Array.from({ length: 50 }, () => codeGrant(code, verifier)))

    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant')).toHaveLength(49)
    expect(await me(won[0]?.body.access_token)).toBe(401)
    expect((await refresh(won[0]?.body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await acts())[0]).toMatchObject({ action: 'token_reuse', outcome: 'failure', actor_id: w.bank.bruno })
  })

  test('is refused with a wrong verifier, redirect address or client', async () => {
    const tries: ((code: string, verifier: string) => ReturnType<typeof codeGrant>)[] = [
      (code) => codeGrant(code, pkce().verifier),
      (code, verifier) => codeGrant(code, verifier, { redirect_uri: appUri }),
      (code, verifier) => codeGrant(code, verifier, { redirect_uri: `${deskUri}/` }),
    ]
    for (const attempt of tries) {
      const { code, verifier } = await signIn()
      expect((await attempt(code, verifier)).body.error).toBe('invalid_grant')
      // The failed attempt has used the code up.
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

  test('expires after 60 seconds', async () => {
    const { code, verifier } = await signIn()
    const { rows } = await w.db.system.query(
      `update authorization_codes set expires_at = expires_at - interval '60 seconds' where used_at is null
       returning expires_at <= clock_timestamp() as gone`,
    )
    expect(rows.every(({ gone }) => gone)).toBe(true)
    expect((await codeGrant(code, verifier)).body.error).toBe('invalid_grant')
  })

  test('is not stored in clear, and neither is a refresh token', async () => {
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
  test('brings the next pair, and the first access token stays valid until it expires', async () => {
    const first = await signedIn()
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect(await me(second.body.access_token)).toBe(200)
    expect(await me(first.access_token)).toBe(200)
  })

  test('that is used twice ends the whole family, including its newest tokens', async () => {
    const first = await signedIn()
    const second = (await refresh(first.refresh_token)).body

    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')

    expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant')
    expect(await me(first.access_token)).toBe(401)
    expect(await me(second.access_token)).toBe(401)
  })

  test('that many requests redeem at once ends the sign-in', async () => {
    const { refresh_token } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(await me(won[0]?.body.access_token)).toBe(401)
  })

  test('does not outlive its sign-in, however often it is refreshed', async () => {
    const first = await signedIn()
    await w.db.system.query(`update token_families set expires_at = clock_timestamp() + interval '100 seconds'`)
    const second = await refresh(first.refresh_token)
    expect(second.body.expires_in).toBeLessThanOrEqual(100)

    await w.db.system.query(`update token_families set expires_at = clock_timestamp()`)
    expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('does not work as an access token, nor an access token as a refresh token', async () => {
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

  test('brings fewer scopes on request, and never more', async () => {
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
  ])('is refused for a person who was %s', async (_what, change, undo) => {
    const { refresh_token } = await signedIn()
    await w.db.system.query(change, [w.bank.bruno])
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
    await w.db.system.query(undo, [w.bank.bruno])
  })
})

describe('logout', () => {
  test('revokes the token that is sent, and the refresh token of the same sign-in', async () => {
    const { access_token, refresh_token } = await signedIn()
    const answer = await post('logout', {}, { authorization: `Bearer ${access_token}` })
    expect(answer.status).toBe(200)
    expect(await me(access_token)).toBe(401)
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
    expect((await acts())[0]).toMatchObject({ action: 'sign_out', actor_id: w.bank.bruno })
  })

  test('ends the whole sign-in if a refresh token is posted, and answers 200 for an unknown token', async () => {
    const { access_token, refresh_token } = await signedIn()
    expect((await post('logout', { token: refresh_token, client_id: 'askline-desk' })).status).toBe(200)
    expect(await me(access_token)).toBe(401)
    expect((await post('logout', { token: refresh_token })).status).toBe(200)
    expect((await post('logout', { token: 'askr_never', client_id: 'askline-desk' })).status).toBe(200)
  })

  test('does not revoke the tokens of another client', async () => {
    const { access_token, refresh_token } = await signedIn()
    expect((await post('logout', { token: refresh_token }, basic)).body.error).toBe('unauthorized_client')
    expect((await post('logout', { token: access_token }, basic)).body.error).toBe('unauthorized_client')
    expect(await me(access_token)).toBe(200)
  })
})

test('every other grant type is refused', async () => {
  for (const grant_type of ['password', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code', 'toString']) {
    const answer = await post('token', { grant_type, username: 'bruno@bank.example', password }, basic)
    expect(answer.body.error).toBe('unsupported_grant_type')
  }
  const answer = await post('token', { grant_type: 'client_credentials', client_id: 'askline-desk' })
  expect(answer.body.error).toBe('unauthorized_client')
})

test('a sign-in is recorded with person and client, but without e-mail address', async () => {
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
