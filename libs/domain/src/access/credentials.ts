import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { grantable, type PrincipalKind, type Scope } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'

/** What a client id and secret open: who acts, for which company, and with which scopes at most. */
export type Credential = {
  clientId: string
  companyId: string
  kind: PrincipalKind
  /** The integration or person behind it: the subject of its tokens. */
  subjectId: string
  scopes: Scope[]
}

export type NewCredential = { companyId: string; scopes?: readonly Scope[] } & (
  | { integrationId: string }
  | { userId: string; role: Exclude<PrincipalKind, 'integration'> }
)

/** SHA-256 as hex: enough for secrets that are 256 random bits. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * Makes a client id and secret for an integration or for one person. The secret is returned here and nowhere else.
 * Without `scopes` it may ask for all that its kind may be granted.
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
    scopes,
  ])
  return { clientId, clientSecret }
}

const insertCredential: Statement = {
  name: 'insert_credential',
  text: `insert into credentials (client_id, company_id, integration_id, user_id, secret_hash, scopes)
    values ($1, $2, $3, $4, $5, $6)`,
}

type CredentialRow = {
  client_id: string
  company_id: string
  kind: PrincipalKind
  subject_id: string
  secret_hash: string
  scopes: Scope[]
}

/**
 * The credential that `clientId` and `clientSecret` open, or undefined. Needs a transaction of `inSystem`.
 * An unknown client and a wrong secret take the same statement, the same hash and the same comparison, so that
 * nobody can tell them apart, also not by time. Blocked, deactivated and forgotten people and removed integrations have none.
 */
export async function findCredential(tx: Tx, clientId: string, clientSecret: string): Promise<Credential | undefined> {
  const [row] = await tx.query<CredentialRow>(selectCredential, [clientId])
  const given = Buffer.from(hashSecret(clientSecret))
  const expected = Buffer.from(row?.secret_hash ?? nobodysHash)
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  if (!row || !isRight) return undefined
  const most: readonly Scope[] = grantable[row.kind]
  return {
    clientId: row.client_id,
    companyId: row.company_id,
    kind: row.kind,
    subjectId: row.subject_id,
    scopes: row.scopes.filter((scope) => most.includes(scope)),
  }
}

const nobodysHash = hashSecret(randomBytes(32).toString('hex'))

const selectCredential: Statement = {
  name: 'select_credential',
  text: `select c.client_id, c.company_id, c.secret_hash, c.scopes,
      coalesce(u.role, 'integration') as kind, coalesce(c.user_id, c.integration_id) as subject_id
    from credentials c
    left join users u on u.id = c.user_id
    left join experts e on e.user_id = c.user_id
    left join integrations i on i.id = c.integration_id
    where c.client_id = $1 and c.revoked_at is null
      and (i.id is null or i.removed_at is null)
      and (u.id is null or (u.forgotten_at is null and not u.is_blocked and coalesce(e.is_active, true)))`,
}

/**
 * Whether a credential still opens anything; if so it does until the caller commits: whoever ends it waits, and then ends
 * what was issued meanwhile as well. Needs a transaction of `inSystem`.
 */
export async function holdCredential(tx: Tx, clientId: string): Promise<boolean> {
  return (await tx.query(lockCredential, [clientId])).length > 0
}

const lockCredential: Statement = {
  name: 'lock_credential',
  text: 'select 1 from credentials where client_id = $1 and revoked_at is null for share',
}
