import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { grantable, type Scope } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { makePasswordLink } from '@askline/domain/access/password-links'
import { setPassword } from '@askline/domain/companies/create-person'
import { buildLogger } from '@askline/runtime'
import { describe, expect, test } from 'vitest'
import { buildServer } from '../src/build-server.ts'
import { hashPassword } from '../src/oauth/passwords.ts'
import { type Body, callerOf, doorTo } from './caller.ts'
import { setPasswordBy } from './set-password.ts'
import { sessionCallerOf, signInOnPage } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const env = {
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_SIGN_IN_PER_ADDRESS: '100000',
  RATE_LIMIT_OAUTH_PER_ADDRESS: '1000000',
}
const w = await openWorld(env)
const { admin, bank, rival, tokens } = w
const password = 'correct horse battery staple'

let networks = 0
/** Posts, each time from another network unless `headers` names one. */
const post = (path: string, body: object, headers: Record<string, string> = {}) => {
  const address = `2001:db8:1:${(networks++).toString(16)}::1`
  return w.api('POST', `/v1/oauth/${path}`, { body, headers: { 'x-forwarded-for': address, ...headers } })
}
const preview = (token: string, headers = {}) => post('links/preview', { token }, headers)
const accept = (token: string, more: object = {}, headers = {}) =>
  post('invitations/accept', { token, password, ...more }, headers)
const tokenOf = ({ url }: { url: string }) => new URL(url).hash.slice(1)

type Invited = { uuid: string; email: string; token: string; invitation: { url: string; dateExpires: string } }
async function invite(role: 'expert' | 'agent' | 'admin' = 'agent'): Promise<Invited> {
  const body = { name: 'Nora', email: `${randomUUID()}@bank.example`, ...(role === 'expert' ? {} : { role }) }
  const { data } = (await admin('POST', role === 'expert' ? 'experts' : 'staff', { body })).body
  return { ...data, token: tokenOf(data.invitation) }
}
const inviteAgain = async (uuid: string) => (await admin('POST', `users/${uuid}/invite`)).body.data.invitation
const outcome = ({ status, body }: { status: number; body: Body }) => [status, body.error?.code]
const viewOf = async (uuid: string) => (await admin('GET', `staff/${uuid}`)).body.data
const linksOf = async (uuid: string) =>
  (await w.db.system.query('select * from password_links where user_id = $1 order by created_at', [uuid])).rows
const actsOn = async (uuid: string) => {
  const query = { targetId: uuid, outcome: 'success' }
  return (await admin('GET', 'audit', { query })).body.data.entries.map(({ action }: Body) => action).reverse()
}

const signIn = async (email: string, typed = password) =>
  (await signInOnPage(w, { email, password: typed, company: 'bank' })).code !== ''

describe('an invitation', () => {
  test('shows company, role and name, and stays valid until it is accepted', async () => {
    const { token, email, invitation } = await invite('expert')
    const shown = { purpose: 'INVITATION', company: { tag: 'bank', name: 'bank' }, role: 'expert', email, name: 'Nora' }

    for (let n = 0; n < 2; n++) {
      const { status, body } = await preview(token)
      expect([status, body.data]).toEqual([200, { ...shown, dateExpires: invitation.dateExpires }])
    }
    const days = (Date.parse(invitation.dateExpires) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)
  })

  test('sets name and password, and the person signs in', async () => {
    const { token, email, uuid } = await invite()
    expect(await signIn(email)).toBe(false)

    const { status, body } = await accept(token, { name: ' Nora  Roth ' })

    expect([status, body.data]).toEqual([
      200,
      { uuid, email, name: 'Nora Roth', role: 'agent', company: { tag: 'bank', name: 'bank' } },
    ])
    expect(await signIn(email)).toBe(true)
    expect(await viewOf(uuid)).toMatchObject({ name: 'Nora Roth', hasPassword: true, dateInvitationExpires: null })
    expect(await actsOn(uuid)).toEqual(['person_invited', 'staff_created', 'invitation_accepted'])
  })

  test('keeps the name if none is given', async () => {
    const { token } = await invite()
    expect((await accept(token, { name: null })).body.data.name).toBe('Nora')
  })

  test('works once, also if it is accepted several times at the same moment', async () => {
    const { token } = await invite()
    const answers = await Promise.all([1, 2, 3].map(() => accept(token)))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(outcome(await accept(token))).toEqual([400, 'invitation_spent'])
  })

  test('ends when a second one is made', async () => {
    const { token, uuid } = await invite()
    const second = tokenOf(await inviteAgain(uuid))

    expect(outcome(await preview(token))).toEqual([400, 'invitation_spent'])
    expect(outcome(await accept(second))).toEqual([200, undefined])
  })

  test('that is spent names the admin who made it, or the operator', async () => {
    const { token, uuid } = await invite()
    const make = { companyId: bank.companyId, userId: uuid, purpose: 'INVITATION', madeBy: undefined } as const
    const { token: ofOperator } = await inSystem(w.db, (tx) => makePasswordLink(tx, make))
    await accept(ofOperator)

    const { error: byEdda } = (await preview(token)).body
    const { error: byOperator } = (await accept(ofOperator)).body
    expect(byEdda.message).toContain('ask edda for a new one')
    expect(byEdda.invitedBy).toEqual({ kind: 'ADMIN', name: 'edda' })
    expect(byOperator.message).toContain('ask the operator of this installation')
    expect(byOperator.invitedBy).toEqual({ kind: 'OPERATOR', name: null })
  })

  test('is stored as its SHA-256 only', async () => {
    const { token, uuid } = await invite()
    const [row] = await linksOf(uuid)

    expect(row.token_hash).toBe(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row).toMatchObject({ purpose: 'INVITATION', made_by: bank.edda, ended_at: null })
  })

  test('that is over has the answer of an unknown one', async () => {
    const { token, uuid } = await invite()
    await w.db.system.query('update password_links set expires_at = now() where user_id = $1', [uuid])
    const [over, unknown] = [await accept(token), await accept(randomBytes(32).toString('base64url'))]

    expect([over, unknown].map(outcome)).toEqual([
      [400, 'token_invalid'],
      [400, 'token_invalid'],
    ])
    expect(over.body.error).toEqual(unknown.body.error)
    expect((await viewOf(uuid)).dateInvitationExpires).toBeNull()
  })

  test('is not made for a person who is added without one, until an admin invites them', async () => {
    const body = { name: 'Nora', email: `${randomUUID()}@bank.example`, role: 'agent', invite: false }
    const { data } = (await admin('POST', 'staff', { body })).body
    expect([data.invitation, data.dateInvitationExpires, data.hasPassword]).toEqual([null, null, false])
    expect(await linksOf(data.uuid)).toEqual([])

    const invitation = await inviteAgain(data.uuid)
    expect((await viewOf(data.uuid)).dateInvitationExpires).toBe(invitation.dateExpires)
    expect(await actsOn(data.uuid)).toEqual(['staff_created', 'person_invited'])
  })

  test('for a person with a password leaves it valid until it is accepted, and then ends their sign-ins', async () => {
    const { email, uuid } = await invite()
    await inSystem(w.db, async (tx) => setPassword(tx, uuid, await hashPassword(password)))
    const minted = w.mint(bank, 'agent', uuid)
    const { url } = await inviteAgain(uuid)
    expect(await signIn(email)).toBe(true)
    expect((await w.api('GET', '/v1/agents/questions', { token: minted })).status).toBe(200)

    const next = await setPasswordBy(w.api, url)

    expect([await signIn(email), await signIn(email, next)]).toEqual([false, true])
    expect((await w.api('GET', '/v1/agents/questions', { token: minted })).body.error.code).toBe('token_revoked')
  })

  test('does not reset a password, and a reset link accepts no invitation', async () => {
    const { token, uuid } = await invite()
    expect(outcome(await post('password/reset', { token, password }))).toEqual([400, 'token_invalid'])
    const { reset } = (await admin('POST', `staff/${uuid}/resetPassword`)).body.data
    expect(outcome(await accept(tokenOf(reset)))).toEqual([400, 'token_invalid'])
  })

  test.each([
    ['too short', 'fourteen signs', 'invalid_request', 'minLength'],
    ['easy to guess', 'password password', 'password_weak', 'weak-repeat'],
    ['their new name', 'Wilhelmina Roth is here', 'password_weak', 'weak-name'],
    ['their company', 'money of the bank is mine', 'password_weak', 'weak-company'],
  ])('is not used up by a password that is %s', async (_what, typed, code, rule) => {
    const { token } = await invite()
    const { status, body } = await accept(token, { password: typed, name: 'Wilhelmina Roth' })

    expect([status, body.error.code]).toEqual([400, code])
    expect(body.error.details).toEqual([{ field: 'password', rule, message: body.error.message }])
    expect((await accept(token)).status).toBe(200)
  })

  test('is not used up by an invalid name', async () => {
    const { token, uuid } = await invite()
    expect(outcome(await accept(token, { name: '\u200b' }))).toEqual([400, 'invalid_request'])
    expect(await viewOf(uuid)).toMatchObject({ name: 'Nora', hasPassword: false })
  })
})

describe('an expert', () => {
  const availabilityOf = async (uuid: string) => (await admin('GET', `experts/${uuid}`)).body.data.availability
  const add = async (email: string, more: object = {}) =>
    (await admin('POST', 'experts', { body: { email, name: 'Nora', ...more } })).body.data

  test('is offered nothing before they accept, because they cannot sign in yet', async () => {
    const { uuid, availability, invitation } = await add('waiting@bank.example')
    expect(availability).toBe('OFFLINE')

    await accept(tokenOf(invitation))

    expect(await availabilityOf(uuid)).toBe('AVAILABLE')
  })

  test('who has a password stays OFFLINE if they choose to and accept another invitation', async () => {
    const { uuid, invitation } = await add('resting@bank.example')
    await accept(tokenOf(invitation))
    await admin('PUT', `experts/${uuid}`, { body: { availability: 'OFFLINE' } })

    await accept(tokenOf(await inviteAgain(uuid)))

    expect(await availabilityOf(uuid)).toBe('OFFLINE')
  })

  test('who is added without an invitation is AVAILABLE, because a program may act for them', async () => {
    expect(await add('program@bank.example', { invite: false })).toMatchObject({ availability: 'AVAILABLE' })
  })
})

describe('the browser', () => {
  const ours = { origin: w.config.issuer, 'x-askline-desk': '1' }
  const session = sessionCallerOf(w.inject)

  test('is signed in if our own page accepts the invitation, also where another person was', async () => {
    const other = await accept((await invite()).token, {}, ours)
    const { token, uuid } = await invite()
    const jar = [other.headers['set-cookie']].flat().map((line) => String(line).split(';')[0])
    const answer = await accept(token, {}, { ...ours, cookie: jar.join('; ') })

    const cookies = [answer.headers['set-cookie']].flat().map(String)
    expect(cookies.map((line) => line.split('=')[0]).sort()).toEqual(['askline-session', 'askline_device'])
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    const minted = await session('/token', {}, { ...ours, cookie })
    const me = await w.api('GET', '/v1/me', { token: minted.body.access_token })
    expect(me.body.data).toMatchObject({ uuid, role: 'agent' })
    expect(await actsOn(uuid)).toEqual(['person_invited', 'staff_created', 'invitation_accepted'])
  })

  test('no longer holds the session of another person, which ends with its tokens', async () => {
    const other = await invite()
    const first = await accept(other.token, {}, ours)
    const cookie = [first.headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ')
    const { access_token: token } = (await session('/token', {}, { ...ours, cookie })).body
    const whoami = async () => (await w.api('GET', '/v1/me', { token })).status
    expect(await whoami()).toBe(200)

    await accept((await invite()).token, {}, { ...ours, cookie })

    expect([(await session('/token', {}, { ...ours, cookie })).status, await whoami()]).toEqual([401, 401])
    const { body } = await admin('GET', 'audit', { query: { actorUuid: other.uuid, action: 'sign_out' } })
    expect(body.data.entries).toHaveLength(1)
  })

  test.each([
    ['another site', { origin: 'https://evil.example', 'x-askline-desk': '1' }],
    ['a form without the header', { origin: w.config.issuer }],
    ['a script', {}],
  ])('gets no cookie if %s accepts it', async (_who, headers) => {
    const { token } = await invite()
    const answer = await accept(token, {}, headers)

    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
  })
})

describe('a link is made', () => {
  const without = (...left: Scope[]) =>
    w.mint(bank, 'admin', bank.edda, { scopes: grantable.admin.filter((scope) => !left.includes(scope)) })
  const everyScope = w.mint(bank, 'admin', bank.edda)

  // An invitation needs what a new password needs.
  test.each([
    ['an admin with every scope', everyScope, { expert: 200, agent: 200, admin: 200 }],
    ['a token without `privacy`', without('privacy'), { expert: 200, agent: 200, admin: 403 }],
    ['a token without `agent`', without('agent'), { expert: 200, agent: 403, admin: 403 }],
    ['a token without `questions:write`', without('questions:write'), { expert: 403, agent: 403, admin: 403 }],
  ])('by %s for the roles that it may appoint', async (_who, token, expected) => {
    for (const [role, status] of Object.entries(expected)) {
      const { uuid } = await invite(role as 'expert')
      const reset = role === 'expert' ? `experts/${uuid}/resetPassword` : `staff/${uuid}/resetPassword`
      for (const path of [`users/${uuid}/invite`, reset]) {
        const answer = await admin('POST', path, { token })
        expect([role, path, answer.status]).toEqual([role, path, status])
      }
      expect((await linksOf(uuid)).length).toBe(status === 200 ? 3 : 1)
    }
  })

  test('not by agents, experts, askers and integrations', async () => {
    const { uuid } = await invite()
    for (const token of [tokens.dora, tokens.bruno, tokens.ada, tokens.integration])
      expect((await admin('POST', `users/${uuid}/invite`, { token })).status).toBe(403)
  })

  test('neither for oneself nor for an asker nor for a person of another company', async () => {
    const answers = [bank.edda, bank.ada, rival.dora, randomUUID()].map((uuid) => admin('POST', `users/${uuid}/invite`))
    expect((await Promise.all(answers)).map(outcome)).toEqual([
      [403, 'not_yourself'],
      [400, 'person_is_asker'],
      [404, 'person_not_found'],
      [404, 'person_not_found'],
    ])
  })

  test('not for a person who is blocked or deactivated', async () => {
    const [agent, expert] = [await invite('agent'), await invite('expert')]
    await admin('POST', `users/${agent.uuid}/block`)
    await admin('POST', `experts/${expert.uuid}/deactivate`)

    for (const path of [
      `users/${agent.uuid}/invite`,
      `staff/${agent.uuid}/resetPassword`,
      `users/${expert.uuid}/invite`,
      `experts/${expert.uuid}/resetPassword`,
    ])
      expect(outcome(await admin('POST', path)), path).toEqual([400, 'person_inactive'])
  })
})

describe('an open link', () => {
  const ends: [string, 'agent' | 'expert', (person: Invited) => Promise<unknown>, string][] = [
    ['blocked', 'agent', ({ uuid }) => admin('POST', `users/${uuid}/block`), 'token_invalid'],
    ['deactivated', 'expert', ({ uuid }) => admin('POST', `experts/${uuid}/deactivate`), 'token_invalid'],
    [
      'deactivated by a change',
      'expert',
      ({ uuid }) => admin('PUT', `experts/${uuid}`, { body: { isActive: false } }),
      'token_invalid',
    ],
    [
      'forgotten',
      'agent',
      ({ email }) => w.api('POST', '/v1/users/forget', { token: tokens.edda, body: { userEmail: email } }),
      'token_invalid',
    ],
    [
      'given another address',
      'agent',
      ({ uuid }) => admin('PUT', `staff/${uuid}`, { body: { email: `${randomUUID()}@bank.example` } }),
      'invitation_spent',
    ],
  ]
  test.each(ends)('ends when the person is %s', async (_what, role, end, code) => {
    const person = await invite(role)

    await end(person)

    expect(outcome(await preview(person.token))).toEqual([400, code])
    expect(outcome(await accept(person.token))).toEqual([400, code])
    expect((await linksOf(person.uuid)).map(({ ended_at }) => ended_at !== null)).toEqual([true])
  })

  test('stays ended after the person is let in again', async () => {
    const { uuid, token } = await invite()
    for (const act of ['block', 'unblock']) await admin('POST', `users/${uuid}/${act}`)

    expect(outcome(await accept(token))).toEqual([400, 'invitation_spent'])
  })

  test('stays when the role changes, and shows the new one', async () => {
    const { uuid, token } = await invite('agent')
    await admin('PUT', `staff/${uuid}`, { body: { role: 'admin' } })

    expect((await preview(token)).body.data.role).toBe('admin')
    expect((await accept(token)).status).toBe(200)
  })
})

describe('a token', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })

  test('that is wrong is delayed after ten, and a right one then as well', async () => {
    const { token } = await invite()
    const answers = []
    for (let n = 0; n < 12; n++) answers.push(await preview('x'.repeat(43), from('203.0.113.1')))

    expect(answers.slice(0, 11).map(({ status }) => status)).toEqual(Array(11).fill(400))
    expect([answers[11]?.status, answers[11]?.headers['retry-after']]).toEqual([429, '1'])
    expect((await preview(token, from('203.0.113.1'))).status).toBe(429)
    expect((await preview(token, from('203.0.113.2'))).status).toBe(200)
  })

  test('that is spent, or comes with a weak password, counts as no guess', async () => {
    const { token } = await invite()
    for (let n = 0; n < 15; n++)
      expect(outcome(await accept(token, { password: 'password password' }, from('203.0.113.3')))).toEqual([
        400,
        'password_weak',
      ])
    await accept(token)
    for (let n = 0; n < 15; n++)
      expect(outcome(await accept(token, {}, from('203.0.113.3')))).toEqual([400, 'invitation_spent'])
  })

  test('is not found by guessing', async () => {
    await invite()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const token = randomBytes(32).toString('base64url')
        const headers = from(`2001:db8:0:${n.toString(16)}::1`)
        return n % 2 === 0 ? accept(token, {}, headers) : post('password/reset', { token, password }, headers)
      }),
    )
    expect(answers.filter(({ body }) => body.error?.code === 'token_invalid')).toHaveLength(200)
  })

  test('and a password never reach the logs', async () => {
    const lines: string[] = []
    const logger = buildLogger('api', 'trace', { write: (line) => void lines.push(line) })
    const { app } = await buildServer({ ...w.context, logger, config: { ...w.config, slowRequestMs: -1 } })
    const api = callerOf(doorTo(app))
    const { token } = await invite()
    const wrong = randomBytes(32).toString('base64url')
    for (const path of ['links/preview', 'invitations/accept', 'password/reset'])
      await api('POST', `/v1/oauth/${path}`, { body: { token: wrong, password } })
    const { status } = await api('POST', '/oauth/invitations/accept', { body: { token, password } })
    await app.close()

    expect(status).toBe(200)
    expect(lines.join('')).toContain('/oauth/invitations/accept')
    for (const secret of [token, wrong, password]) expect(lines.join('')).not.toContain(secret)
  })

  test.each(['', '/v1'])('is accepted at %s/oauth', async (prefix) => {
    const { token } = await invite()
    const { status } = await w.api('POST', `${prefix}/oauth/links/preview`, { body: { token } })
    expect(status).toBe(200)
  })

  test.each([
    [{}, 'required'],
    [{ token: 1 }, 'type'],
    [{ token: '' }, 'minLength'],
    [{ token: 'x'.repeat(10_000) }, 'maxLength'],
  ])('that is malformed is refused with its rule: %j', async (body, rule) => {
    const answer = await post('links/preview', body)
    expect([answer.status, answer.body.error.details[0]]).toMatchObject([400, { field: 'token', rule }])
  })
})
