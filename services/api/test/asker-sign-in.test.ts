import type { Role } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { createCredential } from '@askline/domain/access/credentials'
import { revokeCredential } from '@askline/domain/access/revoke'
import { openSessionOf } from '@askline/domain/access/sessions'
import { describe, expect, test } from 'vitest'
import { sessionCallerOf } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld({ RATE_LIMIT_OAUTH_PER_ADDRESS: '1000000' })
const { bank } = w
const ours = { origin: w.config.issuer, 'x-askline-desk': '1' }
const server = w.tokens.integration

const callSession = sessionCallerOf(w.inject)
const post = (path: string, body: object, headers: Record<string, string> = ours) => callSession(path, body, headers)
const signIn = async (userEmail = 'ada@bank.example', token = server) =>
  (await w.api('POST', '/v1/users/signIn', { token, body: { userEmail } })).body.data
const meOf = (token: string) => w.api('GET', '/v1/me', { token })

describe("a sign-in by a company's server", () => {
  test('opens a session of its user, with the scopes of a user', async () => {
    const { code, url, userUuid } = await signIn()
    const opened = await post('/asker', { code })

    expect(url).toBe(`${w.config.issuer}/ask#sign-in=${code}`)
    expect(userUuid).toBe(bank.ada)
    expect(opened).toMatchObject({ status: 200, body: { scope: 'questions:read questions:write answers' } })
    expect(opened.body).not.toHaveProperty('refresh_token')
    expect(opened.cookie).toMatch(/^askline-session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await meOf(opened.body.access_token)).body.data).toMatchObject({ uuid: bank.ada, role: 'user' })
    expect((await post('/token', {}, { ...ours, ...opened.jar })).status).toBe(200)
  })

  test('sets no cookie for the widget', async () => {
    const { code } = await signIn()
    const opened = await post('/asker', { code, embedded: 'true' })

    expect(opened).toMatchObject({ status: 200, cookie: '' })
    expect((await meOf(opened.body.access_token)).status).toBe(200)
  })

  test('adds a user that the company has not named before', async () => {
    const body = { userEmail: 'newcomer@bank.example', userName: 'New Comer' }
    const { code } = (await w.api('POST', '/v1/users/signIn', { token: server, body })).body.data
    const { access_token: token } = (await post('/asker', { code })).body
    expect((await meOf(token)).body.data).toMatchObject({ name: 'New Comer', company: { tag: 'bank' } })
  })

  const jarOf = async (userId: string, role: Role) => {
    const wanted = { companyId: bank.companyId, userId, role, clientId: 'askline-desk', seconds: 3_600 }
    const secret = await inSystem(w.db, (tx) => openSessionOf(tx, wanted))
    return { ...ours, cookie: `askline-session=${secret}` }
  }
  const isOpen = async (jar: Record<string, string>) => (await post('/token', {}, jar)).status === 200

  test('is never redeemed over a session of the staff, and its code is used up', async () => {
    const { code } = await signIn()
    for (const [id, role] of [
      [bank.edda, 'admin'],
      [bank.bruno, 'expert'],
    ] as const) {
      const jar = await jarOf(id, role)
      const refused = await post('/asker', { code, replace: 'true' }, jar)

      expect(refused).toMatchObject({ cookie: '' })
      expect([400, 403]).toContain(refused.status)
      expect(await isOpen(jar)).toBe(true)
    }
    expect((await post('/asker', { code })).status).toBe(400)
  })

  test('replaces the session of another asker only if asked to, and ends it', async () => {
    const jar = await jarOf(bank.ben, 'user')
    const { body: before } = await post('/token', {}, jar)
    const { code } = await signIn()

    expect(await post('/asker/compare', { code }, jar)).toMatchObject({
      status: 200,
      body: { present: { name: 'ben', isStaff: false }, next: { name: 'ada', isPresent: false } },
    })
    expect(await post('/asker', { code }, jar)).toMatchObject({ status: 403, body: { error: 'access_denied' } })
    expect(await isOpen(jar)).toBe(true)

    const opened = await post('/asker', { code, replace: 'true' }, jar)
    expect((await meOf(opened.body.access_token)).body.data.uuid).toBe(bank.ada)
    expect(await isOpen(jar)).toBe(false)
    expect((await meOf(before.access_token)).body.error.code).toBe('token_revoked')
  })

  test('replaces a session of the same person without a question, and ends it', async () => {
    const jar = await jarOf(bank.ada, 'user')
    const { code } = await signIn()

    expect((await post('/asker/compare', { code }, jar)).body).toMatchObject({ next: { isPresent: true } })
    expect((await post('/asker', { code }, jar)).status).toBe(200)
    expect(await isOpen(jar)).toBe(false)
  })

  test('opens nothing after its code was discarded, and the present session stays', async () => {
    const jar = await jarOf(bank.ben, 'user')
    const { code } = await signIn()

    expect((await post('/asker/discard', { code }, jar)).status).toBe(200)

    expect((await post('/asker', { code, replace: 'true' }, jar)).status).toBe(400)
    expect((await post('/asker/compare', { code }, jar)).status).toBe(400)
    expect(await isOpen(jar)).toBe(true)
    expect((await post('/asker/discard', { code: 'forged' }, jar)).status).toBe(200)
  })

  test('of the widget leaves the session of this browser alone', async () => {
    const jar = await jarOf(bank.edda, 'admin')
    const { code } = await signIn()

    expect(await post('/asker', { code, embedded: 'true' }, jar)).toMatchObject({ status: 200, cookie: '' })
    expect(await isOpen(jar)).toBe(true)
  })

  test('works once, and a second use of its code ends the session', async () => {
    const { code } = await signIn()
    const first = await post('/asker', { code })
    const second = await post('/asker', { code })

    expect(second).toMatchObject({ status: 400, body: { error: 'invalid_grant' }, cookie: '' })
    expect((await meOf(first.body.access_token)).status).toBe(401)
    expect((await post('/token', {}, { ...ours, ...first.jar })).status).toBe(401)
  })

  test('succeeds for at most one of two browsers that redeem its code at once', async () => {
    const { code } = await signIn()
    const statuses = (await Promise.all([post('/asker', { code }), post('/asker', { code })])).map((one) => one.status)
    expect(statuses.toSorted()).toEqual([200, 400])
  })

  test('is over after its time', async () => {
    const { code, uuid } = await signIn()
    await w.db.system.query('update authorization_codes set expires_at = clock_timestamp() where family_id = $1', [
      uuid,
    ])
    expect((await post('/asker', { code })).status).toBe(400)
  })

  test.each([['forged'], ['A'.repeat(43)], ['']])('is refused with the code "%s"', async (code) => {
    expect(await post('/asker', { code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test.each([
    ['another origin', { origin: 'https://evil.example', 'x-askline-desk': '1' }],
    ['no X-Askline-Desk', { origin: w.config.issuer }],
  ])('is refused to a request with %s, and the code stays unused', async (_what, headers) => {
    const { code } = await signIn()
    expect((await post('/asker', { code }, headers as Record<string, string>)).status).toBe(403)
    expect((await post('/asker', { code })).status).toBe(200)
  })

  test('cannot be redeemed as an authorization code', async () => {
    const { code } = await signIn()
    const payload = { code, code_verifier: 'x'.repeat(43), redirect_uri: `${w.config.issuer}/desk/callback` }
    expect((await post('', payload)).status).toBe(400)
    expect((await post('/asker', { code })).status).toBe(200)
  })

  test('signs in a person of the own company only, also if another company has the address', async () => {
    const rivals = w.tokens.rival
    const { code, userUuid } = await signIn('ada@bank.example', rivals)
    const { access_token: token } = (await post('/asker', { code })).body

    expect(userUuid).not.toBe(bank.ada)
    expect((await meOf(token)).body.data.company.tag).not.toBe('bank')
  })

  test.each(['bruno', 'dora', 'edda'])('is refused for %s, who is no asker', async (name) => {
    const body = { userEmail: `${name}@bank.example` }
    const answer = await w.api('POST', '/v1/users/signIn', { token: server, body })
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
  })

  test('is refused for a blocked user', async () => {
    const body = { userEmail: 'blocked@bank.example' }
    const { uuid } = (await w.api('POST', '/v1/users/signIn', { token: server, body })).body.data
    expect(uuid).toBeDefined()
    await w.db.system.query(`update users set is_blocked = true where email = 'blocked@bank.example'`)

    const answer = await w.api('POST', '/v1/users/signIn', { token: server, body })
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'blocked' } } })
  })

  test('ends with the credential of the server, before and after the code was redeemed', async () => {
    const { companyId, integrationId } = bank
    const scopes = ['questions:read', 'questions:write'] as const
    const { clientId } = await inSystem(w.db, (tx) => createCredential(tx, { companyId, integrationId, scopes }))
    const token = w.mint(bank, 'integration', integrationId, { clientId })
    const [used, unused] = [await signIn('ada@bank.example', token), await signIn('ada@bank.example', token)]
    const { jar } = await post('/asker', { code: used.code })

    await inSystem(w.db, (tx) => revokeCredential(tx, clientId))

    expect((await post('/token', {}, { ...ours, ...jar })).status).toBe(401)
    expect((await post('/asker', { code: unused.code })).status).toBe(400)
  })

  test('is written into the audit log when it is offered, opened and used again', async () => {
    const { code, uuid } = await signIn()
    await post('/asker', { code })
    await post('/asker', { code })

    const { rows } = await w.db.system.query(
      'select action, outcome, actor_kind from audit_log where target_id = $1 order by id',
      [uuid],
    )
    expect(rows).toEqual([
      { action: 'token_issued', outcome: 'success', actor_kind: 'integration' },
      { action: 'sign_in', outcome: 'success', actor_kind: 'user' },
      { action: 'token_reuse', outcome: 'failure', actor_kind: 'user' },
    ])
  })

  test('shows its code once: a repeated request gets null', async () => {
    const call = {
      token: server,
      body: { userEmail: 'ada@bank.example' },
      headers: { 'idempotency-key': 'sign-ada-in' },
    }
    const first = await w.api('POST', '/v1/users/signIn', call)
    const again = await w.api('POST', '/v1/users/signIn', call)

    expect(again.body.data).toEqual({ ...first.body.data, code: null, url: null })
  })

  test('stores no code, only its SHA-256', async () => {
    const { code } = await signIn()
    const { rows } = await w.db.system.query('select code_hash from authorization_codes')
    expect(rows.map((row) => row.code_hash)).not.toContain(code)
  })
})
