import { inSystem } from '@askline/db'
import { createCompany } from '@askline/domain/companies/create-company'
import { openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { companyTag } from '../src/demo/company.ts'
import { assertSameKind, findSetupLink } from '../src/without-demo.ts'

/** Opens a database with these companies. */
async function withCompanies(...tags: string[]) {
  const db = await openTestDatabase()
  for (const tag of tags) await inSystem(db, (tx) => createCompany(tx, { tag, name: tag }))
  return db
}

test('an empty home starts with the demo and without it', async () => {
  const db = await withCompanies()
  await assertSameKind(db, true)
  await assertSameKind(db, false)
})

test('a home with the demo is refused without it, and tells how to begin anew', async () => {
  const db = await withCompanies(companyTag)
  await assertSameKind(db, false)
  await expect(assertSameKind(db, true)).rejects.toMatchObject({
    message: 'This home has the demo company.',
    remedy: expect.stringContaining('npm start -- --empty --fresh'),
  })
})

test('a home with a company of its own is refused for the demo, and tells how to start without it', async () => {
  const db = await withCompanies('bank-one')
  await assertSameKind(db, true)
  await expect(assertSameKind(db, false)).rejects.toMatchObject({
    message: 'This home has a company of your own, and no demo.',
    remedy: expect.stringContaining('npm start -- --empty.'),
  })
})

test('a start without the demo has a link until a company exists', async () => {
  const [empty, own] = [await withCompanies(), await withCompanies('bank-one')]
  expect(await findSetupLink(empty, 'http://localhost:3000')).toMatch(/^http:\/\/localhost:3000\/setup#[\w-]{43}$/)
  expect(await findSetupLink(own, 'http://localhost:3000')).toBeUndefined()
})
