import { createHash, randomUUID } from 'node:crypto'
import type { Scope } from '@askline/contracts'
import { inSystem, type Tx } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { openAskerSignIn, redeemAskerSignIn } from '../src/access/asker-sign-ins.ts'
import { openFamily, redeemCode } from '../src/access/authorization-codes.ts'
import { endAllFamilies, endFamily } from '../src/access/families.ts'
import { addRefreshToken, redeemRefreshToken } from '../src/access/refresh-tokens.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { companyId, ada, bruno, edda } = cast
const run = <T>(work: (tx: Tx) => Promise<T>) => inSystem(db, work)
const sql = async (text: string, ...values: unknown[]) => (await db.system.query(text, values)).rows

const codeVerifier = 'a-verifier-that-only-the-client-knows'
const visit = { userAgent: 'Firefox', address: '203.0.113.9' }
const redirectUri = 'https://desk.example/back'

type Wanted = { companyId?: string; userId?: string; clientId?: string; scopes?: Scope[]; seconds?: number }

/** A sign-in with a code, and what redeems it. */
async function signIn({ userId = bruno, clientId = `client-${randomUUID()}`, ...more }: Wanted = {}) {
  const { companyId = cast.companyId, scopes = ['questions:read', 'expert'], seconds = 3600 } = more
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const { code, familyId } = await run((tx) =>
    openFamily(tx, {
      ...{ companyId, userId, clientId, scopes, redirectUri, codeChallenge },
      codeSeconds: 60,
      familySeconds: seconds,
    }),
  )
  const given = { code, clientId, redirectUri, codeVerifier }
  return {
    companyId,
    familyId,
    clientId,
    redeem: (other = {}) => run((tx) => redeemCode(tx, { ...given, ...other }, visit)),
  }
}

/** A sign-in with a refresh token. */
async function signedIn(wanted: Wanted = {}) {
  const family = await signIn(wanted)
  return { ...family, token: await run((tx) => addRefreshToken(tx, family)) }
}

/** A credential of an integration of its own. */
async function credential(companyId = cast.companyId) {
  const clientId = `server-${randomUUID()}`
  const integrationId = randomUUID()
  await sql(
    `insert into integrations (id, company_id, system_id, name) values ($1::uuid, $2, $1::uuid::text, 'Shop')`,
    integrationId,
    companyId,
  )
  await sql(
    `insert into credentials (client_id, company_id, integration_id, secret_hash, scopes) values ($1, $2, $3, '', '{}')`,
    clientId,
    companyId,
    integrationId,
  )
  return { clientId, integrationId }
}

test.each([
  ['the sign-in has ended', 'update token_families set ended_at = clock_timestamp() where id = $1'],
  ['the sign-in has expired', 'update token_families set expires_at = created_at where id = $1'],
  [
    'the person is blocked',
    'update users set is_blocked = true where id = (select user_id from token_families where id = $1)',
  ],
  [
    'the person is forgotten',
    'update users set forgotten_at = clock_timestamp() where id = (select user_id from token_families where id = $1)',
  ],
  [
    'the expert is deactivated',
    'update experts set is_active = false where user_id = (select user_id from token_families where id = $1)',
  ],
  [
    'the credential is revoked',
    'update credentials set revoked_at = created_at where client_id = (select client_id from token_families where id = $1)',
  ],
  [
    'the integration is removed',
    'update integrations set removed_at = clock_timestamp() where id = (select integration_id from credentials k join token_families f using (client_id) where f.id = $1)',
  ],
])('neither a code nor a refresh token is redeemed if %s', async (_state, change) => {
  const person = await inviteCast(db)
  const { companyId, bruno: userId } = person
  const { clientId } = await credential(companyId)
  const [one, other] = [await signIn({ companyId, userId, clientId }), await signedIn({ companyId, userId, clientId })]
  for (const { familyId } of [one, other]) await sql(change, familyId)

  expect(await one.redeem()).toEqual({ outcome: 'refused', ended: [] })
  expect(await run((tx) => redeemRefreshToken(tx, other, visit))).toEqual({ outcome: 'refused', ended: [] })
})

test('a sign-in through a credential that ends later works until then', async () => {
  const { clientId } = await credential()
  const { redeem } = await signIn({ clientId })
  await sql(`update credentials set revoked_at = clock_timestamp() + interval '1 hour' where client_id = $1`, clientId)

  expect(await redeem()).toMatchObject({ outcome: 'redeemed' })
})

test('an asker redeems no code of the staff', async () => {
  const { redeem } = await signIn({ userId: ada, scopes: ['questions:read'] })

  expect(await redeem()).toMatchObject({ outcome: 'refused' })
})

test('a sign-in keeps only the scopes that the present role of the person allows', async () => {
  const person = await inviteCast(db)
  const { redeem } = await signIn({
    ...{ companyId: person.companyId, userId: person.edda },
    scopes: ['questions:read', 'agent', 'admin'],
  })
  await sql(`update users set role = 'agent' where id = $1`, person.edda)

  expect(await redeem()).toMatchObject({ outcome: 'redeemed', family: { scopes: ['questions:read', 'agent'] } })
})

test.each([
  ['the client', { clientId: 'another' }],
  ['the redirect', { redirectUri: 'https://other.example/' }],
  ['the verifier', { codeVerifier: 'another' }],
])('a code is refused if %s differs', async (_part, other) => {
  const { redeem } = await signIn()

  expect(await redeem(other)).toEqual({ outcome: 'refused', ended: [] })
})

test("the code of an asker's sign-in is no authorization code, and the attempt does not use it up", async () => {
  const clientId = `server-${randomUUID()}`
  const asker = { userId: ada, name: 'Ada', role: 'user', isBlocked: false } as const
  const wanted = { companyId, clientId, scopes: ['questions:read'] as Scope[], seconds: 3600 }
  const { code } = await run((tx) => openAskerSignIn(tx, asker, wanted))

  const attempt = run((tx) => redeemCode(tx, { code, clientId, redirectUri: undefined, codeVerifier }, visit))

  expect(await attempt).toEqual({ outcome: 'refused', ended: [] })
  expect(await run((tx) => redeemAskerSignIn(tx, code, visit))).toMatchObject({ outcome: 'redeemed' })
})

test('a wrong verifier uses the code up, a wrong client does not', async () => {
  const [one, other] = [await signIn(), await signIn()]
  await one.redeem({ codeVerifier: 'another' })
  await other.redeem({ clientId: 'another' })

  expect(await one.redeem()).toMatchObject({ outcome: 'refused' })
  expect(await other.redeem()).toMatchObject({ outcome: 'redeemed' })
})

test('a code that expired is refused although its sign-in is open', async () => {
  const { familyId, redeem } = await signIn()
  await sql(
    'update authorization_codes set expires_at = expires_at - $2::interval where family_id = $1',
    familyId,
    '1 hour',
  )

  expect(await redeem()).toEqual({ outcome: 'refused', ended: [] })
})

test('a code and a refresh token that are used again end the sign-in', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const refresh = () => run((tx) => redeemRefreshToken(tx, other, visit))
  expect([await one.redeem(), await refresh()]).toMatchObject([{ outcome: 'redeemed' }, { outcome: 'redeemed' }])

  const again = [await one.redeem(), await refresh()]

  expect(again).toMatchObject([
    { outcome: 'refused', ended: [{ familyId: one.familyId }], of: { familyId: one.familyId } },
    { outcome: 'refused', ended: [{ familyId: other.familyId }], of: { familyId: other.familyId } },
  ])
})

test('a refresh token belongs to one client', async () => {
  const { token } = await signedIn()

  expect(await run((tx) => redeemRefreshToken(tx, { token, clientId: 'another' }, visit))).toEqual({
    outcome: 'refused',
    ended: [],
  })
})

test('only one of many concurrent requests redeems a code or a refresh token', async () => {
  const family = await signedIn()
  const outcomes = async (redeem: () => Promise<{ outcome: string }>) =>
    (await Promise.all(Array.from({ length: 6 }, redeem))).filter(({ outcome }) => outcome === 'redeemed')

  expect(await outcomes(() => run((tx) => redeemRefreshToken(tx, family, visit)))).toHaveLength(1)
  expect(await outcomes((await signIn()).redeem)).toHaveLength(1)
})

test('the end of a sign-in revokes its access tokens once, for no longer than one can be valid', async () => {
  const [short, long] = [await signIn({ seconds: 60 }), await signIn({ seconds: 30 * 86_400 })]
  for (const { familyId } of [short, long]) {
    expect(await run((tx) => endFamily(tx.of(companyId), familyId))).toEqual([{ familyId, at: expect.any(Date) }])
    expect(await run((tx) => endFamily(tx.of(companyId), familyId))).toEqual([])
  }

  const rows = await sql(
    `select extract(epoch from expires_at - revoked_at)::int as seconds from revocations
     where kind = 'family' and subject = any($1) order by expires_at`,
    [short.familyId, long.familyId],
  )
  expect(rows.map(({ seconds }) => Math.round(seconds / 60))).toEqual([1, 24 * 60])
})

test('the end of a sign-in stays when it ends again', async () => {
  const { familyId } = await signIn()
  const endedAt = async () => {
    await run((tx) => endFamily(tx.of(companyId), familyId))
    return (await sql('select ended_at from token_families where id = $1', familyId))[0].ended_at
  }
  const first = await endedAt()

  expect(first).toBeInstanceOf(Date)
  expect(await endedAt()).toEqual(first)
})

test('a sign-in deletes those that expired more than a day ago', async () => {
  const [recent, old] = [await signIn(), await signIn()]
  const expire = (familyId: string, age: string) =>
    sql('update token_families set expires_at = clock_timestamp() - $2::interval where id = $1', familyId, age)
  await expire(recent.familyId, '23 hours')
  await expire(old.familyId, '25 hours')

  await signIn()

  const left = await sql('select id from token_families where id = any($1)', [recent.familyId, old.familyId])
  expect(left).toEqual([{ id: recent.familyId }])
})

test('ending every sign-in counts those that were open', async () => {
  const [ended, expired, open] = [await signIn(), await signIn(), await signIn({ userId: edda })]
  await run((tx) => endFamily(tx.of(companyId), ended.familyId))
  await sql('update token_families set expires_at = created_at where id = $1', expired.familyId)
  const before = await sql('select id from token_families where ended_at is null and expires_at > clock_timestamp()')
  expect(before).toContainEqual({ id: open.familyId })

  expect(await run(endAllFamilies)).toBe(before.length)
  expect(await run(endAllFamilies)).toBe(0)
  expect(await open.redeem()).toMatchObject({ outcome: 'refused' })
})
