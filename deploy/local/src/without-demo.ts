import { type Database, inSystem } from '@askline/db'
import { listCompanyTags } from '@askline/domain/companies/create-company'
import { isSetUp, makeSetupLink } from '@askline/domain/companies/set-up'
import { StartRefusedError } from '@askline/testing/servers'
import { companyTag } from './demo/company.ts'

/**
 * Throws StartRefusedError if the database has the demo company and `empty` asks for a start without it. Also throws it if the
 * database has only other companies and the demo is asked for, because any visitor can sign in to the demo.
 */
export async function assertSameKind(db: Database, empty: boolean): Promise<void> {
  const tags = await inSystem(db, listCompanyTags)
  const hasDemo = tags.includes(companyTag)
  if (empty && hasDemo) {
    throw new StartRefusedError(
      'This home has the demo company.',
      'Use another home: ASKLINE_HOME=.askline-empty npm start -- --empty. Or delete the demo: npm start -- --empty --fresh',
    )
  }
  if (!empty && !hasDemo && tags.length > 0) {
    throw new StartRefusedError(
      'This home has a company of your own, and no demo.',
      'Start without the demo: npm start -- --empty. Or delete your data and start with it: npm start -- --fresh',
    )
  }
}

/** Returns a new link that creates the first company, or `undefined` if one exists. */
export async function findSetupLink(db: Database, apiUrl: string): Promise<string | undefined> {
  return (await isSetUp(db)) ? undefined : `${apiUrl}/setup#${await inSystem(db, makeSetupLink)}`
}
