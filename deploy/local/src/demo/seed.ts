import { type Database, inSystem } from '@askline/db'
import { issuerOf } from '@askline/runtime'
import { integrationToken } from './access-token.ts'
import { createDemoCompany, findDemoCompany, findSignInPeople, keepStaffAvailable, systemId } from './company.ts'
import { integrationCredential, personalCredentials } from './credentials.ts'
import type { DemoFile } from './demo-file.ts'
import { readSample } from './sample.ts'

export type SeedOptions = {
  home: string
  /** Where the API is reached. */
  apiUrl: string
  notifierUrl: string
  /** The database was emptied a moment ago. */
  fresh: boolean
  /** What an earlier start wrote, secrets included; absent on the first start and when the file was lost. */
  previous?: DemoFile | undefined
}

/**
 * Makes the demo company where it is missing and returns what demo.json shall hold; the launcher writes the file.
 * With the company present, every secret of `previous` that still opens something is returned again; whoever has none
 * gets a new one, and their older ones are revoked. The company and its past are one transaction; a start that is cut
 * off after it leaves people without credentials, to whom the next one gives them.
 */
export async function seedDemo(db: Database, { apiUrl, notifierUrl, previous }: SeedOptions): Promise<DemoFile> {
  const sample = await readSample()
  const { company, people } = await inSystem(db, async (tx) => {
    const company = (await findDemoCompany(tx)) ?? (await createDemoCompany(tx, sample))
    await keepStaffAvailable(tx, company)
    return { company, people: await findSignInPeople(tx, company) }
  })
  const client = await integrationCredential(db, company, previous?.integration)
  const accessToken = await integrationToken(db, {
    ...company,
    clientId: client.clientId,
    issuer: issuerOf(apiUrl),
    previous: previous?.integration?.accessToken,
  })
  const credentials = await personalCredentials(db, company, people, previous)
  const ofRole = (role: string) => credentials.filter((_, index) => people[index]?.role === role)
  const [admin] = ofRole('admin')
  if (!admin) throw new Error('The demo company has no admin any more: begin anew with "npm start -- --fresh"')
  return {
    apiUrl,
    notifierUrl,
    integration: { ...client, accessToken, systemId },
    experts: ofRole('expert'),
    agents: ofRole('agent'),
    admin,
  }
}
