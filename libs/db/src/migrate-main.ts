import { databaseUrlFromEnv } from './env.ts'
import { migrateDatabase } from './migrate.ts'

/** `node libs/db/dist/migrate-main.js`: the one-shot migration of a deployment. */
try {
  await migrateDatabase(databaseUrlFromEnv())
  console.log('The database has the present schema.')
} catch (error) {
  console.error(`The migration failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
