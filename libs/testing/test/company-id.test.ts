import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { importStatements } from '../src/import-statements.ts'
import { createTestDatabase } from '../src/test-database.ts'
import { exceptionsOfKeys, sharedTables } from './company-id/exceptions-of-keys.ts'
import { exceptionsOfStatements } from './company-id/exceptions-of-statements.ts'
import { keysWithoutCompany, tablesWithoutCompany } from './company-id/find-keys.ts'
import { tablesReadWithoutCompany } from './company-id/find-scans.ts'
import { planForAnyValues } from './plans/explain-plan.ts'

const client = new Client({ connectionString: (await createTestDatabase()).directUrl })
await client.connect()
afterAll(() => client.end())

test('every table has a company_id, except those that all companies share', async () => {
  expect(await tablesWithoutCompany(client)).toEqual(Object.keys(sharedTables))
})

test('every key of a table of companies contains company_id, except those with a reason', async () => {
  const excepted = exceptionsOfKeys.flatMap(({ keys }) => keys)
  expect(new Set(await keysWithoutCompany(client))).toEqual(new Set(excepted))
  // Lower it when the list shrinks. It never grows.
  expect(excepted.length).toBeLessThanOrEqual(5)
})

test('every statement names its company, except those with a reason', async () => {
  await planForAnyValues(client)
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'`,
  )
  const tables = new Set(rows.map(({ name }) => name))
  const found: string[] = []
  for (const statement of await importStatements()) {
    if ((await tablesReadWithoutCompany(client, statement, tables)).length > 0) found.push(statement.name)
  }
  const excepted = exceptionsOfStatements.flatMap(({ statements }) => statements)
  expect({
    // Add `company_id = …` to these, or write down the reason.
    new: found.filter((name) => !excepted.includes(name)).sort(),
    // Remove these from the list, because they name their company now.
    obsolete: excepted.filter((name) => !found.includes(name)).sort(),
  }).toEqual({ new: [], obsolete: [] })
  expect(excepted.length).toBeLessThanOrEqual(75)
}, 60_000)
