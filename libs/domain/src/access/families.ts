import { createHash, randomBytes } from 'node:crypto'
import { grantable, type Role, type Scope } from '@askline/contracts'
import {
  authorizationCodes,
  newId,
  type RowOf,
  refreshTokens,
  revocations,
  statement,
  type Tx,
  tokenFamilies,
  types,
  users,
} from '@askline/db'
import { hashSecret } from './credentials.ts'

/** All tokens that come from one sign-in. They act as this person and end together. */
export type Family = {
  familyId: string
  companyId: string
  userId: string
  role: Exclude<Role, 'user'>
  clientId: string
  scopes: Scope[]
  /** The end of the sign-in, however often it is refreshed. */
  expiresAt: Date
}

/** Ends every sign-in of every company. Returns their number. Needs a transaction of `inSystem`. */
export async function endAllFamilies(tx: Tx): Promise<number> {
  return (await tx.query(endEveryFamily, [])).length
}

const endEveryFamily = statement({
  name: 'end-every-family',
  row: { id: tokenFamilies.id },
  text: `update token_families set ended_at = clock_timestamp()
    where ended_at is null and expires_at > clock_timestamp() returning id`,
})

/** A revoked token and the time of its revocation. The process that ended it refuses it at once. */
export type EndedToken = { jti: string; at: Date }

/** `ended`: tokens that were revoked because the code or refresh token had been used before. */
export type Redeemed =
  | { outcome: 'redeemed'; family: Family }
  | { outcome: 'refused'; ended: EndedToken[]; of?: Family }

export type NewFamily = {
  companyId: string
  userId: string
  clientId: string
  scopes: readonly Scope[]
  redirectUri: string
  /** SHA-256 of a verifier that only the client knows (RFC 7636 §4.2). */
  codeChallenge: string
  codeSeconds: number
  familySeconds: number
}

/**
 * Creates a family and returns its authorization code, of which only a hash is stored. All functions of this file need a
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
    [...wanted.scopes],
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

/** Deletes a few expired families. Each sign-in runs it, so no background job is needed. */
export const sweepFamilies = statement({
  name: 'sweep-families',
  text: `delete from token_families where id in (
    select id from token_families where expires_at < clock_timestamp() - interval '1 day' limit 50 for update skip locked)`,
})
const insertFamily = statement({
  name: 'insert-family',
  params: [types.uuid, types.uuid, types.uuid, types.text, types.array(types.text), types.int],
  text: `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6::int * interval '1 second')`,
})
const insertCode = statement({
  name: 'insert-code',
  params: [types.text, types.uuid, types.uuid, types.text, types.text, types.int],
  text: `insert into authorization_codes (code_hash, company_id, family_id, redirect_uri, code_challenge, expires_at)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6::int * interval '1 second')`,
})

/**
 * Redeems an authorization code once. A second use ends the family (RFC 9700 §4.5). A wrong verifier or redirect uses the
 * code up, because a stranger may hold it. Callers commit in either case.
 */
export async function redeemCode(
  tx: Tx,
  given: { code: string; clientId: string; redirectUri: string | undefined; codeVerifier: string },
): Promise<Redeemed> {
  const codeHash = hashSecret(given.code)
  // Locks code and family until commit, so only one concurrent request redeems the code. The next one sees its tokens and
  // ends them.
  const [row] = await tx.query(lockCode, [codeHash])
  if (!row || row.clientId !== given.clientId) return refused()
  if (row.isUsed) return { outcome: 'refused', ended: await endFamily(tx, row.familyId), of: familyOf(row) }
  await tx.query(useCode, [codeHash])
  const challenge = createHash('sha256').update(given.codeVerifier).digest('base64url')
  const isRight = row.isOpen && challenge === row.codeChallenge && given.redirectUri === row.redirectUri
  return isRight ? { outcome: 'redeemed', family: familyOf(row) } : refused()
}

const refused = (): Redeemed => ({ outcome: 'refused', ended: [] })

const familyRow = {
  familyId: tokenFamilies.id,
  companyId: tokenFamilies.companyId,
  userId: tokenFamilies.userId,
  role: types.textOf<Family['role']>(),
  clientId: tokenFamilies.clientId,
  scopes: tokenFamilies.scopes,
  expiresAt: tokenFamilies.expiresAt,
  isOpen: types.boolean,
}
type FamilyRow = RowOf<typeof familyRow>

/** SQL: whether the family `f` of the user `u` can still be used. Joined as in `familyTables`. */
export const isFamilyOpen = `f.ended_at is null and f.expires_at > clock_timestamp() and not u.is_blocked
    and u.forgotten_at is null and coalesce(e.is_active, true) and (k.client_id is null or k.revoked_at is null
      or k.revoked_at > clock_timestamp())
    and (i.id is null or i.removed_at is null)`
/** SQL: what `isFamilyOpen` looks at beside the family. */
export const familyTables = `join users u on u.id = f.user_id
  left join experts e on e.user_id = u.id left join credentials k on k.client_id = f.client_id
  left join integrations i on i.id = k.integration_id`

const familyColumns = `f.id as "familyId", f.company_id as "companyId", f.user_id as "userId", u.role, f.client_id as "clientId",
  f.scopes, f.expires_at as "expiresAt",
  u.role <> 'user' and ${isFamilyOpen}`
const familyOfRow = (row: 'c' | 'r') => `token_families f on f.id = ${row}.family_id ${familyTables}`

const lockCode = statement({
  name: 'lock-code',
  params: [types.text],
  row: {
    ...familyRow,
    isUsed: types.boolean,
    redirectUri: authorizationCodes.redirectUri,
    codeChallenge: authorizationCodes.codeChallenge,
  },
  text: `select ${familyColumns} and c.expires_at > clock_timestamp() as "isOpen", c.used_at is not null as "isUsed",
      c.redirect_uri as "redirectUri", c.code_challenge as "codeChallenge"
    from authorization_codes c join ${familyOfRow('c')} where c.code_hash = $1 and c.code_challenge is not null
    for update of c, f`,
})
const useCode = statement({
  name: 'use-code',
  params: [types.text],
  text: 'update authorization_codes set used_at = clock_timestamp() where code_hash = $1',
})

/** Returns the family with the scopes that the person's present role allows. */
const familyOf = ({ familyId, companyId, userId, role, clientId, scopes, expiresAt }: FamilyRow): Family => ({
  familyId,
  companyId,
  userId,
  role,
  clientId,
  scopes: scopes.filter((scope) => (grantable[role] as readonly Scope[]).includes(scope)),
  expiresAt,
})

/** Adds the refresh token that is issued with an access token, and returns it. Only its hash is stored. */
export async function addRefreshToken(
  tx: Tx,
  family: Pick<Family, 'companyId' | 'familyId'>,
  access: { jti: string; expiresAt: Date },
): Promise<string> {
  const token = `${refreshPrefix}${randomBytes(32).toString('base64url')}`
  await tx.query(insertRefreshToken, [
    hashSecret(token),
    family.companyId,
    family.familyId,
    access.jti,
    access.expiresAt,
  ])
  return token
}

/** Prefix by which people and secret scanners recognize a refresh token. */
export const refreshPrefix = 'askr_'

const insertRefreshToken = statement({
  name: 'insert-refresh-token',
  params: [types.text, types.uuid, types.uuid, types.text, types.instant],
  text: `insert into refresh_tokens (token_hash, company_id, family_id, access_jti, access_expires_at)
    values ($1, $2, $3, $4, $5)`,
})

/**
 * Redeems a refresh token once; the caller issues the next one. A second use ends the family at once, without a grace
 * period, because it shows that two parties hold the token.
 */
export async function redeemRefreshToken(tx: Tx, given: { token: string; clientId: string }): Promise<Redeemed> {
  const tokenHash = hashSecret(given.token)
  const [row] = await tx.query(lockRefreshToken, [tokenHash])
  if (!row || row.clientId !== given.clientId) return refused()
  if (row.isUsed) return { outcome: 'refused', ended: await endFamily(tx, row.familyId), of: familyOf(row) }
  if (!row.isOpen) return refused()
  await tx.query(useRefreshToken, [tokenHash])
  return { outcome: 'redeemed', family: familyOf(row) }
}

const lockRefreshToken = statement({
  name: 'lock-refresh-token',
  params: [types.text],
  row: { ...familyRow, isUsed: types.boolean },
  text: `select ${familyColumns} as "isOpen", r.used_at is not null as "isUsed"
    from refresh_tokens r join ${familyOfRow('r')} where r.token_hash = $1
    for update of r, f`,
})
const useRefreshToken = statement({
  name: 'use-refresh-token',
  params: [types.text],
  text: 'update refresh_tokens set used_at = clock_timestamp() where token_hash = $1',
})

/** Ends a family: its code and refresh tokens stop working and its access tokens are revoked. Returns the revoked tokens. */
export async function endFamily(tx: Tx, familyId: string): Promise<EndedToken[]> {
  return tx.query(endFamilyAndTokens, [familyId])
}

const endFamilyAndTokens = statement({
  name: 'end-family',
  params: [types.uuid],
  row: { jti: revocations.subject, at: revocations.revokedAt },
  text: `with ended as (
      update token_families set ended_at = coalesce(ended_at, clock_timestamp()) where id = $1 returning id
    )
    insert into revocations (kind, subject, revoked_at, expires_at)
    select 'token', r.access_jti, clock_timestamp(), r.access_expires_at
    from ended join refresh_tokens r on r.family_id = ended.id
    where r.access_expires_at > clock_timestamp()
      and not exists (select 1 from revocations v where v.kind = 'token' and v.subject = r.access_jti)
    returning subject as jti, revoked_at as at`,
})

/** Ends the family of an access token, if it has one. Returns the revoked tokens. */
export async function endFamilyOfToken(tx: Tx, jti: string): Promise<EndedToken[]> {
  const [row] = await tx.query(selectFamilyOfToken, [jti])
  return row ? endFamily(tx, row.familyId) : []
}

const selectFamilyOfToken = statement({
  name: 'select-family-of-token',
  params: [types.text],
  row: { familyId: refreshTokens.familyId },
  text: 'select family_id as "familyId" from refresh_tokens where access_jti = $1',
})

/** Returns the family of a refresh token, or `undefined` if the token is unknown. */
export async function findFamilyOfRefreshToken(
  tx: Tx,
  token: string,
): Promise<{ familyId: string; companyId: string; userId: string; role: Role; clientId: string } | undefined> {
  const [row] = await tx.query(selectFamilyOfRefreshToken, [hashSecret(token)])
  return row
}

const selectFamilyOfRefreshToken = statement({
  name: 'select-family-of-refresh-token',
  params: [types.text],
  row: {
    familyId: tokenFamilies.id,
    companyId: tokenFamilies.companyId,
    userId: tokenFamilies.userId,
    role: users.role,
    clientId: tokenFamilies.clientId,
  },
  text: `select f.id as "familyId", f.company_id as "companyId", f.user_id as "userId", u.role, f.client_id as "clientId"
    from refresh_tokens r join token_families f on f.id = r.family_id join users u on u.id = f.user_id
    where r.token_hash = $1`,
})
