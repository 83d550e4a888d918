import { companies, statement, type Tx, tokenFamilies, types, users } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import { type EndedFamily, endFamily } from './families.ts'

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
 * Replaces the password hash `from` by `to` ends the person's other sign-ins, and forgets the browsers of all. The sign-in `familyId` stays.
 * Returns the ended ones. Throws InvalidValueError `password_wrong` if a concurrent request changed the password.
 */
export async function changeOwnPassword(
  tx: Tx,
  change: { userId: string; from: string; to: string; familyId: string | undefined },
): Promise<EndedFamily[]> {
  const { userId, from, to, familyId } = change
  if ((await tx.query(replacePassword, [userId, from, to])).length === 0) throw wrongPassword()
  await tx.query(deleteOwnDevices, [userId])
  const ended: EndedFamily[] = []
  for (const { id } of await tx.query(lockOtherFamilies, [userId, familyId ?? null]))
    ended.push(...(await endFamily(tx, id)))
  return ended
}

const deleteOwnDevices = statement({
  name: 'delete-own-devices',
  params: [types.uuid],
  text: 'delete from known_devices where company_id = $company and user_id = $1',
})
const replacePassword = statement({
  name: 'replace-own-password',
  params: [types.uuid, types.text, types.text],
  row: { id: users.id },
  text: `update users set password_hash = $3 
    where id = $1 and company_id = $company and password_hash = $2 and forgotten_at is null returning id`,
})

const lockOtherFamilies = statement({
  name: 'lock-other-families-of-person',
  params: [types.uuid, types.nullable(types.uuid)],
  row: { id: tokenFamilies.id },
  text: `select id from token_families
    where user_id = $1 and company_id = $company and ended_at is null and ($2::uuid is null or id <> $2)
    order by id for update`,
})

/** Returns the error for a current password that is wrong. */
export const wrongPassword = () =>
  new InvalidValueError('password_wrong', 'currentPassword', 'password', 'The current password is wrong.')
