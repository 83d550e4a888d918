import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

// Any number, as long as every starter of migrations takes the same one.
const migrationLock = 7_204_118

/**
 * Brings the database at `url` to the present schema. Starters that come at the same time wait for one another on an
 * advisory lock. Roles belong to the whole server, so the lock is taken in every database of it alike: two databases that
 * make them at once are told apart by the migration itself.
 * Throws what Postgres says when a migration fails; nothing of that migration is kept.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}

/** The database has not been brought to the schema this build was made for. */
export class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError'
}

/**
 * Refuses to go on with a database whose applied migrations are not exactly this build's: count and hashes.
 * Throws SchemaMismatchError with what to do.
 */
export async function checkSchema(pool: pg.Pool): Promise<void> {
  const expected = readMigrationFiles({ migrationsFolder }).map((m) => m.hash)
  const applied = await pool
    .query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by created_at')
    .then((r) => r.rows.map((row) => row.hash))
    .catch((error: { code?: string }) => {
      if (neverMigrated.has(error.code ?? '')) return [] as string[]
      throw error
    })
  const missing = expected.filter((hash) => !applied.includes(hash)).length
  if (missing > 0) {
    throw new SchemaMismatchError(
      `The database lacks ${missing} of ${expected.length} migrations. Run: node libs/db/dist/migrate-main.js`,
    )
  }
}

// No such table, no such schema, or not even the role that the first migration makes.
const neverMigrated = new Set(['42P01', '3F000', '22023'])

/** A short name of this build's schema: the same exactly when all migrations are the same. */
export async function schemaFingerprint(): Promise<string> {
  const journal = await readFile(`${migrationsFolder}/meta/_journal.json`, 'utf8')
  const hashes = readMigrationFiles({ migrationsFolder }).map((m) => m.hash)
  return createHash('sha256').update(journal).update(hashes.join()).digest('hex').slice(0, 12)
}
