import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { scopes as everyScope, grantable, type PrincipalKind, type Role, type Scope } from '@askline/contracts'
import { credentials, statement, type Tx, types } from '@askline/db'
import { ForbiddenError } from '../errors.ts'

/** An authenticated client: its kind, company and maximum scopes. */
export type Credential = {
  clientId: string
  companyId: string
  kind: PrincipalKind
  /** The integration or person that it belongs to: the subject of its tokens. */
  subjectId: string
  scopes: Scope[]
}

export type NewCredential = { companyId: string; scopes?: readonly Scope[] } & (
  | { integrationId: string }
  | { userId: string; role: Exclude<PrincipalKind, 'integration'> }
)

/** Why a credential does not work although its secret is right. */
export type CredentialBar = 'revoked' | 'blocked' | 'inactive'

/** Returns the SHA-256 in hex. A slow hash is not needed, because secrets are 256 random bits. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * Creates a client id and secret for an integration or for one person. The secret is returned here only.
 * Without `scopes` its tokens may have every scope of its kind.
 */
export async function createCredential(
  tx: Tx,
  wanted: NewCredential,
): Promise<{ clientId: string; clientSecret: string }> {
  const clientId = `ask-${randomBytes(12).toString('hex')}`
  const clientSecret = randomBytes(32).toString('base64url')
  const integrationId = 'integrationId' in wanted ? wanted.integrationId : null
  const userId = 'userId' in wanted ? wanted.userId : null
  const scopes = wanted.scopes ?? grantable['userId' in wanted ? wanted.role : 'integration']
  await tx.query(insertCredential, [
    clientId,
    wanted.companyId,
    integrationId,
    userId,
    hashSecret(clientSecret),
    [...scopes],
  ])
  return { clientId, clientSecret }
}

const insertCredential = statement({
  name: 'insert-credential',
  params: [
    types.text,
    types.uuid,
    types.nullable(types.uuid),
    types.nullable(types.uuid),
    types.text,
    types.array(types.text),
  ],
  text: `insert into credentials (client_id, company_id, integration_id, user_id, secret_hash, scopes)
    values ($1, $2, $3, $4, $5, $6)`,
})

/**
 * Returns the scopes that an admin's token can give to others: its own. No admin's token can hold `expert`, so the scope
 * `admin` gives it.
 */
export const grantableBy = (creatorScopes: readonly Scope[]): readonly Scope[] =>
  creatorScopes.includes('admin') ? [...creatorScopes, 'expert'] : creatorScopes

/**
 * Returns the scopes of a credential that an admin creates: those of its kind that the admin's token can give. Throws
 * ForbiddenError if none is left.
 */
export function scopesWithin(kind: PrincipalKind, creatorScopes: readonly Scope[]): readonly Scope[] {
  const allowed = grantableBy(creatorScopes)
  const scopes = grantable[kind].filter((scope) => allowed.includes(scope))
  if (scopes.length > 0) return scopes
  const message = `A new credential has at most the scopes of your token (${creatorScopes.join(' ')}), and none of them fits. Use a token with more scopes.`
  throw new ForbiddenError('insufficient_scope', message)
}

/**
 * Throws ForbiddenError `insufficient_scope` unless an admin's token has every scope that a person of this role can get and
 * an admin can have. Otherwise the holder of the token could create the person, sign in and have more scopes.
 */
export function assertMayAppoint(role: Role, creatorScopes: readonly Scope[]): void {
  const missing = grantable[role].filter((scope) => grantable.admin.includes(scope) && !creatorScopes.includes(scope))
  if (missing.length === 0) return
  const message = `The ${role} could sign in with scopes that your token lacks: ${missing.join(' ')}. Use a token with these scopes.`
  throw new ForbiddenError('insufficient_scope', message)
}

/** Returns the known scopes of a token's `scope` claim. */
export const scopesOfClaim = (claim: string): readonly Scope[] => {
  const names = claim.split(' ')
  return everyScope.filter((scope) => names.includes(scope))
}

/** Returns the credential if the secret is right and its holder has access, else `undefined`. See `checkSecret`. */
export async function findCredential(tx: Tx, clientId: string, clientSecret: string): Promise<Credential | undefined> {
  const found = await checkSecret(tx, clientId, clientSecret)
  return found && !('bar' in found) ? found : undefined
}

/**
 * Returns the credential, or why it does not work although the secret is right, or `undefined` if client id and secret do not
 * match. An unknown client and a wrong secret take the same statement, hash and comparison, so their duration does not tell
 * them apart. Needs a transaction of `inSystem`.
 */
export async function checkSecret(
  tx: Tx,
  clientId: string,
  clientSecret: string,
): Promise<Credential | { bar: CredentialBar } | undefined> {
  const [row] = await tx.query(selectCredential, [clientId])
  const given = Buffer.from(hashSecret(clientSecret))
  const expected = Buffer.from(row?.secretHash ?? hashOfNoSecret)
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  if (!row || !isRight) return undefined
  if (row.bar !== null) return { bar: row.bar }
  const { clientId: id, companyId, kind, subjectId, scopes } = row
  const most: readonly Scope[] = grantable[kind]
  return { clientId: id, companyId, kind, subjectId, scopes: scopes.filter((scope) => most.includes(scope)) }
}

const hashOfNoSecret = hashSecret(randomBytes(32).toString('hex'))

const bar = `case when c.revoked_at <= clock_timestamp() or i.removed_at is not null or u.forgotten_at is not null then 'revoked'
      when u.is_blocked then 'blocked' when not coalesce(e.is_active, true) then 'inactive' end`
const holders = `credentials c
    left join users u on u.id = c.user_id and u.company_id = c.company_id
    left join experts e on e.user_id = c.user_id and e.company_id = c.company_id
    left join integrations i on i.id = c.integration_id and i.company_id = c.company_id`

const selectCredential = statement({
  name: 'select-credential',
  params: [types.text],
  row: {
    clientId: credentials.clientId,
    companyId: credentials.companyId,
    secretHash: credentials.secretHash,
    scopes: credentials.scopes,
    kind: types.textOf<PrincipalKind>(),
    subjectId: types.uuid,
    bar: types.nullable(types.textOf<CredentialBar>()),
  },
  text: `select c.client_id as "clientId", c.company_id as "companyId", c.secret_hash as "secretHash", c.scopes,
      coalesce(u.role, 'integration') as kind, coalesce(c.user_id, c.integration_id) as "subjectId", ${bar} as bar
    from ${holders} where c.client_id = $1`,
})

/**
 * Locks a credential until the caller commits and returns whether it still works. A transaction that ends or pauses it
 * waits, and then also ends the tokens that were issued meanwhile. Needs a transaction of `inSystem`.
 */
export async function holdCredential(
  whole: Tx,
  { clientId, companyId }: { clientId: string; companyId: string },
): Promise<boolean> {
  const tx = whole.of(companyId)
  await tx.query(lockCredential, [clientId])
  // A second statement, because the first one does not see what was committed while it waited for the lock.
  return (await tx.query(isOpen, [clientId])).length > 0
}

const lockCredential = statement({
  name: 'lock-credential',
  params: [types.text],
  row: { clientId: credentials.clientId },
  text: 'select client_id as "clientId" from credentials where client_id = $1 and company_id = $company for share',
})
const isOpen = statement({
  name: 'is-credential-open',
  params: [types.text],
  row: { clientId: credentials.clientId },
  text: `select c.client_id as "clientId" from ${holders} where c.client_id = $1 and c.company_id = $company and ${bar} is null`,
})

/** Requests per minute that one token of a credential may make; null for the default of its kind. */
export type CredentialLimits = { reads: number | null; writes: number | null }

/**
 * Sets the limits of a credential. They hold within seconds, also for tokens that exist. Returns the company, or `undefined`
 * if no credential has this client id. Needs a transaction of `inSystem`.
 */
export async function limitCredential(
  tx: Tx,
  clientId: string,
  { reads, writes }: CredentialLimits,
): Promise<string | undefined> {
  const [row] = await tx.query(setLimits, [clientId, reads, writes])
  return row?.companyId
}

const setLimits = statement({
  name: 'limit-credential',
  params: [types.text, types.nullable(types.int), types.nullable(types.int)],
  row: { companyId: credentials.companyId },
  text: `update credentials set reads_per_minute = $2, writes_per_minute = $3 where client_id = $1
    returning company_id as "companyId"`,
})
