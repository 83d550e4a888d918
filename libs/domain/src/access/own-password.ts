import { companies, statement, type Tx, types, users } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import type { EndedFamily } from './families.ts'
import { forgetDevices } from './known-devices.ts'
import { endSessions } from './session-list.ts'

/**
 * Returns the password hash of a person, and what the person and their company are called. All functions of this file need a
 * transaction of `inSystem` with a company.
 */
export async function findPassword(tx: Tx, userId: string) {
  const [row] = await tx.query(selectPassword, [userId])
  if (!row) return undefined
  const { companyName, companyTag, ...person } = row
  return { ...person, company: { name: companyName, tag: companyTag } }
}

const selectPassword = statement({
  name: 'select-own-password',
  params: [types.uuid],
  row: {
    name: users.name,
    email: users.email,
    passwordHash: users.passwordHash,
    companyName: companies.name,
    companyTag: companies.tag,
  },
  text: `select u.name, u.email, u.password_hash as "passwordHash", c.name as "companyName", c.tag as "companyTag"
    from users u join companies c on c.id = u.company_id
    where u.id = $1 and u.company_id = $company and u.forgotten_at is null`,
})

/**
 * Replaces the password hash `from` by `to`, ends the person's sign-ins except `familyId`, and forgets the browsers of all. Returns
 * the ended sign-ins. Throws InvalidValueError `password_wrong` if a concurrent request changed the password.
 */
export async function changeOwnPassword(
  tx: Tx,
  change: { companyId: string; userId: string; from: string; to: string; familyId: string | undefined },
): Promise<EndedFamily[]> {
  const { companyId, userId, from, to, familyId } = change
  if ((await tx.query(replacePassword, [userId, from, to])).length === 0) throw wrongPassword()
  forgetDevices(tx, companyId, userId)
  return endSessions(tx, userId, { except: familyId })
}

const replacePassword = statement({
  name: 'replace-own-password',
  params: [types.uuid, types.text, types.text],
  row: { id: users.id },
  text: `update users set password_hash = $3
    where id = $1 and company_id = $company and password_hash = $2 and forgotten_at is null returning id`,
})

/** Returns the error for a current password that is wrong. */
export const wrongPassword = () =>
  new InvalidValueError('password_wrong', 'currentPassword', 'password', 'The current password is wrong.')
