import { randomUUID } from 'node:crypto'
import { inSystem } from '@askline/db'
import { openSessionOf } from '@askline/domain/access/sessions'
import { setPassword } from '@askline/domain/companies/create-person'
import { beforeEach, expect, test } from 'vitest'
import { hashPassword, isPassword } from '../src/oauth/passwords.ts'
import { sessionCallerOf } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld({ RATE_LIMIT_SIGN_IN_PER_ADDRESS: '10000', RATE_LIMIT_OAUTH_PER_ADDRESS: '1000000' })
const { bank } = w
const first = 'correct horse battery staple'
const second = 'another long sentence of mine'
const ours = { origin: w.config.issuer, 'x-askline-desk': '1' }
const post = sessionCallerOf(w.inject)

/** Opens a session of a person in a browser, with its first token. */
async function openBrowserOf(userId: string, role: 'expert' | 'agent') {
  const wanted = { companyId: bank.companyId, userId, role, clientId: 'askline-desk', seconds: 3_600 }
  const jar = { cookie: `askline-session=${await inSystem(w.db, (tx) => openSessionOf(tx, wanted))}` }
  const mint = () => post('/token', {}, { ...ours, ...jar })
  return { token: (await mint()).body.access_token as string, mint }
}
const meOf = async (token: string) => (await w.api('GET', '/v1/me', { token })).status
const change = (token: string, body: object, headers = {}) =>
  w.api('POST', '/v1/me/password', { token, body, headers: { ...headers } })
const passwordOf = async (userId: string) => {
  const { rows } = await w.db.system.query<{ hash: string }>('select password_hash as hash from users where id = $1', [
    userId,
  ])
  return rows[0]?.hash
}
const actsOf = async (userId: string) => {
  const { rows } = await w.db.system.query(
    `select outcome from audit_log where target_id = $1 and action = 'own_password_changed' order by id`,
    [userId],
  )
  return rows.map(({ outcome }) => outcome)
}

beforeEach(async () => {
  await w.db.system.query(`delete from audit_log where action = 'own_password_changed'`).catch(() => undefined)
  await inSystem(w.db, async (tx) => setPassword(tx, bank.bruno, await hashPassword(first)))
})

test('a new password ends the other sign-ins of the person, and the one that changed it continues', async () => {
  const [here, elsewhere, ofAnother] = [
    await openBrowserOf(bank.bruno, 'expert'),
    await openBrowserOf(bank.bruno, 'expert'),
    await openBrowserOf(bank.dora, 'agent'),
  ]
  const before = (await actsOf(bank.bruno)).length

  const changed = await change(here.token, { currentPassword: first, newPassword: second })

  expect([changed.status, changed.body.data]).toEqual([200, { uuid: bank.bruno }])
  expect(await isPassword(await passwordOf(bank.bruno), second)).toBe(true)
  expect(await Promise.all([here, elsewhere, ofAnother].map(({ token }) => meOf(token)))).toEqual([200, 401, 200])
  expect(
    (await Promise.all([here, elsewhere, ofAnother].map(({ mint }) => mint()))).map(({ status }) => status),
  ).toEqual([200, 401, 200])
  expect((await actsOf(bank.bruno)).slice(before)).toEqual(['success'])
})

test('a wrong current password changes nothing and is in the audit log', async () => {
  const { token } = await openBrowserOf(bank.bruno, 'expert')
  const before = (await actsOf(bank.bruno)).length

  const { status, body } = await change(token, { currentPassword: 'a guess of somebody', newPassword: second })

  expect([status, body.error.code, body.error.details[0].field]).toEqual([400, 'password_wrong', 'currentPassword'])
  expect(await isPassword(await passwordOf(bank.bruno), first)).toBe(true)
  expect((await actsOf(bank.bruno)).slice(before)).toEqual(['failure'])
})

test('a new password that is too short is told how long it must be', async () => {
  const { token } = await openBrowserOf(bank.bruno, 'expert')

  const { status, body } = await change(token, { currentPassword: first, newPassword: 'fourteen signs' })

  expect([status, body.error.message]).toEqual([400, 'newPassword has fewer than 15 characters.'])
})

test('a repeated change is 200 only for the same token and Idempotency-Key, and otherwise a wrong password', async () => {
  const { token, mint } = await openBrowserOf(bank.bruno, 'expert')
  const wish = { currentPassword: first, newPassword: second }
  const key = { 'idempotency-key': randomUUID() }
  const { body: other } = await mint()

  const changed = await change(token, wish, key)
  const repeated = await change(token, wish, key)
  const refused = [
    await change(token, wish),
    await change(token, wish, { 'idempotency-key': randomUUID() }),
    await change(other.access_token, wish, key),
    await change(token, { ...wish, newPassword: 'a third sentence of mine' }, key),
  ]

  expect([changed, repeated].map(({ status, body }) => [status, body.data])).toEqual([
    [200, { uuid: bank.bruno }],
    [200, { uuid: bank.bruno }],
  ])
  expect([changed, repeated].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true'])
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
    [400, 'password_wrong'],
    [400, 'password_wrong'],
    [400, 'idempotency_key_reused'],
    [400, 'idempotency_key_reused'],
  ])
  expect(await isPassword(await passwordOf(bank.bruno), second)).toBe(true)
})

test('concurrent requests with the same token and Idempotency-Key both succeed', async () => {
  const { token } = await openBrowserOf(bank.bruno, 'expert')
  const wish = { currentPassword: first, newPassword: second }
  const key = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all([change(token, wish, key), change(token, wish, key)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('the holder of a token cannot test guesses as the new password', async () => {
  await inSystem(w.db, async (tx) => setPassword(tx, bank.carla, await hashPassword(first)))
  const { token } = await openBrowserOf(bank.carla, 'expert')
  const key = { 'idempotency-key': randomUUID() }
  const guess = () => change(token, { currentPassword: 'a guess of somebody', newPassword: first }, key)
  const codes: string[] = []
  for (let n = 0; n < 20; n++) codes.push((await guess()).body.error?.code)

  expect(codes.slice(0, 5)).toEqual(Array(5).fill('password_wrong'))
  expect(codes.slice(-5)).toContain('rate_limited')
})

test('of two concurrent changes one succeeds', async () => {
  const { token } = await openBrowserOf(bank.bruno, 'expert')
  const news = [second, 'a third sentence of mine']
  const answers = await Promise.all(news.map((newPassword) => change(token, { currentPassword: first, newPassword })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test.each([
  ['14 characters', 'fourteen chars', 400],
  ['15 characters', 'fifteen chars..', 200],
  ['the current one', first, 400],
])('a new password of %s gets %s', async (_what, newPassword, status) => {
  const { token } = await openBrowserOf(bank.bruno, 'expert')
  expect((await change(token, { currentPassword: first, newPassword })).status).toBe(status)
})

test.each([
  ['aaaaaaaaaaaaaaa', 'weak-repeat'],
  ['123456789012345', 'weak-common'],
  ['bruno@bank.example', 'weak-name'],
  ['the staff entrance of Bank', 'weak-company'],
])('the new password %s is refused with the reason %s, and not counted as a guess', async (newPassword, rule) => {
  const { token } = await openBrowserOf(bank.bruno, 'expert')
  for (let n = 0; n < 12; n++) {
    const { status, body } = await change(token, { currentPassword: first, newPassword })
    expect([status, body.error.code]).toEqual([400, 'password_weak'])
    expect(body.error.details).toEqual([{ field: 'newPassword', rule, message: body.error.message }])
  }
  expect(await isPassword(await passwordOf(bank.bruno), first)).toBe(true)
})

test('an umlaut that another keyboard writes in two characters is the same password', async () => {
  const { token } = await openBrowserOf(bank.bruno, 'expert')
  await change(token, { currentPassword: first, newPassword: 'Über sieben Brücken'.normalize('NFD') })
  expect(await isPassword(await passwordOf(bank.bruno), 'Über sieben Brücken'.normalize('NFC'))).toBe(true)
})

test('guesses are delayed together with those at the sign-in page, and no password is stored with the key', async () => {
  const { token } = await openBrowserOf(bank.bruno, 'expert')
  const key = randomUUID()
  const guess = () => change(token, { currentPassword: randomUUID(), newPassword: second }, { 'idempotency-key': key })
  const codes: string[] = []
  for (let n = 0; n < 20; n++) codes.push((await guess()).body.error.code)

  expect(codes.slice(-5)).toContain('rate_limited')
  const { rows } = await w.db.system.query('select count(*)::int as n from idempotency_keys where key = $1', [key])
  expect(rows[0].n).toBe(0)
})
