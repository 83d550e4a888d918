import { statement, type Tx, tokenFamilies, types, users } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import { type EndedToken, endFamily } from './families.ts'

/** Returns the address and the password hash of a person. All functions of this file need a transaction of `inSystem` with a company. */
export async function findPassword(
  tx: Tx,
  userId: string,
): Promise<{ email: string | null; passwordHash: string | null } | undefined> {
  const [row] = await tx.query(selectPassword, [userId])
  return row
}

const selectPassword = statement({
  name: 'select-own-password',
  params: [types.uuid],
  row: { email: users.email, passwordHash: users.passwordHash },
  text: `select email, password_hash as "passwordHash" from users
    where id = $1 and company_id = $company and forgotten_at is null`,
})

/**
 * Replaces the password hash `from` by `to` and ends the person's other sign-ins. The sign-in of the access token `jti` stays.
 * Returns the ended tokens. Throws InvalidValueError `password_wrong` if a concurrent request changed the password.
 */
export async function changeOwnPassword(
  tx: Tx,
  change: { userId: string; from: string; to: string; jti: string },
): Promise<EndedToken[]> {
  const { userId, from, to, jti } = change
  if ((await tx.query(replacePassword, [userId, from, to])).length === 0) throw wrongPassword()
  const ended: EndedToken[] = []
  for (const { id } of await tx.query(lockOtherFamilies, [userId, jti])) ended.push(...(await endFamily(tx, id)))
  return ended
}

const replacePassword = statement({
  name: 'replace-own-password',
  params: [types.uuid, types.text, types.text],
  row: { id: users.id },
  text: `update users set password_hash = $3 
    where id = $1 and company_id = $company and password_hash = $2 and forgotten_at is null returning id`,
})

const lockOtherFamilies = statement({
  name: 'lock-other-families-of-person',
  params: [types.uuid, types.text],
  row: { id: tokenFamilies.id },
  text: `select id from token_families f
    where user_id = $1 and company_id = $company and ended_at is null
      and not exists (select 1 from refresh_tokens r where r.family_id = f.id and r.company_id = f.company_id and r.access_jti = $2)
    order by id for update`,
})

/** Returns the error for a current password that is wrong. */
export const wrongPassword = () =>
  new InvalidValueError('password_wrong', 'currentPassword', 'password', 'The current password is wrong.')
