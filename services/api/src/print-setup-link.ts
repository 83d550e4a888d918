import { fstatSync } from 'node:fs'
import { inSystem } from '@askline/db'
import { isSetUp, makeSetupLink } from '@askline/domain/companies/set-up'
import type { Logger } from '@askline/runtime'
import type { Config } from './api-config.ts'
import { openCommandDatabase } from './command-line/command-database.ts'
import { linkUrl } from './oauth/link-url.ts'

const stdout = 1

/**
 * Prints the link of the setup to standard output while there is no company. Prints none into a file, because a log file keeps
 * what the link's token protects. The log names the command that prints one.
 */
export async function printSetupLink(
  { databaseUrl, issuer }: Pick<Config, 'databaseUrl' | 'issuer'>,
  logger: Logger,
): Promise<void> {
  const db = openCommandDatabase(databaseUrl)
  try {
    if (await isSetUp(db)) return
    if (fstatSync(stdout).isFile()) {
      logger.info('There is no company yet. This command prints a link that creates it: askline setup link')
      return
    }
    const link = linkUrl(issuer, 'SETUP', await inSystem(db, makeSetupLink))
    process.stdout.write(`There is no company yet. Open this link within a day to create it:\n${link}\n`)
  } catch (err) {
    // The service runs without it.
    logger.warn({ err }, 'The link of the setup was not printed')
  } finally {
    await db.close()
  }
}
