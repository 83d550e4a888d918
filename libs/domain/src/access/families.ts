import { grantable, type Role, type Scope } from '@askline/contracts'
import { type RowOf, revocations, statement, type Tx, tokenFamilies, types, users } from '@askline/db'
import { byCompany } from '../by-company.ts'

/**
 * All tokens that come from one sign-in. They act as this person and end together. All functions that read or change families
 * need a transaction of `inSystem`.
 */
export type Family<Of extends Role = Exclude<Role, 'user'>> = {
  familyId: string
  companyId: string
  userId: string
  role: Of
  clientId: string
  scopes: Scope[]
  /** The end of the sign-in, however often it is refreshed. */
  expiresAt: Date
}

/** The columns of a family that every sign-in returns. */
export const familyRow = {
  familyId: tokenFamilies.id,
  companyId: tokenFamilies.companyId,
  userId: tokenFamilies.userId,
  role: users.role,
  clientId: tokenFamilies.clientId,
  scopes: tokenFamilies.scopes,
  expiresAt: tokenFamilies.expiresAt,
}
/** SQL: `familyRow` of the family `f` of the user `u`. */
export const familyColumns = `f.id as "familyId", f.company_id as "companyId", f.user_id as "userId", u.role,
  f.client_id as "clientId", f.scopes, f.expires_at as "expiresAt"`

/** SQL: whether the family `f` of the user `u` can still be used. Joined as in `familyTables`. */
export const isFamilyOpen = `f.ended_at is null and f.expires_at > clock_timestamp() and not u.is_blocked
    and u.forgotten_at is null and coalesce(e.is_active, true) and (k.client_id is null or k.revoked_at is null
      or k.revoked_at > clock_timestamp())
    and (i.id is null or i.removed_at is null)`
/** SQL: what `familyColumns` and `isFamilyOpen` look at beside the family. */
export const familyTables = `join users u on u.id = f.user_id and u.company_id = f.company_id
  left join experts e on e.user_id = u.id and e.company_id = u.company_id
  left join credentials k on k.client_id = f.client_id and k.company_id = f.company_id
  left join integrations i on i.id = k.integration_id and i.company_id = k.company_id`

/** Returns the family with the scopes that the person's present role allows. */
export const familyOf = <Of extends Role>(row: Omit<RowOf<typeof familyRow>, 'role'> & { role: Of }): Family<Of> => ({
  familyId: row.familyId,
  companyId: row.companyId,
  userId: row.userId,
  role: row.role,
  clientId: row.clientId,
  scopes: row.scopes.filter((scope) => (grantable[row.role] as readonly Scope[]).includes(scope)),
  expiresAt: row.expiresAt,
})

/** Deletes a few expired families. Each sign-in runs it, so no background job is needed. */
export async function sweepFamilies(tx: Tx): Promise<void> {
  for (const [companyId, expired] of byCompany(await tx.query(findExpired, []))) {
    tx.of(companyId).send(deleteExpired, [expired.map(({ id }) => id)])
  }
}

const isExpired = `expires_at < statement_timestamp() - interval '1 day'`
const findExpired = statement({
  name: 'find-expired-families',
  row: { id: tokenFamilies.id, companyId: tokenFamilies.companyId },
  text: `select id, company_id as "companyId" from token_families where ${isExpired} order by expires_at limit 50`,
})
const deleteExpired = statement({
  name: 'delete-expired-families',
  params: [types.array(types.uuid)],
  text: `delete from token_families where company_id = $company and id = any(array(
    select id from token_families where company_id = $company and id = any($1::uuid[]) and ${isExpired} for update skip locked))`,
})

/** A sign-in that ended, and when. The process that ended it refuses its tokens at once. */
export type EndedFamily = { familyId: string; at: Date }

/**
 * Ends a family: its code, refresh tokens and access tokens stop working. Returns it, unless it was ended before. Needs a
 * transaction of its company.
 */
export async function endFamily(tx: Tx, familyId: string): Promise<EndedFamily[]> {
  return endFamilies(tx, [familyId])
}

/** Ends families. Returns those that were not ended before. The caller locks them, if there are several. */
export async function endFamilies(tx: Tx, familyIds: readonly string[]): Promise<EndedFamily[]> {
  return tx.query(endFamiliesAndTokens, [[...familyIds]])
}

// The revocation lasts as long as the longest lifetime of an access token.
const endFamiliesAndTokens = statement({
  name: 'end-families',
  params: [types.array(types.uuid)],
  row: { familyId: revocations.subject, at: revocations.revokedAt },
  text: `with ended as (
      update token_families set ended_at = coalesce(ended_at, clock_timestamp()) 
      where id = any($1::uuid[]) and company_id = $company returning id, expires_at
    )
    insert into revocations (kind, subject, revoked_at, expires_at)
    select 'family', e.id::text, clock_timestamp(), least(e.expires_at, clock_timestamp() + interval '1 day') from ended e
    where not exists (select 1 from revocations v where v.kind = 'family' and v.subject = e.id::text)
    returning subject as "familyId", revoked_at as at`,
})

/** Ends every sign-in of every company. Returns their number. */
export async function endAllFamilies(tx: Tx): Promise<number> {
  return (await tx.query(endEveryFamily, [])).length
}

const endEveryFamily = statement({
  name: 'end-every-family',
  row: { id: tokenFamilies.id },
  text: `update token_families set ended_at = clock_timestamp()
    where ended_at is null and expires_at > clock_timestamp() returning id`,
})
