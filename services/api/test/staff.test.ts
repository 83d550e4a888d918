import { randomUUID } from 'node:crypto'
import { grantable, type Scope } from '@askline/contracts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Body, Call } from './caller.ts'
import { setPasswordBy } from './set-password.ts'
import { signInOnPage } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld({ RATE_LIMIT_SIGN_IN_PER_ADDRESS: '1000' })
const { admin, bank, rival, tokens } = w

/** Adds a person to the staff for one test. The answer has their invitation. */
async function invite(role: 'agent' | 'admin', company = bank, token = tokens.edda): Promise<Body> {
  const name = randomUUID()
  const body = { name, role, email: `${name}@${company.tag}.example` }
  return (await admin('POST', 'staff', { token, body })).body.data
}
const put = (userId: string, body: object, options: Call = {}) => admin('PUT', `staff/${userId}`, { body, ...options })
const actsOn = async (userId: string) => {
  const { rows } = await w.db.system.query(
    `select action from audit_log where target_id = $1 and outcome = 'success' order by id`,
    [userId],
  )
  return rows.map(({ action }) => action)
}

test('an admin adds an agent, who is in the list, and whose invitation is shown once', async () => {
  const wish = { headers: { 'idempotency-key': randomUUID() } }
  const address = `Dana-${randomUUID()}@bank.example`
  const body = { name: 'Dana', email: address, role: 'agent' }
  const made = await admin('POST', 'staff', { ...wish, body })
  const again = await admin('POST', 'staff', { ...wish, body })
  const { invitation, ...member } = made.body.data

  expect(made.status).toBe(201)
  expect(invitation.url).toMatch(/^http:\/\/localhost:\d+\/invitation#[\w-]{43}$/)
  expect(again.body.data).toEqual({ ...member, invitation: { ...invitation, url: null } })
  expect(member).toMatchObject({ name: 'Dana', email: address, role: 'agent', hasPassword: false })
  expect(member.dateInvitationExpires).toBe(invitation.dateExpires)
  const listed = await admin('GET', 'staff', { query: { limit: '100' } })
  expect(listed.body.data.staff).toContainEqual(member)
  expect(listed.text).not.toContain(new URL(invitation.url).hash.slice(1))
  expect(await actsOn(member.uuid)).toEqual(['person_invited', 'staff_created'])
})

test('the list has agents and admins of the own company, and neither experts nor askers', async () => {
  const { staff } = (await admin('GET', 'staff', { query: { limit: '100' } })).body.data
  const uuids = staff.map(({ uuid }: Body) => uuid)
  expect(uuids).toEqual(expect.arrayContaining([bank.dora, bank.edda]))
  for (const other of [bank.ada, bank.bruno, rival.dora, rival.edda]) expect(uuids).not.toContain(other)
})

test.each(['ada', 'bruno'] as const)('%s, who is no agent or admin, is not found', async (name) => {
  for (const answer of [
    await admin('GET', `staff/${bank[name]}`),
    await put(bank[name], { role: 'admin' }),
    await admin('POST', `staff/${bank[name]}/resetPassword`),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([404, 'person_not_found'])
  }
})

test('an address that another person of the company has is refused', async () => {
  const { uuid } = await invite('agent')
  const made = await admin('POST', 'staff', { body: { name: 'Eve', email: 'ADA@bank.example', role: 'agent' } })
  const changed = await put(uuid, { email: 'dora@bank.example' })

  for (const { status, body } of [made, changed]) expect([status, body.error.code]).toEqual([400, 'email_taken'])
  expect((await put(uuid, { email: `dora@${randomUUID()}.example` })).status).toBe(200)
})

test('another role ends the tokens of the person, and a change of the name does not', async () => {
  const { uuid } = await invite('agent')
  const token = w.mint(bank, 'agent', uuid)
  expect((await put(uuid, { name: 'Dana', role: 'agent' })).status).toBe(200)
  expect((await w.api('GET', '/v1/agents/questions', { token })).status).toBe(200)

  const promoted = await put(uuid, { role: 'admin' })

  expect(promoted.body.data).toMatchObject({ name: 'Dana', role: 'admin' })
  expect((await w.api('GET', '/v1/agents/questions', { token })).body.error.code).toBe('token_revoked')
  expect(await actsOn(uuid)).toEqual(['person_invited', 'staff_created', 'staff_updated', 'staff_updated'])
})

test('a role that a concurrent change gave is replaced with the end of its tokens', async () => {
  const { uuid } = await invite('agent')
  const concurrent = await w.db.system.connect()
  onTestFinished(() => concurrent.release())
  await concurrent.query('begin')
  await concurrent.query(`update users set role = 'admin' where id = $1`, [uuid])

  const changed = put(uuid, { role: 'agent' })
  await vi.waitFor(async () => {
    const { rows } = await w.db.system.query('select 1 from pg_locks where not granted')
    expect(rows).not.toEqual([])
  })
  await concurrent.query('commit')

  expect((await changed).body.data).toMatchObject({ role: 'agent' })
  const token = w.mint(bank, 'admin', uuid)
  expect((await w.api('GET', '/v1/admin/staff', { token })).body.error.code).toBe('token_revoked')
})

test('after a password reset only the password that its link sets signs in', async () => {
  const { uuid, email, invitation } = await invite('agent')
  const password = await setPasswordBy(w.api, invitation.url)
  const opened = await signIn(email, password)
  const { reset } = (await admin('POST', `staff/${uuid}/resetPassword`)).body.data
  const closed = await signIn(email, password)
  const next = await setPasswordBy(w.api, reset.url)

  expect([opened, closed, await signIn(email, password), await signIn(email, next)]).toEqual([true, false, false, true])
  expect(await actsOn(uuid)).toEqual(expect.arrayContaining(['staff_password_reset']))
})

test('an admin can neither change their own role nor reset their own password nor invite themselves', async () => {
  for (const answer of [
    await put(bank.edda, { role: 'agent' }),
    await admin('POST', `staff/${bank.edda}/resetPassword`),
    await admin('POST', `users/${bank.edda}/invite`),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([403, 'not_yourself'])
  }
  expect((await put(bank.edda, { name: 'Edda', role: 'admin' })).status).toBe(200)
})

test('only one of two admins who make each other an agent at the same moment succeeds', async () => {
  const token = w.mint(rival, 'admin', rival.edda)
  const other = await invite('admin', rival, token)
  await w.db.system.query(`update users set password_hash = '$argon2id$' where id = $1`, [rival.edda])
  const ifMatch = async (uuid: string) => {
    const { version } = (await admin('GET', `staff/${uuid}`, { token })).body.data
    return { headers: { 'if-match': `"${version}"` } }
  }
  const [ofOther, ofEdda] = [await ifMatch(other.uuid), await ifMatch(rival.edda)]
  const answers = await Promise.all([
    put(other.uuid, { role: 'agent' }, { token, ...ofOther }),
    put(rival.edda, { role: 'agent' }, { token: w.mint(rival, 'admin', other.uuid), ...ofEdda }),
  ])

  const codes = answers.map(({ body }) => body.error?.code)
  expect(codes.filter((code) => code === undefined)).toHaveLength(1)
  expect(['last_admin', 'token_revoked']).toContain(codes.find((code) => code !== undefined))
})

test('a token with fewer scopes than an admin can have creates no admin, promotes nobody and makes no link', async () => {
  const scopes: Scope[] = grantable.admin.filter((scope) => scope !== 'privacy')
  const token = w.mint(bank, 'admin', bank.edda, { scopes })
  const body = { name: 'Eve', email: `${randomUUID()}@bank.example`, role: 'admin' }
  const { uuid } = await invite('admin')
  const agent = await invite('agent')

  for (const answer of [
    await admin('POST', 'staff', { token, body }),
    await put(agent.uuid, { role: 'admin' }, { token }),
    await admin('POST', `staff/${uuid}/resetPassword`, { token }),
    await admin('POST', `users/${uuid}/invite`, { token }),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope'])
  }
  expect((await admin('POST', 'staff', { token, body: { ...body, role: 'agent' } })).status).toBe(201)
})

test('a token that may not reset the password of a person does not change their address either', async () => {
  const token = w.mint(bank, 'admin', bank.edda, { scopes: ['admin'] })
  const [other, agent] = [await invite('admin'), await invite('agent')]
  const email = `${randomUUID()}@bank.example`

  for (const { uuid } of [other, agent, { uuid: bank.edda }]) {
    const { status, body } = await put(uuid, { email }, { token })
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope'])
  }
  expect((await put(other.uuid, { name: 'Eve', email: other.email.toUpperCase() }, { token })).status).toBe(200)
  expect((await admin('GET', `staff/${other.uuid}`)).body.data).toMatchObject({
    name: 'Eve',
    email: other.email.toUpperCase(),
  })
  expect((await put(other.uuid, { email })).body.data).toMatchObject({ email })
})

/** Whether the sign-in page accepts the password. */
const signIn = async (email: string, password: string) => (await signInOnPage(w, { email, password })).code !== ''
