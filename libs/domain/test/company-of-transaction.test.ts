import { inCompany, inSystem, newId, querySystem, readCompany, statement, types } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'

const db = await openTestDatabase()
const own = newId()
const other = newId()

const named = statement({
  name: 'test-company-of-transaction',
  params: [types.text],
  row: { company: types.uuid, given: types.text, again: types.uuid },
  text: 'select $company::uuid as company, $1::text as given, $company::uuid as again',
})

const renaming = statement({
  name: 'test-renaming',
  params: [types.text],
  text: 'update companies set name = $1 where id = $company',
})

test('a statement gets the company of its transaction, which the caller does not pass', async () => {
  const expected = [{ company: own, given: 'x', again: own }]

  expect(await inCompany(db, own, (tx) => tx.query(named, ['x']))).toEqual(expected)
  expect(await readCompany(db, own, (tx) => tx.query(named, ['x']))).toEqual(expected)
})

test('a transaction of the system names the company of each statement', async () => {
  const companies = await inSystem(db, async (tx) => [
    ...(await tx.of(own).query(named, ['x'])),
    ...(await tx.of(other).query(named, ['x'])),
  ])

  expect(companies.map(({ company }) => company)).toEqual([own, other])
})

test('a transaction of the system without a company refuses such a statement', async () => {
  await expect(inSystem(db, (tx) => tx.query(named, ['x']))).rejects.toThrow(/needs a company/)
  await expect(querySystem(db, named, ['x'])).rejects.toThrow(/needs a company/)
})

test('a transaction whose unawaited statement lacks its company changes nothing', async () => {
  const { companyId } = await inviteCast(db)
  const rename = inSystem(db, async (tx) => {
    await tx.of(companyId).query(renaming, ['Renamed'])
    tx.send(named, ['x'])
  })

  await expect(rename).rejects.toThrow(/needs a company/)

  const { rows } = await db.system.query('select name from companies where id = $1', [companyId])
  expect(rows[0]?.name).not.toBe('Renamed')
})

test('the transaction of a company does not change to another', async () => {
  await expect(inCompany(db, own, (tx) => tx.of(other).query(named, ['x']))).rejects.toThrow(/another company/)
  expect(await inCompany(db, own, (tx) => tx.of(own).query(named, ['x']))).toHaveLength(1)
})
