import { inSystem, newId } from '@askline/db'
import { openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { findPasswordLink, makePasswordLink, usePasswordLink } from '../src/access/password-links.ts'
import { createExpert } from '../src/administration/create-expert.ts'
import { blockUser } from '../src/administration/users.ts'
import { createCompany } from '../src/companies/create-company.ts'
import { createPerson } from '../src/companies/create-person.ts'

const db = await openTestDatabase()

async function invited() {
  const { companyId } = await inSystem(db, (tx) => createCompany(tx, { tag: newId(), name: 'Bank' }))
  const { userId: madeBy } = await inSystem(db, (tx) =>
    createPerson(tx, { companyId, email: 'edda@x.example', name: 'Edda', role: 'admin' }),
  )
  const { userId } = await inSystem(db, (tx) =>
    createExpert(tx, { companyId, email: 'Max@x.example', name: 'Max', languages: ['en'], topics: [] }),
  )
  const make = (more: Partial<Parameters<typeof makePasswordLink>[1]> = {}) =>
    inSystem(db, (tx) => makePasswordLink(tx, { companyId, userId, purpose: 'INVITATION', madeBy, ...more }))
  const move = (hours: number) =>
    db.system.query(
      `update password_links set expires_at = expires_at + $2 * interval '1 hour' where company_id = $1`,
      [companyId, hours],
    )
  return { companyId, userId, madeBy, make, move }
}

const use = (token: string, more: { purpose?: 'INVITATION' | 'RESET'; name?: string } = {}) =>
  inSystem(db, (tx) => usePasswordLink(tx, { token, purpose: 'INVITATION', passwordHash: '$argon2id$', ...more }))
const find = (token: string) => inSystem(db, (tx) => findPasswordLink(tx, token))
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }) => code,
  )

test('a person has at most one open link, also after concurrent invitations', async () => {
  const { make } = await invited()
  const links = await Promise.all([1, 2, 3].map(() => make()))

  const outcomes = await Promise.all(links.map(({ token }) => codeOf(find(token))))

  expect(outcomes.sort()).toEqual(['done', 'invitation_spent', 'invitation_spent'])
})

test('only one of two concurrent uses of a link succeeds', async () => {
  const { make } = await invited()
  const { token } = await make()

  const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(use(token))))

  expect(outcomes.sort()).toEqual(['done', 'invitation_spent', 'invitation_spent'])
})

test('an invitation works for seven days and a reset link for one', async () => {
  const { make, move } = await invited()
  for (const [purpose, hours] of [
    ['INVITATION', 168],
    ['RESET', 24],
  ] as const) {
    const { token, expiresAt } = await make({ purpose })
    expect(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(hours)
    await move(-hours)
    expect(await codeOf(find(token))).toBe('token_invalid')
  }
})

test('a link works only for its purpose', async () => {
  const { make } = await invited()
  const { token } = await make({ purpose: 'RESET' })

  expect(await codeOf(use(token))).toBe('token_invalid')
  expect(await codeOf(use(token, { purpose: 'RESET' }))).toBe('done')
})

test('a spent invitation names the admin who made it, or the operator', async () => {
  const { make } = await invited()
  const first = await make()
  const second = await make({ madeBy: undefined })
  await use(second.token)

  await expect(find(first.token)).rejects.toThrow('ask Edda for')
  await expect(find(second.token)).rejects.toThrow('ask the operator of this installation for')
})

test('a spent invitation names no admin who was forgotten', async () => {
  const { make, madeBy } = await invited()
  const { token } = await make()
  await use(token)
  await db.system.query(`update users set email = null, address = null, forgotten_at = now() where id = $1`, [madeBy])

  await expect(find(token)).rejects.toThrow('ask an admin of Bank for')
})

test('links of a blocked person do not work, and none can be made', async () => {
  const { companyId, userId, make } = await invited()
  const { token } = await make()
  await inSystem(db, (tx) => blockUser(tx, companyId, userId, true))

  expect([await codeOf(find(token)), await codeOf(use(token)), await codeOf(make())]).toEqual([
    'token_invalid',
    'token_invalid',
    'person_inactive',
  ])
})

test('an asker gets no link', async () => {
  const { companyId, make } = await invited()
  const { userId } = await inSystem(db, (tx) =>
    createPerson(tx, { companyId, email: 'ada@x.example', name: 'Ada', role: 'user' }),
  )

  expect([await codeOf(make({ userId })), await codeOf(make({ userId: newId() }))]).toEqual([
    'person_is_asker',
    'person_not_found',
  ])
})

test('a link that expired 30 days ago is deleted when the next one is made', async () => {
  const { companyId, make, move } = await invited()
  const count = async () =>
    (await db.system.query('select 1 from password_links where company_id = $1', [companyId])).rowCount
  await make()
  await move(-168 - 29 * 24)
  await make()
  expect(await count()).toBe(2)
  await move(-2 * 24)

  await make()

  expect(await count()).toBe(2)
})

test('a use sets name and password', async () => {
  const { make, userId } = await invited()
  const { token } = await make()

  const { link } = await use(token, { name: '  Max  Moritz ' })

  expect(link).toMatchObject({ name: 'Max Moritz', email: 'Max@x.example', role: 'expert' })
  const { rows } = await db.system.query('select name, folded, password_hash from users where id = $1', [userId])
  expect(rows).toEqual([{ name: 'Max Moritz', folded: 'max moritz', password_hash: '$argon2id$' }])
})
