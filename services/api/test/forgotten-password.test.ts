import { randomUUID } from 'node:crypto'
import { inSystem } from '@askline/db'
import { setPassword } from '@askline/domain/companies/create-person'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../src/oauth/passwords.ts'
import type { Body } from './caller.ts'
import { sessionCallerOf, signInOnPage } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld({
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_SIGN_IN_PER_ADDRESS: '100000',
  RATE_LIMIT_OAUTH_PER_ADDRESS: '1000000',
})
const { admin, bank, rival, tokens } = w
const password = 'correct horse battery staple'
const first = 'the first sentence of mine'
const firstHash = await hashPassword(first)

let networks = 0
/** Asks for a new password, each time from another network. */
const forgot = (email: string, company?: string, address = `2001:db8:0:${(networks++).toString(16)}::1`) =>
  w.api('POST', '/v1/oauth/password/forgot', {
    body: { email, ...(company === undefined ? {} : { company }) },
    headers: { 'x-forwarded-for': address },
  })
const reset = (token: string, headers: Record<string, string> = {}) =>
  w.api('POST', '/v1/oauth/password/reset', { body: { token, password }, headers })
const tokenOf = ({ url }: { url: string }) => new URL(url).hash.slice(1)
const viewOf = async (path: string) => (await admin('GET', path)).body.data
const askedAt = async (userId: string) =>
  (await w.db.system.query('select password_requested_at as at from users where id = $1', [userId])).rows[0].at

/** Adds an agent with a password to a company. */
async function agent(company = bank, email = `${randomUUID()}@${company.tag}.example`) {
  const token = w.mint(company, 'admin', company.edda)
  const body = { name: 'Nora', role: 'agent', email, invite: false }
  const { uuid } = (await admin('POST', 'staff', { token, body })).body.data
  await inSystem(w.db, (tx) => setPassword(tx, uuid, firstHash))
  return { uuid, email }
}
async function newReset(uuid: string): Promise<string> {
  return tokenOf((await admin('POST', `staff/${uuid}/resetPassword`)).body.data.reset)
}

const signIn = async (email: string, typed = password) =>
  (await signInOnPage(w, { email, password: typed, company: 'bank' })).code !== ''

describe('a request for a new password', () => {
  test('has the same answer for every address, also if it is repeated', async () => {
    const known = await agent()
    const blocked = await agent()
    await admin('POST', `users/${blocked.uuid}/block`)
    const several = await agent()
    await agent(rival, several.email)

    const addresses = [known, known, blocked, several].map(({ email }) => email)
    const answers = await Promise.all(
      [...addresses, 'ada@bank.example', 'nobody@bank.example'].map((email) => forgot(email)),
    )

    for (const { status, body, headers } of answers) {
      expect([status, body.data, headers['set-cookie']]).toEqual([202, {}, undefined])
    }
  })

  test('takes at least 100 ms, whether the address is known or not', async () => {
    const { email } = await agent()
    for (const address of [email, 'nobody@bank.example']) {
      const begin = performance.now()
      await forgot(address)
      expect(performance.now() - begin).toBeGreaterThan(98)
    }
  })

  test('is seen by admins until a link is made', async () => {
    const { uuid, email } = await agent()
    expect((await viewOf(`staff/${uuid}`)).datePasswordRequested).toBeNull()

    await forgot(email.toUpperCase())

    const { datePasswordRequested } = await viewOf(`staff/${uuid}`)
    expect(Math.abs(Date.parse(datePasswordRequested) - Date.now())).toBeLessThan(60_000)
    const { staff } = await viewOf('staff')
    expect(staff.find((one: Body) => one.uuid === uuid)).toMatchObject({ datePasswordRequested })
    const { entries } = (await admin('GET', 'audit', { query: { targetId: uuid } })).body.data
    expect(entries[0]).toMatchObject({ action: 'password_requested', actor: { kind: 'nobody', uuid: null } })

    await newReset(uuid)
    expect((await viewOf(`staff/${uuid}`)).datePasswordRequested).toBeNull()
  })

  test('of an expert is seen in the list of experts', async () => {
    await forgot('carla@bank.example', 'bank')
    const { datePasswordRequested } = await viewOf(`experts/${bank.carla}`)
    expect(datePasswordRequested).toEqual(expect.any(String))

    await admin('POST', `users/${bank.carla}/invite`)
    expect((await viewOf(`experts/${bank.carla}`)).datePasswordRequested).toBeNull()
  })

  test('changes no version that an admin has read', async () => {
    const { uuid, email } = await agent()
    const { version } = await viewOf(`staff/${uuid}`)
    await forgot(email)

    const headers = { 'if-match': `"${version}"` }
    expect((await admin('PUT', `staff/${uuid}`, { body: { name: 'Nora Roth' }, headers })).status).toBe(200)
  })

  test('concerns every company with the address, or the one that is named', async () => {
    const here = await agent()
    const there = await agent(rival, here.email)
    await forgot(here.email, ' BANK')
    expect([await askedAt(here.uuid), await askedAt(there.uuid)]).toEqual([expect.any(Date), null])

    await forgot(here.email)
    expect(await askedAt(there.uuid)).toEqual(expect.any(Date))
  })

  test('of an asker, or of a person who is blocked or deactivated, is not recorded', async () => {
    const blocked = await agent()
    await admin('POST', `users/${blocked.uuid}/block`)
    const made = { body: { name: 'Ida', email: `${randomUUID()}@bank.example` } }
    const expert = (await admin('POST', 'experts', made)).body.data
    await admin('POST', `experts/${expert.uuid}/deactivate`)
    for (const email of [blocked.email, expert.email, 'ada@bank.example']) await forgot(email)

    for (const uuid of [blocked.uuid, expert.uuid, bank.ada]) expect(await askedAt(uuid)).toBeNull()
  })

  test('that is repeated is recorded once', async () => {
    const { uuid, email } = await agent()
    await Promise.all([forgot(email), forgot(email), forgot(email)])

    const query = { targetId: uuid, action: 'password_requested' }
    expect((await admin('GET', 'audit', { query })).body.data.entries).toHaveLength(1)
  })

  test('is possible ten times a minute from one network, for all addresses together', async () => {
    const answers = []
    for (let n = 0; n < 11; n++) answers.push(await forgot(`nobody-${n}@bank.example`, undefined, '198.51.100.1'))

    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(202), 429])
    expect(Number(answers[10]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await forgot('nobody@bank.example', undefined, '198.51.100.2')).status).toBe(202)
  }, 20_000)

  test.each([
    [{}, 'email', 'required'],
    [{ email: 'ada' }, 'email', 'email'],
    [{ email: 'ada@bank.example', company: 7 }, 'company', 'type'],
  ])('that is malformed is refused with its rule: %j', async (body, field, rule) => {
    const headers = { 'x-forwarded-for': '198.51.100.3' }
    const answer = await w.api('POST', '/v1/oauth/password/forgot', { body, headers })
    expect([answer.status, answer.body.error.details[0]]).toMatchObject([400, { field, rule }])
  })

  test.each([
    ['blocked', ({ uuid }: Body) => admin('POST', `users/${uuid}/block`)],
    [
      'forgotten',
      ({ email }: Body) => w.api('POST', '/v1/users/forget', { token: tokens.edda, body: { userEmail: email } }),
    ],
  ])('ends when the person is %s', async (_what, end) => {
    const { uuid, email } = await agent()
    await forgot(email)

    await end({ uuid, email })

    expect(await askedAt(uuid)).toBeNull()
  })
})

describe('a reset', () => {
  test('ends the password and all sign-ins at once, and its link sets the next one', async () => {
    const { uuid, email } = await agent()
    const minted = w.mint(bank, 'agent', uuid)
    const token = await newReset(uuid)

    expect(await signIn(email, first)).toBe(false)
    expect((await w.api('GET', '/v1/agents/questions', { token: minted })).body.error.code).toBe('token_revoked')
    expect(await viewOf(`staff/${uuid}`)).toMatchObject({ hasPassword: false })
    const { status, body } = await reset(token)
    expect([status, body.data]).toEqual([200, { uuid }])
    expect([await signIn(email, first), await signIn(email)]).toEqual([false, true])
  })

  test('link works once and for 24 hours', async () => {
    const { uuid } = await agent()
    const { dateExpires, url } = (await admin('POST', `staff/${uuid}/resetPassword`)).body.data.reset
    const hours = (Date.parse(dateExpires) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    await reset(tokenOf({ url }))

    const again = await reset(tokenOf({ url }))
    expect([again.status, again.body.error.code]).toEqual([400, 'token_invalid'])
  })

  test('that sets the password ends the sign-ins that were opened since', async () => {
    const { uuid } = await agent()
    const token = await newReset(uuid)
    const ours = { origin: w.config.issuer, 'x-askline-desk': '1' }
    const invitation = (await admin('POST', `users/${uuid}/invite`)).body.data.invitation
    const body = { token: tokenOf(invitation), password: first }
    const opened = await w.api('POST', '/v1/oauth/invitations/accept', { body, headers: ours })
    const cookie = [opened.headers['set-cookie']].flat().map((line) => String(line).split(';')[0])
    const session = sessionCallerOf(w.inject)
    const tokenOfSession = () => session('/token', {}, { ...ours, cookie: cookie.join('; ') })
    expect((await tokenOfSession()).status).toBe(200)
    expect((await reset(token)).status).toBe(400)

    await reset(await newReset(uuid))

    expect((await tokenOfSession()).status).toBe(401)
    const { rows } = await w.db.system.query('select 1 from known_devices where user_id = $1', [uuid])
    expect(rows).toEqual([])
  })

  test('from our own page signs the browser in', async () => {
    const { uuid } = await agent()
    const answer = await reset(await newReset(uuid), { origin: w.config.issuer, 'x-askline-desk': '1' })

    const names = [answer.headers['set-cookie']].flat().map((line) => String(line).split('=')[0])
    expect(names.sort()).toEqual(['askline-session', 'askline_device'])
  })

  test('names the rule of a weak password, and the link stays valid', async () => {
    const { uuid } = await agent()
    const token = await newReset(uuid)
    const weak = { token, password: 'nora nora nora nora' }
    const { status, body } = await w.api('POST', '/v1/oauth/password/reset', { body: weak })

    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'password_weak',
      [{ field: 'password', rule: 'weak-name', message: body.error.message }],
    ])
    expect((await reset(token)).status).toBe(200)
  })
})
