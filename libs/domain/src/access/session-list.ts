import type { Role } from '@askline/contracts'
import { type RowOf, statement, type Tx, tokenFamilies, types, users } from '@askline/db'
import { NotFoundError } from '../errors.ts'
import { type EndedFamily, endFamilies, familyTables, isFamilyOpen } from './families.ts'
import { isSessionFresh, sessionTokenSeconds } from './sessions.ts'

const mostSessions = 100

const sessionRow = {
  familyId: tokenFamilies.id,
  createdAt: tokenFamilies.createdAt,
  usedAt: types.present(tokenFamilies.usedAt),
  userAgent: tokenFamilies.userAgent,
  network: tokenFamilies.network,
}
/** A sign-in that can obtain tokens, or whose last token is valid. */
export type OpenSession = RowOf<typeof sessionRow>

/**
 * Returns the open sign-ins of a person that were used, the last used first, at most 100. All functions of this file need a
 * transaction of `inSystem` with a company.
 */
export async function listSessions(tx: Tx, userId: string): Promise<OpenSession[]> {
  return tx.query(selectSessions, [userId])
}

// The widget gets a sign-in for each token, without a cookie or refresh token. It is over with its token.
const selectSessions = statement({
  name: 'select-sessions-of-person',
  params: [types.uuid],
  row: sessionRow,
  text: `select f.id as "familyId", f.created_at as "createdAt", f.used_at as "usedAt", f.user_agent as "userAgent", f.network
    from token_families f ${familyTables}
    where f.user_id = $1 and f.company_id = $company and f.used_at is not null and ${isFamilyOpen} and case
      when f.session_hash is not null then ${isSessionFresh}
      else f.used_at > clock_timestamp() - interval '${sessionTokenSeconds} seconds'
        or exists (select 1 from refresh_tokens r where r.family_id = f.id and r.company_id = $company and r.used_at is null offset 0) end
    order by f.used_at desc, f.id desc limit ${mostSessions}`,
})

/** Returns the role of a person of the company. Throws NotFoundError if they do not exist or were forgotten. */
export async function findRole(tx: Tx, userId: string): Promise<Role> {
  const [row] = await tx.query(selectRole, [userId])
  if (!row) throw new NotFoundError('person', userId)
  return row.role
}

const selectRole = statement({
  name: 'select-role-of-person',
  params: [types.uuid],
  row: { role: users.role },
  text: 'select role from users where id = $1 and company_id = $company and forgotten_at is null',
})

/** Ends a sign-in of a person. Returns it, unless it was ended before. Throws NotFoundError if it is not theirs. */
export async function endSessionOf(tx: Tx, userId: string, familyId: string): Promise<EndedFamily[]> {
  const [found] = await tx.query(lockFamilyOfPerson, [familyId, userId])
  if (!found) throw new NotFoundError('session', familyId)
  return endFamilies(tx, [familyId])
}

const lockFamilyOfPerson = statement({
  name: 'lock-family-of-person',
  params: [types.uuid, types.uuid],
  row: { id: tokenFamilies.id },
  text: 'select id from token_families where id = $1 and user_id = $2 and company_id = $company for update',
})

/** Ends the sign-ins of a person, or all except one. Returns those that were not ended before. */
export async function endSessions(
  tx: Tx,
  userId: string,
  { except }: { except: string | undefined },
): Promise<EndedFamily[]> {
  const open = await tx.query(lockFamiliesExcept, [userId, except ?? null])
  return open.length === 0
    ? []
    : endFamilies(
        tx,
        open.map(({ id }) => id),
      )
}

const lockFamiliesExcept = statement({
  name: 'lock-other-families-of-person',
  params: [types.uuid, types.nullable(types.uuid)],
  row: { id: tokenFamilies.id },
  text: `select id from token_families
    where user_id = $1 and company_id = $company and ended_at is null and ($2::uuid is null or id <> $2)
    order by id for update`,
})
