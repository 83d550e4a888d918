import type { Statement, Tx } from '@askline/db'

/** A row every process reads within a second. `expiresAt`: when the last token it names has expired anyway. */
export type Revocation = { kind: 'token' | 'credential' | 'person' | 'key'; subject: string; expiresAt: Date }

/**
 * From COMMIT on, tokens that `revocation` names are refused; answers from when, by the database's clock. Needs a
 * transaction of `inSystem`. A second one does no harm.
 */
export async function revoke(tx: Tx, revocation: Revocation): Promise<Date> {
  const values = [revocation.kind, revocation.subject, revocation.expiresAt]
  const [row] = await tx.query<{ revoked_at: Date }>(insertRevocation, values)
  if (!row) throw new Error('A revocation was not written')
  return row.revoked_at
}

const insertRevocation: Statement = {
  name: 'insert_revocation',
  text: `insert into revocations (kind, subject, revoked_at, expires_at) values ($1, $2, clock_timestamp(), $3)
    returning revoked_at`,
}

/**
 * Ends a client id and secret, and with it every token it ever obtained; answers from when, by the database's clock. Needs
 * `inSystem`. Once more does no harm.
 */
export async function revokeCredential(tx: Tx, clientId: string): Promise<Date> {
  const [row] = await tx.query<{ revoked_at: Date }>(endCredential, [clientId])
  if (!row) throw new Error('A revocation was not written')
  return row.revoked_at
}

// Tokens of an integration may live for years: the revocation outlives all of them.
const endCredential: Statement = {
  name: 'end_credential',
  text: `with ended as (
      update credentials set revoked_at = coalesce(revoked_at, clock_timestamp()) where client_id = $1
      returning client_id
    )
    insert into revocations (kind, subject, revoked_at, expires_at)
    select 'credential', client_id, clock_timestamp(), clock_timestamp() + interval '100 years' from ended
    returning revoked_at`,
}

/**
 * Ends every access of a person who is to have none: credentials for scripts, for good, and what `revokePerson` ends; answers
 * from when. Needs `inSystem`.
 */
export async function endAccess(tx: Tx, companyId: string, userId: string): Promise<Date> {
  await tx.query(endCredentialsOfPerson, [companyId, userId])
  return revokePerson(tx, companyId, userId)
}

const endCredentialsOfPerson: Statement = {
  name: 'end_credentials_of_person',
  text: `update credentials set revoked_at = clock_timestamp()
    where company_id = $1 and user_id = $2 and revoked_at is null`,
}

/**
 * Ends every token a person has now, and every sign-in they could refresh; answers from when. What they obtain later is
 * for sign-in to refuse or not. Needs `inSystem`.
 */
export async function revokePerson(tx: Tx, companyId: string, userId: string): Promise<Date> {
  await tx.query(endFamiliesOfPerson, [companyId, userId])
  // An operator may have minted a token of many years.
  const [row] = await tx.query<{ revoked_at: Date }>(insertPersonRevocation, [userId])
  if (!row) throw new Error('A revocation was not written')
  return row.revoked_at
}

const endFamiliesOfPerson: Statement = {
  name: 'end_families_of_person',
  text: `update token_families set ended_at = clock_timestamp()
    where company_id = $1 and user_id = $2 and ended_at is null`,
}
const insertPersonRevocation: Statement = {
  name: 'insert_person_revocation',
  text: `insert into revocations (kind, subject, revoked_at, expires_at)
    values ('person', $1, clock_timestamp(), clock_timestamp() + interval '100 years') returning revoked_at`,
}

/** When the tokens of a person were last ended, by the database's clock; undefined where they never were. Needs `inSystem`. */
export async function findTokensEnd(tx: Tx, userId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ endedAt: Date }>(newestPersonRevocation, [userId])
  return row?.endedAt
}

const newestPersonRevocation: Statement = {
  name: 'newest_person_revocation',
  text: `select revoked_at as "endedAt" from revocations where kind = 'person' and subject = $1
    order by revoked_at desc limit 1`,
}
