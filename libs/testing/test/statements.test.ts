import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { registeredStatements } from '@askline/db'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../src/test-database.ts'
import { findFaults } from './statement-faults.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Imports every source that declares statements, which registers them. */
async function importDeclarations(): Promise<void> {
  for (const place of ['libs', 'services', 'deploy']) {
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
  expect(await findFaults(client, statement)).toEqual([])
})
