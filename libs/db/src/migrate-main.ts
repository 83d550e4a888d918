import { databaseUrlFromEnv } from './env.ts'
import { migrateDatabase } from './migrate.ts'

/** Migrates the database of a deployment: `node libs/db/dist/migrate-main.js`. */
try {
  await migrateDatabase(databaseUrlFromEnv(), { log: (line) => console.log(line) })
  console.log('The schema is up to date.')
} catch (error) {
  console.error(`The migration failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
