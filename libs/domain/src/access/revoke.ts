import { credentials, revocations, statement, type Tx, tokenFamilies, types } from '@askline/db'

import { endPasswordLinks } from './end-password-links.ts'
import { forgetDevices } from './known-devices.ts'

/** A row that every process reads within a second. `expiresAt` is when the last token that it concerns has expired. */
export type Revocation = {
  kind: 'token' | 'family' | 'credential' | 'person' | 'key'
  subject: string
  expiresAt: Date
}

/**
 * Revokes tokens from COMMIT on. Returns from when, by the database's clock. Idempotent. Needs a transaction of `inSystem`.
 */
export async function revoke(tx: Tx, revocation: Revocation): Promise<Date> {
  const [row] = await tx.query(insertRevocation, [revocation.kind, revocation.subject, revocation.expiresAt])
  if (!row) throw new Error('A revocation was not written')
  return row.revokedAt
}

const ended = { revokedAt: revocations.revokedAt }

const insertRevocation = statement({
  name: 'insert-revocation',
  params: [types.textOf<Revocation['kind']>(), types.text, types.instant],
  row: ended,
  text: `insert into revocations (kind, subject, revoked_at, expires_at) values ($1, $2, clock_timestamp(), $3)
    returning revoked_at as "revokedAt"`,
})

/**
 * Ends a token by its id, or all tokens that a person or a credential has now or that a key signed. Returns from when, by the
 * database's clock. Tokens that a person or a credential obtains later are valid. Needs a transaction of `inSystem`.
 */
export async function revokeTokens(tx: Tx, kind: Revocation['kind'], subject: string): Promise<Date> {
  const [row] = await tx.query(insertLongRevocation, [kind, subject])
  if (!row) throw new Error('A revocation was not written')
  return row.revokedAt
}

// Tokens that an operator minted may be valid for years.
const insertLongRevocation = statement({
  name: 'insert-long-revocation',
  params: [types.textOf<Revocation['kind']>(), types.text],
  row: ended,
  text: `insert into revocations (kind, subject, revoked_at, expires_at)
    values ($1, $2, clock_timestamp(), clock_timestamp() + interval '100 years') returning revoked_at as "revokedAt"`,
})

/**
 * Revokes a credential and every token it obtained. Returns from when, by the database's clock. Idempotent. Needs a
 * transaction of `inSystem`.
 */
export async function revokeCredential(tx: Tx, clientId: string): Promise<Date> {
  const [row] = await tx.query(endCredential, [clientId])
  if (!row) throw new Error('A revocation was not written')
  return row.revokedAt
}

// The revocation must outlive the integration's tokens, which may be valid for years.
const endCredential = statement({
  name: 'end-credential',
  params: [types.text],
  row: ended,
  text: `with ended as (
      update credentials set revoked_at = coalesce(revoked_at, clock_timestamp()) where client_id = $1
      returning client_id
    )
    insert into revocations (kind, subject, revoked_at, expires_at)
    select 'credential', client_id, clock_timestamp(), clock_timestamp() + interval '100 years' from ended
    returning revoked_at as "revokedAt"`,
})

/**
 * Ends the tokens, sign-ins and password links of a person who is blocked or deactivated. Their credentials for scripts do not
 * work until the person is active again. Returns from when. Needs a transaction of `inSystem`.
 */
export async function pauseAccess(tx: Tx, companyId: string, userId: string): Promise<Date> {
  endPasswordLinks(tx, companyId, userId)
  return endTokens(tx, companyId, userId)
}

/**
 * Ends the tokens and sign-ins of a person whose role changed, because tokens name the role. An open invitation stays. Returns
 * from when. Needs a transaction of `inSystem`.
 */
export async function endTokens(tx: Tx, companyId: string, userId: string): Promise<Date> {
  // Waits for tokens that are being issued, which hold their credential, so that they are ended as well.
  await tx.query(lockCredentialsOfPerson, [companyId, userId])
  return revokePerson(tx, companyId, userId)
}

const lockCredentialsOfPerson = statement({
  name: 'lock-credentials-of-person',
  params: [types.uuid, types.uuid],
  row: { clientId: credentials.clientId },
  text: `select client_id as "clientId" from credentials
    where company_id = $1 and user_id = $2 order by client_id for update`,
})

/**
 * Ends every access of a forgotten person: tokens, sign-ins, password links, and credentials for good. Returns from when. Needs a transaction
 * of `inSystem`.
 */
export async function endAccess(tx: Tx, companyId: string, userId: string): Promise<Date> {
  // The end must be later than every token, so it is the start of the statement that follows the lock.
  tx.send(lockCredentialsOfPerson, [companyId, userId])
  await tx.query(endCredentialsOfPerson, [companyId, userId])
  endPasswordLinks(tx, companyId, userId)
  return revokePerson(tx, companyId, userId)
}

const endCredentialsOfPerson = statement({
  name: 'end-credentials-of-person',
  params: [types.uuid, types.uuid],
  text: `update credentials set revoked_at = statement_timestamp()
    where company_id = $1 and user_id = $2 and revoked_at is null`,
})

/**
 * Ends all tokens and sign-ins that a person has now, and forgets the browsers of the sign-ins. Returns from when. Tokens obtained later are valid. Needs a
 * transaction of `inSystem`.
 */
export async function revokePerson(tx: Tx, companyId: string, userId: string): Promise<Date> {
  tx.send(lockFamiliesOfPerson, [companyId, userId])
  forgetDevices(tx, companyId, userId)
  await tx.query(endFamiliesOfPerson, [companyId, userId])
  return revokeTokens(tx, 'person', userId)
}

const lockFamiliesOfPerson = statement({
  name: 'lock-families-of-person',
  params: [types.uuid, types.uuid],
  row: { id: tokenFamilies.id },
  text: `select id from token_families
    where company_id = $1 and user_id = $2 and ended_at is null order by id for no key update`,
})

const endFamiliesOfPerson = statement({
  name: 'end-families-of-person',
  params: [types.uuid, types.uuid],
  text: `update token_families set ended_at = statement_timestamp()
    where company_id = $1 and user_id = $2 and ended_at is null`,
})

/**
 * Returns when the tokens of a person or of a credential were last ended, by the database's clock, or `undefined`. Needs a
 * transaction of `inSystem`.
 */
export async function findTokensEnd(
  tx: Tx,
  { userId, clientId }: { userId?: string | undefined; clientId: string },
): Promise<Date | undefined> {
  const [row] = await tx.query(newestRevocation, [userId ?? null, clientId])
  return row?.endedAt
}

// Revocations in the future end a secret that was rotated.
const newestRevocation = statement({
  name: 'newest-revocation-of-tokens',
  params: [types.nullable(types.text), types.text],
  row: { endedAt: revocations.revokedAt },
  text: `select revoked_at as "endedAt" from revocations
    where (kind = 'person' and subject = $1 or kind = 'credential' and subject = $2) and revoked_at <= clock_timestamp()
    order by revoked_at desc limit 1`,
})
