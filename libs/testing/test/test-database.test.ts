import { expect, test } from 'vitest'
import { withClient } from '../src/servers/with-client.ts'
import { createTestDatabase, openTestDatabase } from '../src/test-database.ts'

const db = openTestDatabase()

test('a test database has the current schema and no rows', async () => {
  const { rows } = await (await db).system.query('select count(*)::int as count from questions')

  expect(rows).toEqual([{ count: 0 }])
})

test('two test databases are separate', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await withClient(one.url, (client) => client.query('create table marks (n int)'))

  const found = await withClient(other.url, (client) => client.query(`select to_regclass('marks') as marks`))

  expect(found.rows).toEqual([{ marks: null }])
})

test('a test database is UTF8 with the C locale', async () => {
  const { rows } = await (await db).system.query(
    'select pg_encoding_to_char(encoding) as encoding, datcollate from pg_database where datname = current_database()',
  )

  expect(rows).toEqual([{ encoding: 'UTF8', datcollate: 'C' }])
})
