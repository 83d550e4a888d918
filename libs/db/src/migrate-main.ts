import { databaseUrlFromEnv } from './database-url.ts'
import { migrateDatabase, waitForMigrations } from './migrate.ts'

/** Migrates the database of a deployment: `node libs/db/dist/migrate-main.js`. With `--wait` only waits for another process to do it. */
try {
  const bring = process.argv.includes('--wait') ? waitForMigrations : migrateDatabase
  await bring(databaseUrlFromEnv(), { log: (line) => console.log(line) })
  console.log('The schema is up to date.')
} catch (error) {
  console.error(`The migration failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
