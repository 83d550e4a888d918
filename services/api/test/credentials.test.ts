import { randomUUID } from 'node:crypto'
import { grantable } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { createExpert } from '@askline/domain/administration/create-expert'
import { createPerson } from '@askline/domain/companies/create-person'
import { forgetPerson } from '@askline/domain/privacy/forget'
import { expect, test } from 'vitest'
import type { Body } from './caller.ts'
import { openWorld } from './world.ts'

/** Personal credentials for scripts (decisions/callers.md). Experts and staff hold them; admins issue and revoke them. */
const w = await openWorld({ RATE_LIMIT_SIGN_IN_PER_ADDRESS: '1000' })
const { admin, bank, rival, tokens } = w

const open = ({ clientId, clientSecret }: Body, more: object = {}) =>
  w.api('POST', '/v1/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...more },
  })
const issueTo = async (userId: string): Promise<Body> => (await admin('POST', `users/${userId}/credentials`)).body.data
const tokenOf = async (credential: Body): Promise<string> => (await open(credential)).body.access_token
const acts = async (): Promise<Body[]> => (await admin('GET', 'audit')).body.data.entries

/** Creates a person for one test. */
const newExpert = () =>
  inSystem(w.db, async (tx) => {
    const name = randomUUID()
    const who = { companyId: bank.companyId, name, email: `${name}@bank.example`, languages: ['en'], topics: [] }
    return (await createExpert(tx, who)).userId
  })
const newStaff = (role: 'agent' | 'admin' | 'user') =>
  inSystem(w.db, async (tx) => {
    const name = randomUUID()
    return (await createPerson(tx, { companyId: bank.companyId, name, email: `${name}@bank.example`, role })).userId
  })

test('a script with a personal credential acts as the expert, and has no other rights', async () => {
  const bruno = await newExpert()
  const made = await admin('POST', `users/${bruno}/credentials`)
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    uuid: bruno,
    scopes: ['questions:read', 'questions:write', 'expert'],
    dateRevoked: null,
  })
  const granted = await open(made.body.data)
  const token = granted.body.access_token
  expect([granted.status, granted.body.scope]).toEqual([200, 'questions:read questions:write expert'])

  const question = await w.ask()
  await w.offer(bank, question.uuid, bruno)
  const claim = (path: string) => w.api('POST', `/v1/questions/${path}`, { token, body: { text: 'In the app.' } })
  expect((await claim(`${question.uuid}/claim`)).status).toBe(200)
  const response = await claim(`${question.uuid}/responses`)
  expect([response.status, response.body.data.author.uuid]).toEqual([201, bruno])

  expect((await claim(`${(await w.ask()).uuid}/claim`)).status).toBe(404)
  for (const path of ['/v1/admin/users', '/v1/agents/questions', '/v1/files']) {
    expect((await w.api('GET', path, { token })).status, path).toBe(403)
  }
  expect((await open(made.body.data, { scope: 'admin' })).body.error).toBe('invalid_scope')
  expect((await open(made.body.data, { userEmail: 'ada@bank.example' })).body.error).toBe('invalid_request')
})

test.each([
  ['agent', '/v1/agents/questions', '/v1/admin/users'],
  ['admin', '/v1/admin/users', '/v1/experts/me'],
] as const)('a script of an %s may call %s but not %s', async (role, theirs, others) => {
  const userId = await newStaff(role)
  const token = await tokenOf(await issueTo(userId))

  expect((await w.api('GET', theirs, { token })).status).toBe(200)
  expect((await w.api('GET', others, { token })).status).toBe(403)
})

test('a revoked credential and its tokens are refused at once, and another credential still works', async () => {
  const userId = await newExpert()
  const [one, other] = [await issueTo(userId), await issueTo(userId)]
  const [token, otherToken] = [await tokenOf(one), await tokenOf(other)]

  const { clientId } = one
  const ended = await admin('POST', `users/${userId}/credentials/revoke`, { body: { clientId } })

  expect([ended.status, ended.body.data.dateRevoked]).toEqual([200, expect.any(String)])
  expect((await w.api('GET', '/v1/experts/me', { token })).body.error.code).toBe('token_revoked')
  expect((await open(one)).body.error).toBe('invalid_client')
  expect((await w.api('GET', '/v1/experts/me', { token: otherToken })).status).toBe(200)
  expect((await admin('POST', `users/${userId}/credentials/revoke`, { body: { clientId } })).status).toBe(200)
})

test('a credential that is revoked while it is used leaves no valid token', async () => {
  const userId = await newExpert()
  const credential = await issueTo(userId)
  const { clientId } = credential
  const [ended, ...opened] = await Promise.all([
    admin('POST', `users/${userId}/credentials/revoke`, { body: { clientId } }),
    ...Array.from({ length: 20 }, () => open(credential)),
  ])

  expect(ended.status).toBe(200)
  for (const { status, body } of opened) {
    if (status !== 200) expect(body.error).toBe('invalid_client')
    else expect((await w.api('GET', '/v1/experts/me', { token: body.access_token })).status).toBe(401)
  }
})

test.each([
  ['blocked', 'blocked', (userId: string) => admin('POST', `users/${userId}/block`)],
  ['deactivated', 'deactivated', (userId: string) => admin('POST', `experts/${userId}/deactivate`)],
  [
    'deactivated by a change',
    'deactivated',
    (userId: string) => admin('PUT', `experts/${userId}`, { body: { isActive: false } }),
  ],
])(
  'a credential of an expert who is %s rests, says so, and works again when they are active',
  async (_how, word, end) => {
    const userId = await newExpert()
    const credential = await issueTo(userId)
    const token = await tokenOf(credential)

    expect((await end(userId)).status).toBe(200)

    expect((await w.api('GET', '/v1/experts/me', { token })).status).toBe(401)
    const rests = await open(credential)
    expect([rests.status, rests.body.error]).toEqual([401, 'invalid_client'])
    expect(rests.body.error_description).toMatch(new RegExp(`is ${word}. It works again when an admin`))
    const wrong = await open({ ...credential, clientSecret: 'wrong' })
    expect(wrong.body.error_description).toBe('The client id or secret is wrong.')
    const refused = await admin('POST', `users/${userId}/credentials`)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'person_inactive'])

    await admin('POST', `users/${userId}/unblock`)
    await admin('PUT', `experts/${userId}`, { body: { isActive: true } })

    expect((await w.api('GET', '/v1/experts/me', { token: await tokenOf(credential) })).status).toBe(200)
    expect((await w.api('GET', '/v1/experts/me', { token })).status).toBe(401)
  },
)

test('a deactivation ends the tokens that are being issued at the same moment', async () => {
  const userId = await newExpert()
  const credential = await issueTo(userId)
  const [ended, ...opened] = await Promise.all([
    admin('POST', `experts/${userId}/deactivate`),
    ...Array.from({ length: 20 }, () => open(credential)),
  ])

  expect(ended.status).toBe(200)
  for (const { status, body } of opened) {
    if (status !== 200) expect(body.error).toBe('invalid_client')
    else expect((await w.api('GET', '/v1/experts/me', { token: body.access_token })).status).toBe(401)
  }
})

test('the credentials of a forgotten person are revoked', async () => {
  const userId = await newExpert()
  const credential = await issueTo(userId)
  const token = await tokenOf(credential)
  const { email } = (await admin('GET', 'users', { query: { role: 'expert' } })).body.data.users.find(
    ({ uuid }: Body) => uuid === userId,
  )

  const { ended } = await inSystem(w.db, (tx) => forgetPerson(tx, { companyId: bank.companyId, email }))

  expect(ended?.userId).toBe(userId)
  expect((await open(credential)).body.error).toBe('invalid_client')
  await expect.poll(async () => (await w.api('GET', '/v1/experts/me', { token })).status).toBe(401)
  expect((await admin('GET', `users/${userId}/credentials`)).status).toBe(404)
  const { rows } = await w.db.system.query('select revoked_at from credentials where client_id = $1', [
    credential.clientId,
  ])
  expect(rows[0].revoked_at).toBeInstanceOf(Date)
})

test('an asker cannot have a credential', async () => {
  const refused = await admin('POST', `users/${await newStaff('user')}/credentials`)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'role_unfit'])
})

test('the secret is shown once and stored as a hash', async () => {
  const userId = await newExpert()
  const wish = { headers: { 'idempotency-key': randomUUID() } }
  const made = await admin('POST', `users/${userId}/credentials`, wish)
  const again = await admin('POST', `users/${userId}/credentials`, wish)
  const { clientSecret, ...shown } = made.body.data

  expect(again.body.data).toEqual({ ...shown, clientSecret: null })
  for (const table of ['idempotency_keys', 'credentials', 'audit_log', 'outbox']) {
    const { rows } = await w.db.system.query(`select coalesce(json_agg(t)::text, '') as dump from ${table} t`)
    expect(rows[0].dump).not.toContain(clientSecret)
  }
  const listed = await admin('GET', `users/${userId}/credentials`)
  expect(listed.text).not.toContain('ecret')
  const { uuid, ...credential } = shown
  expect(listed.body.data.credentials).toEqual([credential])
  expect(uuid).toBe(userId)
})

test('the list is paged, newest first', async () => {
  const userId = await newExpert()
  const made: string[] = []
  for (let n = 0; n < 3; n++) made.unshift((await issueTo(userId)).clientId)
  const path = `users/${userId}/credentials`
  const first = (await admin('GET', path, { query: { limit: '2' } })).body.data
  const cursor = first.paging.nextCursor
  const second = (await admin('GET', path, { query: { limit: '2', cursor } })).body.data

  const listed = [...first.credentials, ...second.credentials].map(({ clientId }) => clientId)
  expect([listed, second.paging.nextCursor]).toEqual([made, null])
  expect((await admin('GET', path, { query: { cursor: 'x' } })).body.error.code).toBe('invalid_cursor')
})

test('the audit log records the creation, use and revocation of a credential', async () => {
  const userId = await newExpert()
  const credential = await issueTo(userId)
  const { clientId } = credential
  await open(credential)
  await admin('POST', `users/${userId}/credentials/revoke`, { body: { clientId } })

  const by = { kind: 'admin', uuid: bank.edda }
  expect((await acts()).slice(0, 3)).toMatchObject([
    { action: 'credential_revoked', outcome: 'success', actor: by, targetId: userId },
    { action: 'sign_in', outcome: 'success', actor: { kind: 'expert', uuid: userId }, targetId: clientId },
    { action: 'credential_created', outcome: 'success', actor: by, targetId: userId },
  ])
})

test('people and credentials of another company are not found and stay unchanged', async () => {
  const theirs = await w.addAdministered(rival)
  const { uuid, clientId } = theirs.person
  const ours = await newExpert()

  expect((await admin('GET', `users/${uuid}/credentials`)).status).toBe(404)
  expect((await admin('POST', `users/${uuid}/credentials`)).status).toBe(404)
  for (const [person, code] of [
    [uuid, 'person_not_found'],
    [ours, 'credential_not_found'],
  ]) {
    const refused = await admin('POST', `users/${person}/credentials/revoke`, { body: { clientId } })
    expect([refused.status, refused.body.error.code]).toEqual([404, code])
  }
  const listed = await w.api('GET', `/v1/admin/users/${uuid}/credentials`, { token: tokens.rivalsEdda })
  expect(listed.body.data.credentials).toMatchObject([{ clientId, dateRevoked: null }])
})

test('the client id of an integration is not a personal credential', async () => {
  const { clientId } = bank.client
  const refused = await admin('POST', `users/${bank.bruno}/credentials/revoke`, { body: { clientId } })
  expect(refused.body.error.code).toBe('credential_not_found')
  expect((await open(bank.client)).status).toBe(200)
})

test('an admin narrows the scopes of a credential, which ends the tokens that it has, and widens them again', async () => {
  const userId = await newExpert()
  const credential = await issueTo(userId)
  const { clientId } = credential
  const change = (scopes: string[]) =>
    admin('POST', `users/${userId}/credentials/update`, { body: { clientId, scopes } })
  const token = await tokenOf(credential)

  const narrower = await change(['questions:read'])

  expect(narrower.body.data).toMatchObject({ uuid: userId, clientId, scopes: ['questions:read'] })
  expect((await w.api('GET', '/v1/experts/me', { token })).body.error.code).toBe('token_revoked')
  const next = await tokenOf(credential)
  expect((await w.api('GET', '/v1/experts/me', { token: next })).body.error.code).toBe('insufficient_scope')
  expect((await w.api('GET', '/v1/questions', { token: next })).status).toBe(200)

  expect((await change(['expert', 'questions:read'])).body.data.scopes).toEqual(['questions:read', 'expert'])
  expect((await w.api('GET', '/v1/questions', { token: next })).status).toBe(200)
  expect((await w.api('GET', '/v1/experts/me', { token: await tokenOf(credential) })).status).toBe(200)
})

test('a credential gets no scope that its kind or the token of the admin lacks', async () => {
  const { integrationId } = bank
  const { clientId } = bank.client
  const change = (scopes: string[], token = tokens.edda) =>
    admin('POST', `integrations/${integrationId}/credentials/update`, { token, body: { clientId, scopes } })
  const unfit = await change(['questions:read', 'admin'])
  expect([unfit.status, unfit.body.error.code]).toEqual([400, 'scope_unfit'])
  expect((await change(['questions:read', 'training'])).status).toBe(200)

  const narrow = w.mint(bank, 'admin', bank.edda, { scopes: ['admin', 'questions:read'] })
  const refused = await change(['questions:read', 'privacy'], narrow)
  const kept = await change(['training'], narrow)

  expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
  expect([kept.status, kept.body.data.credentials[0].scopes]).toEqual([200, ['training']])
  await change([...grantable.integration])
})

test('an admin lowers the limits of a credential, and sets none above the default', async () => {
  const userId = await newExpert()
  const { clientId } = await issueTo(userId)
  const change = (limits: object) =>
    admin('POST', `users/${userId}/credentials/update`, { body: { clientId, ...limits } })
  const lowered = await change({ readsPerMinute: 5 })
  const tooHigh = await change({ writesPerMinute: w.config.rates.staff.writes + 1 })
  const usual = await change({ readsPerMinute: null, writesPerMinute: 3 })

  expect(lowered.body.data).toMatchObject({ readsPerMinute: 5, writesPerMinute: null })
  expect([tooHigh.status, tooHigh.body.error.code]).toEqual([400, 'limit_too_high'])
  expect(tooHigh.body.error.message).toContain('askline credential limit')
  expect(usual.body.data).toMatchObject({ readsPerMinute: null, writesPerMinute: 3 })
  expect((await acts())[0]).toMatchObject({ action: 'credential_updated', targetId: userId })
})

test('a revoked credential and one of another holder cannot be changed', async () => {
  const [userId, other] = [await newExpert(), await newExpert()]
  const { clientId } = await issueTo(userId)
  const change = (holder: string) =>
    admin('POST', `users/${holder}/credentials/update`, { body: { clientId, readsPerMinute: 5 } })
  const ofOther = await change(other)
  await admin('POST', `users/${userId}/credentials/revoke`, { body: { clientId } })

  for (const { status, body } of [ofOther, await change(userId)])
    expect([status, body.error.code]).toEqual([404, 'credential_not_found'])
})
