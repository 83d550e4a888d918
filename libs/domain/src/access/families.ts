import { createHash, randomBytes } from 'node:crypto'
import { grantable, type Role, type Scope } from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import { hashSecret } from './credentials.ts'

/** What one sign-in is good for: whoever redeems its code or a refresh token acts as this person. */
export type Family = {
  familyId: string
  companyId: string
  userId: string
  role: Exclude<Role, 'user'>
  clientId: string
  scopes: Scope[]
  /** When it ends, however often it is refreshed. */
  expiresAt: Date
}

/** Ends every sign-in of every company; answers how many there were. Needs `inSystem`. */
export async function endAllFamilies(tx: Tx): Promise<number> {
  return (await tx.query(endEveryFamily, [])).length
}

const endEveryFamily: Statement = {
  name: 'end_every_family',
  text: `update token_families set ended_at = clock_timestamp()
    where ended_at is null and expires_at > clock_timestamp() returning id`,
}

/** A token that is no longer accepted, and from when: for the process that ended it. */
export type EndedToken = { jti: string; at: Date }

/** `ended`: tokens that died because this code or token had been used before. */
export type Redeemed =
  | { outcome: 'redeemed'; family: Family }
  | { outcome: 'refused'; ended: EndedToken[]; of?: Family }

export type NewFamily = {
  companyId: string
  userId: string
  clientId: string
  scopes: readonly Scope[]
  redirectUri: string
  /** S256 of a verifier that only the client knows (RFC 7636 §4.2). */
  codeChallenge: string
  codeSeconds: number
  familySeconds: number
}

/**
 * Begins a family and returns the authorization code that opens it, which is kept nowhere. All of this file needs a
 * transaction of `inSystem`.
 */
export async function openFamily(tx: Tx, wanted: NewFamily): Promise<{ code: string; familyId: string }> {
  const familyId = newId()
  const code = randomBytes(32).toString('base64url')
  await tx.query(sweepFamilies, [])
  await tx.query(insertFamily, [
    familyId,
    wanted.companyId,
    wanted.userId,
    wanted.clientId,
    wanted.scopes,
    wanted.familySeconds,
  ])
  await tx.query(insertCode, [
    hashSecret(code),
    wanted.companyId,
    familyId,
    wanted.redirectUri,
    wanted.codeChallenge,
    wanted.codeSeconds,
  ])
  return { code, familyId }
}

// A few at a time, when somebody signs in: nothing else has to look after them.
const sweepFamilies: Statement = {
  name: 'sweep-families',
  text: `delete from token_families where id in (
    select id from token_families where expires_at < clock_timestamp() - interval '1 day' limit 50 for update skip locked)`,
}
const insertFamily: Statement = {
  name: 'insert-family',
  text: `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6::int * interval '1 second')`,
}
const insertCode: Statement = {
  name: 'insert-code',
  text: `insert into authorization_codes (code_hash, company_id, family_id, redirect_uri, code_challenge, expires_at)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6::int * interval '1 second')`,
}

/**
 * Redeems an authorization code, once. A code that was used before ends its family (RFC 9700 §4.5), and a code that was
 * tried with the wrong verifier or redirect is used up: it is in the wrong hands. Callers commit in either case.
 */
export async function redeemCode(
  tx: Tx,
  given: { code: string; clientId: string; redirectUri: string | undefined; codeVerifier: string },
): Promise<Redeemed> {
  const codeHash = hashSecret(given.code)
  // Code and family are locked until commit: of those who come at once, one finds it unused, and its tokens are committed
  // before the next one looks and ends them.
  const [row] = await tx.query<CodeRow>(lockCode, [codeHash])
  if (!row || row.clientId !== given.clientId) return refused()
  if (row.isUsed) return { outcome: 'refused', ended: await endFamily(tx, row.familyId), of: familyOf(row) }
  await tx.query(useCode, [codeHash])
  const challenge = createHash('sha256').update(given.codeVerifier).digest('base64url')
  const isRight = row.isOpen && challenge === row.codeChallenge && given.redirectUri === row.redirectUri
  return isRight ? { outcome: 'redeemed', family: familyOf(row) } : refused()
}

const refused = (): Redeemed => ({ outcome: 'refused', ended: [] })

type FamilyRow = Family & { isOpen: boolean }
type CodeRow = FamilyRow & { isUsed: boolean; redirectUri: string; codeChallenge: string }

// Of a person who was blocked, forgotten or deactivated, and of a client that is no more, nothing is open.
const familyColumns = `f.id as "familyId", f.company_id as "companyId", f.user_id as "userId", u.role, f.client_id as "clientId",
  f.scopes, f.expires_at as "expiresAt",
  f.ended_at is null and f.expires_at > clock_timestamp() and u.role <> 'user' and not u.is_blocked
    and u.forgotten_at is null and coalesce(e.is_active, true) and (k.client_id is null or k.revoked_at is null)
    and (i.id is null or i.removed_at is null)`
const familyOfRow = (row: 'c' | 'r') => `token_families f on f.id = ${row}.family_id join users u on u.id = f.user_id
  left join experts e on e.user_id = u.id left join credentials k on k.client_id = f.client_id
  left join integrations i on i.id = k.integration_id`

const lockCode: Statement = {
  name: 'lock-code',
  text: `select ${familyColumns} and c.expires_at > clock_timestamp() as "isOpen", c.used_at is not null as "isUsed",
      c.redirect_uri as "redirectUri", c.code_challenge as "codeChallenge"
    from authorization_codes c join ${familyOfRow('c')} where c.code_hash = $1
    for update of c, f`,
}
const useCode: Statement = {
  name: 'use-code',
  text: 'update authorization_codes set used_at = clock_timestamp() where code_hash = $1',
}

/** Scopes shrink with the role a person has when the token is issued. */
const familyOf = ({ familyId, companyId, userId, role, clientId, scopes, expiresAt }: FamilyRow): Family => ({
  familyId,
  companyId,
  userId,
  role,
  clientId,
  scopes: scopes.filter((scope) => (grantable[role] as readonly Scope[]).includes(scope)),
  expiresAt,
})

/** Adds the refresh token that goes out beside an access token. It is returned here and kept nowhere. */
export async function addRefreshToken(
  tx: Tx,
  family: Family,
  access: { jti: string; expiresAt: Date },
): Promise<string> {
  const token = `${refreshPrefix}${randomBytes(32).toString('base64url')}`
  const values = [hashSecret(token), family.companyId, family.familyId, access.jti, access.expiresAt]
  await tx.query(insertRefreshToken, values)
  return token
}

/** Makes a refresh token known at sight, to people and to scanners of leaked secrets. */
export const refreshPrefix = 'askr_'

const insertRefreshToken: Statement = {
  name: 'insert-refresh-token',
  text: `insert into refresh_tokens (token_hash, company_id, family_id, access_jti, access_expires_at)
    values ($1, $2, $3, $4, $5)`,
}

/**
 * Redeems a refresh token, once: the caller issues the next one. One that was used before ends its family, at once and
 * without a time of grace: whoever holds it, there are two of them.
 */
export async function redeemRefreshToken(tx: Tx, given: { token: string; clientId: string }): Promise<Redeemed> {
  const tokenHash = hashSecret(given.token)
  const [row] = await tx.query<FamilyRow & { isUsed: boolean }>(lockRefreshToken, [tokenHash])
  if (!row || row.clientId !== given.clientId) return refused()
  if (row.isUsed) return { outcome: 'refused', ended: await endFamily(tx, row.familyId), of: familyOf(row) }
  if (!row.isOpen) return refused()
  await tx.query(useRefreshToken, [tokenHash])
  return { outcome: 'redeemed', family: familyOf(row) }
}

const lockRefreshToken: Statement = {
  name: 'lock-refresh-token',
  text: `select ${familyColumns} as "isOpen", r.used_at is not null as "isUsed"
    from refresh_tokens r join ${familyOfRow('r')} where r.token_hash = $1
    for update of r, f`,
}
const useRefreshToken: Statement = {
  name: 'use-refresh-token',
  text: 'update refresh_tokens set used_at = clock_timestamp() where token_hash = $1',
}

/** Ends a family: no code or refresh token of it opens anything, and its access tokens are revoked. */
export async function endFamily(tx: Tx, familyId: string): Promise<EndedToken[]> {
  return tx.query<EndedToken>(endFamilyAndTokens, [familyId])
}

const endFamilyAndTokens: Statement = {
  name: 'end-family',
  text: `with ended as (
      update token_families set ended_at = coalesce(ended_at, clock_timestamp()) where id = $1 returning id
    )
    insert into revocations (kind, subject, revoked_at, expires_at)
    select 'token', r.access_jti, clock_timestamp(), r.access_expires_at
    from ended join refresh_tokens r on r.family_id = ended.id
    where r.access_expires_at > clock_timestamp()
      and not exists (select 1 from revocations v where v.kind = 'token' and v.subject = r.access_jti)
    returning subject as jti, revoked_at as at`,
}

/** Ends the family that an access token came of, if it came of one. */
export async function endFamilyOfToken(tx: Tx, jti: string): Promise<EndedToken[]> {
  const [row] = await tx.query<{ familyId: string }>(selectFamilyOfToken, [jti])
  return row ? endFamily(tx, row.familyId) : []
}

const selectFamilyOfToken: Statement = {
  name: 'select-family-of-token',
  text: 'select family_id as "familyId" from refresh_tokens where access_jti = $1',
}

/** Which client a refresh token was issued to; undefined for one that is none of ours. */
export async function findFamilyOfRefreshToken(
  tx: Tx,
  token: string,
): Promise<{ familyId: string; companyId: string; userId: string; role: Role; clientId: string } | undefined> {
  const [row] = await tx.query<{
    familyId: string
    companyId: string
    userId: string
    role: Role
    clientId: string
  }>(selectFamilyOfRefreshToken, [hashSecret(token)])
  return row
}

const selectFamilyOfRefreshToken: Statement = {
  name: 'select-family-of-refresh-token',
  text: `select f.id as "familyId", f.company_id as "companyId", f.user_id as "userId", u.role, f.client_id as "clientId"
    from refresh_tokens r join token_families f on f.id = r.family_id join users u on u.id = f.user_id
    where r.token_hash = $1`,
}
