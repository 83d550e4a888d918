import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { importStatements } from '../src/import-statements.ts'
import { createTestDatabase } from '../src/test-database.ts'
import { findFaults } from './statement-faults.ts'

const statements = await importStatements()
const client = new Client({ connectionString: (await createTestDatabase()).directUrl })
await client.connect()
afterAll(() => client.end())

test('the sources declare statements', () => {
  expect(statements.length).toBeGreaterThan(0)
})

test.each(statements)('$name takes and returns what it declares', async (statement) => {
  expect(await findFaults(client, statement)).toEqual([])
})
