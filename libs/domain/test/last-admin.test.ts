import { inSystem, newId } from '@askline/db'
import { openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { issuePersonalCredential, revokePersonalCredential } from '../src/access/personal-credentials.ts'
import { createCompany } from '../src/companies/create-company.ts'
import { createPerson } from '../src/companies/create-person.ts'
import { mustLeaveAnAdmin } from '../src/people/last-admin.ts'

const db = await openTestDatabase()

async function twoAdmins() {
  const { companyId } = await inSystem(db, (tx) => createCompany(tx, { tag: newId(), name: 'Bank' }))
  const invite = async (name: string) =>
    (await inSystem(db, (tx) => createPerson(tx, { companyId, email: `${name}@x.example`, name, role: 'admin' })))
      .userId
  const mayGo = (userId: string) =>
    inSystem(db, (tx) => mustLeaveAnAdmin(tx, companyId, userId)).then(
      () => true,
      ({ code }) => code,
    )
  const givePassword = (userId: string) =>
    db.system.query(`update users set password_hash = '$argon2id$' where id = $1`, [userId])
  return { companyId, edda: await invite('edda'), anna: await invite('anna'), mayGo, givePassword }
}

test('an admin without a password cannot be the last admin of a company', async () => {
  const { edda, anna, mayGo, givePassword } = await twoAdmins()
  await givePassword(edda)

  expect(await mayGo(edda)).toBe('last_admin')
  await givePassword(anna)
  expect([await mayGo(edda), await mayGo(anna)]).toEqual([true, true])
})

test('an admin with a credential for scripts counts as an admin until it is revoked', async () => {
  const { companyId, edda, anna, mayGo, givePassword } = await twoAdmins()
  await givePassword(edda)
  const { credential } = await inSystem(db, (tx) => issuePersonalCredential(tx, companyId, anna))

  expect([await mayGo(edda), await mayGo(anna)]).toEqual([true, true])
  await inSystem(db, (tx) => revokePersonalCredential(tx, companyId, anna, credential.clientId))
  // Anna opens nothing any more: nothing is lost with her, and everything with Edda.
  expect([await mayGo(edda), await mayGo(anna)]).toEqual(['last_admin', true])
})
