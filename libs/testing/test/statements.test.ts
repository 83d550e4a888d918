import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ColumnType, registeredStatements } from '@askline/db'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../src/test-database.ts'
import { type Described, type DescribedColumn, describeStatement } from './describe-statement.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Imports every source that declares statements, which registers them. */
async function importDeclarations(): Promise<void> {
  for (const place of ['libs', 'services']) {
    const files = await readdir(join(root, place), { recursive: true })
    const sources = files.filter((file) => /^[^/]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
    for (const file of sources) {
      const path = join(root, place, file)

      if (/\bstatement\(\{|\bdeclareWorkLeases\(\{/.test(await readFile(path, 'utf8'))) await import(path)
    }
  }
}

await importDeclarations()
const client = new Client({ connectionString: (await createTestDatabase()).url })
await client.connect()
afterAll(() => client.end())

const statements = registeredStatements()

test('the sources declare statements', () => {
  expect(statements.length).toBeGreaterThan(0)
})

test.each(statements)('$name takes and returns what it declares', async (statement) => {
  const described = await describeStatement(client, statement)
  expect(faultsOf(statement, described)).toEqual([])
})

type Declared = (typeof statements)[number]

function faultsOf({ text, declared }: Declared, { params, columns }: Described): string[] {
  const faults: string[] = []
  if (params.length !== declared.params.length) {
    faults.push(
      `Postgres expects ${params.length} parameters (${params.join(', ')}), declared: ${declared.params.length}`,
    )
  }
  params.forEach((type, n) => {
    const expected = declared.params[n]
    if (expected && !expected.postgres.includes(type)) {
      faults.push(`$${n + 1} is ${type}, declared: ${expected.postgres[0]}`)
    }
  })
  const hasOuterJoin = /\b(left|right|full)\s+(outer\s+)?join\b/i.test(text)
  for (const column of columns) {
    const expected = declared.row[column.name]
    faults.push(...(expected ? faultsOfColumn(column, expected, hasOuterJoin) : [`${column.name} is not declared`]))
  }
  const returned = new Set(columns.map(({ name }) => name))
  if (returned.size < columns.length) faults.push('two columns have the same name')
  for (const name of Object.keys(declared.row))
    if (!returned.has(name)) faults.push(`${name} is declared, not returned`)
  return faults
}

/** Compares nullability for plain columns only; the database option `checksRows` covers expressions and outer joins. */
function faultsOfColumn(column: DescribedColumn, expected: ColumnType<unknown>, hasOuterJoin: boolean): string[] {
  const { name, type, isNotNull } = column
  if (!expected.postgres.includes(type)) return [`${name} is ${type}, declared: ${expected.postgres[0]}`]
  if (isNotNull === true && !hasOuterJoin && (expected.isNullable || expected.isPresent)) {
    return [`${name} is never null, declared: nullable`]
  }
  if (isNotNull === false && !expected.isNullable && !expected.isPresent) {
    return [`${name} may be null, declared: not null`]
  }
  return []
}
