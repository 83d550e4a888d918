import type { Scope, SessionView } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { setPassword } from '@askline/domain/companies/create-person'
import { forgetPerson } from '@askline/domain/privacy/forget'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../src/oauth/passwords.ts'
import { sessionCallerOf, signInOnPage } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld({
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_SIGN_IN_PER_ADDRESS: '10000',
  RATE_LIMIT_OAUTH_PER_ADDRESS: '1000000',
})
const { bank, tokens } = w
const password = 'correct horse battery staple'
await inSystem(w.db, async (tx) => {
  const hash = await hashPassword(password)
  for (const userId of [bank.bruno, bank.dora, bank.edda]) await setPassword(tx, userId, hash)
})

const firefox = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'x-forwarded-for': '203.0.113.77',
}
const phone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'x-forwarded-for': '2001:db8:1:2:3:4:5:6',
}
const ours = { origin: w.config.issuer, 'x-askline-desk': '1' }
const post = sessionCallerOf(w.inject)

/** Signs a member of the staff in through the sign-in page. */
const codeOf = (who: string, wanted?: { client_id: string; redirect_uri: string }) =>
  signInOnPage(w, { email: `${who}@bank.example`, password, company: 'bank' }, wanted)

async function signIn(who: string, device: Record<string, string> = firefox) {
  const code = await codeOf(who)
  const { body, jar } = await post('', code, { ...ours, ...device })
  const mint = (from = device) => post('/token', {}, { ...ours, ...jar, ...from })
  return { token: body.access_token as string, mint }
}
async function signInAsker(more: object = {}) {
  const signedIn = await w.api('POST', '/v1/users/signIn', {
    token: tokens.integration,
    body: { userEmail: 'ada@bank.example' },
  })
  const { body } = await post('/asker', { code: signedIn.body.data.code, ...more }, { ...ours, ...firefox })
  return body.access_token as string
}
const list = async (token: string, of = '/me'): Promise<SessionView[]> =>
  (await w.api('GET', `/v1${of}/sessions`, { token })).body.data.sessions
const end = (token: string, path: string, body: object = {}) => w.api('POST', `/v1${path}`, { token, body })
const currentOf = async (token: string) => (await list(token)).find(({ isCurrent }) => isCurrent)?.uuid ?? ''
const worksFor = async (token: string) => (await w.api('GET', '/v1/me', { token })).status === 200
const sql = (text: string, ...values: unknown[]) => w.db.system.query(text, values)
const actsOf = async (action: string) =>
  (await sql(`select actor_id, target_id, address from audit_log where action = $1 order by id desc limit 1`, action))
    .rows[0]

beforeEach(async () => {
  await sql('update token_families set ended_at = clock_timestamp()')
})

describe('the list of sign-ins', () => {
  test('shows browser and network of the last use, and which one the token comes from', async () => {
    const [here, elsewhere] = [await signIn('bruno'), await signIn('bruno', phone)]

    const sessions = await list(here.token)

    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const times = { uuid, dateCreated: date, dateLastUsed: date }
    expect(sessions).toEqual([
      { ...times, browser: 'Safari on iOS', network: '2001:db8:1::/48', isCurrent: false },
      { ...times, browser: 'Firefox on Linux', network: '203.0.113.0/24', isCurrent: true },
    ])
    expect((await list(elsewhere.token)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  })

  test('begins with the one that was used last, and shows its present browser and network', async () => {
    const [first, second] = [await signIn('bruno'), await signIn('bruno')]
    const [one, other] = [await currentOf(first.token), await currentOf(second.token)]
    expect((await list(first.token)).map(({ uuid }) => uuid)).toEqual([other, one])

    await first.mint(phone)

    expect((await list(second.token)).map(({ uuid, network }) => [uuid, network])).toEqual([
      [one, '2001:db8:1::/48'],
      [other, '203.0.113.0/24'],
    ])
  })

  test('has at most 100 sign-ins, and none of another person, ended, expired, idle or never used', async () => {
    const { token } = await signIn('bruno')
    const bruno = await currentOf(token)
    const copy120 = `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at, session_hash, used_at)
      select gen_random_uuid(), f.company_id, f.user_id, f.client_id, f.scopes, f.expires_at, gen_random_uuid()::text, f.used_at
      from token_families f, generate_series(1, 120) where f.id = $1`
    await signIn('dora')
    await signInAsker()
    await codeOf('bruno')
    expect((await list(token)).map(({ uuid }) => uuid)).toEqual([bruno])

    await sql(copy120, bruno)
    expect(await list(token)).toHaveLength(100)

    for (const state of [
      'ended_at = clock_timestamp()',
      `ended_at = null, expires_at = clock_timestamp()`,
      `expires_at = clock_timestamp() + interval '1 day', used_at = clock_timestamp() - interval '7 days'`,
    ]) {
      await sql(`update token_families set ${state} where user_id = $1 and id <> $2`, bank.bruno, bruno)
      expect(
        (await list(token)).map(({ uuid }) => uuid),
        state,
      ).toEqual([bruno])
    }
  })

  test('is there for a token that comes from no sign-in, for every person and for no integration', async () => {
    await signIn('bruno')
    const ofScript = await list(tokens.bruno)

    expect(ofScript.map(({ isCurrent }) => isCurrent)).toEqual([false])
    await signInAsker()
    expect(await list(tokens.ada)).toMatchObject([{ network: '203.0.113.0/24', isCurrent: false }])
    expect((await w.api('GET', '/v1/me/sessions', { token: tokens.integration })).status).toBe(403)
  })

  test('has a sign-in of the widget until its token expires, because it obtains no other', async () => {
    const token = await signInAsker({ embedded: 'true' })
    expect(await currentOf(token)).not.toBe('')

    await sql(`update token_families set used_at = used_at - interval '10 minutes' where user_id = $1`, bank.ada)

    expect(await list(token)).toEqual([])
  })

  test('has the sign-in of an application, with the browser or program that refreshed it last', async () => {
    const redirectUri = 'https://app.example/back'
    await sql(`update integrations set redirect_uris = array[$2] where id = $1`, bank.integrationId, redirectUri)
    const { clientId, clientSecret } = bank.client
    const exchange = (fields: Record<string, string>, device: Record<string, string>) =>
      w.inject({
        method: 'POST',
        url: '/v1/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...device },
        payload: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }).toString(),
      })
    const code = await codeOf('bruno', { client_id: clientId, redirect_uri: redirectUri })
    const issued = (await exchange({ grant_type: 'authorization_code', ...code }, phone)).json()
    expect(await list(issued.access_token)).toMatchObject([{ network: '2001:db8:1::/48', isCurrent: true }])

    const refreshed = await exchange(
      { grant_type: 'refresh_token', refresh_token: issued.refresh_token },
      { 'user-agent': 'python-requests/2.31', 'x-forwarded-for': '198.51.100.9' },
    )

    const { access_token: token } = refreshed.json()
    await sql(`update token_families set created_at = created_at - interval '8 days' where user_id = $1`, bank.bruno)
    expect(await list(token)).toMatchObject([{ network: '198.51.100.0/24', isCurrent: true }])
  })
})

describe('a person', () => {
  test('ends one of their sign-ins, whose tokens and cookie stop working at once', async () => {
    const [here, elsewhere] = [await signIn('bruno'), await signIn('bruno')]
    const uuid = await currentOf(elsewhere.token)

    const ended = await end(here.token, `/me/sessions/${uuid}/end`)

    expect([ended.status, ended.body.data]).toEqual([200, { uuid }])
    expect([await worksFor(here.token), await worksFor(elsewhere.token)]).toEqual([true, false])
    expect((await elsewhere.mint()).status).toBe(401)
    expect((await list(here.token)).map(({ isCurrent }) => isCurrent)).toEqual([true])
    expect(await actsOf('session_ended')).toMatchObject({ actor_id: bank.bruno, target_id: uuid })
    expect((await end(here.token, `/me/sessions/${uuid}/end`)).status).toBe(200)
  })

  test('ends the sign-in that they use', async () => {
    const { token } = await signIn('bruno')

    expect((await end(token, `/me/sessions/${await currentOf(token)}/end`)).status).toBe(200)

    expect(await worksFor(token)).toBe(false)
  })

  test('ends no sign-in of another person', async () => {
    const [bruno, dora] = [await signIn('bruno'), await signIn('dora')]
    const refused = await end(bruno.token, `/me/sessions/${await currentOf(dora.token)}/end`)

    expect([refused.status, refused.body.error.code]).toEqual([404, 'session_not_found'])
    expect(await worksFor(dora.token)).toBe(true)
  })

  test('ends all others, and keeps the one that they use', async () => {
    const [here, elsewhere, third] = [await signIn('bruno'), await signIn('bruno'), await signIn('bruno')]
    const dora = await signIn('dora')

    expect((await end(here.token, '/me/sessions/endOthers')).body.data).toEqual({ uuid: bank.bruno })

    const all = await Promise.all([here, elsewhere, third, dora].map(({ token }) => worksFor(token)))
    expect(all).toEqual([true, false, false, true])
    expect(await actsOf('other_sessions_ended')).toMatchObject({ actor_id: bank.bruno, target_id: bank.bruno })
  })

  test('ends all of them with a token that comes from no sign-in', async () => {
    const token = await signInAsker()
    await end(tokens.ada, '/me/sessions/endOthers')

    expect([await worksFor(token), await worksFor(tokens.ada)]).toEqual([false, true])
  })
})

describe('an admin', () => {
  test('sees and ends the sign-ins of the staff and of askers', async () => {
    const [bruno, ada] = [await signIn('bruno'), await signInAsker()]

    for (const [userId, token] of [
      [bank.bruno, bruno.token],
      [bank.ada, ada],
    ] as const) {
      const [session] = await list(tokens.edda, `/admin/users/${userId}`)
      expect(session).toMatchObject({ browser: 'Firefox on Linux', network: '203.0.113.0/24', isCurrent: false })
      const ended = await end(tokens.edda, `/admin/users/${userId}/sessions/${session?.uuid}/end`)
      expect([ended.status, ended.body.data]).toEqual([200, { uuid: userId }])
      expect(await worksFor(token)).toBe(false)
      expect(await actsOf('session_ended')).toMatchObject({ actor_id: bank.edda, target_id: userId })
    }
  })

  test('ends all sign-ins of a person, and no other token', async () => {
    const [one, other, dora] = [await signIn('bruno'), await signIn('bruno'), await signIn('dora')]

    expect((await end(tokens.edda, `/admin/users/${bank.bruno}/sessions/endAll`)).status).toBe(200)

    const works = [one.token, other.token, dora.token, tokens.bruno].map(worksFor)
    expect(await Promise.all(works)).toEqual([false, false, true, true])
  })

  test('sees which sign-in is their own', async () => {
    const { token } = await signIn('edda')
    expect((await list(token, `/admin/users/${bank.edda}`)).map(({ isCurrent }) => isCurrent)).toEqual([true])
  })

  test('finds no session under another person, and no person of another company', async () => {
    const { token } = await signIn('bruno')
    const uuid = await currentOf(token)
    const foreign = await end(tokens.rivalsEdda, `/admin/users/${bank.bruno}/sessions/endAll`)
    const unknown = await w.api('GET', `/v1/admin/users/${bank.bruno}/sessions`, { token: tokens.rivalsEdda })
    const mixed = await end(tokens.edda, `/admin/users/${bank.dora}/sessions/${uuid}/end`)

    expect([foreign, unknown].map(({ status, body }) => [status, body.error.code])).toEqual(
      Array(2).fill([404, 'person_not_found']),
    )
    expect([mixed.status, mixed.body.error.code]).toEqual([404, 'session_not_found'])
    expect(await worksFor(token)).toBe(true)
  })

  test('ends sign-ins only with the scopes that a new password of the person needs, and sees them without', async () => {
    const { token } = await signIn('bruno')
    const scopes: Scope[] = ['questions:read', 'admin']
    const narrow = w.mint(bank, 'admin', bank.edda, { scopes })

    const [session] = await list(narrow, `/admin/users/${bank.bruno}`)
    const refused = [
      await end(narrow, `/admin/users/${bank.bruno}/sessions/endAll`),
      await end(narrow, `/admin/users/${bank.bruno}/sessions/${session?.uuid}/end`),
    ]

    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array(2).fill([403, 'insufficient_scope']),
    )
    expect(await worksFor(token)).toBe(true)
  })
})

test('a forgotten person leaves neither browser nor network', async () => {
  await signInAsker()
  const kept = async () =>
    (
      await sql(
        'select user_agent, network from token_families where user_id = $1 and user_agent is not null',
        bank.ada,
      )
    ).rows
  expect(await kept()).not.toEqual([])

  const { receipt } = await inSystem(w.db, (tx) =>
    forgetPerson(tx, { companyId: bank.companyId, email: 'ada@bank.example' }),
  )
  await erasePerson(w.db, receipt.uuid, { settleMs: 0 })

  expect(await kept()).toEqual([])
})
