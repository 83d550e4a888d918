import { databaseUrlFromEnv } from './database-url.ts'
import { prepareLoginRoles } from './login-roles.ts'

/**
 * Prepares the login roles of a deployment before its migration: `node libs/db/dist/login-roles-main.js`. The variables PGHOST,
 * PGUSER, PGPASSWORD and PGDATABASE name the superuser, OWNER_DATABASE_URL and DATABASE_URL the two roles.
 */
try {
  const ownerUrl = process.env['OWNER_DATABASE_URL']
  const serviceUrl = databaseUrlFromEnv()
  if (ownerUrl) {
    const count = await prepareLoginRoles({ ownerUrl, serviceUrl })
    console.log(`The login roles are prepared. ${count} objects got another owner.`)
  } else {
    console.log('OWNER_DATABASE_URL is not set: the services log in as the role that owns the database.')
  }
} catch (error) {
  console.error(`The login roles could not be prepared: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
