import { type Database, inSystem } from '@askline/db'
import { issuerOf, type SecretBox } from '@askline/runtime'
import { integrationToken } from './access-token.ts'
import {
  companyTag,
  createDemoCompany,
  createSandbox,
  findDemoCompany,
  findSignInPeople,
  keepStaffAvailable,
  sandboxTag,
  systemId,
} from './company.ts'
import { integrationCredential, personalCredentials } from './credentials.ts'
import type { DemoCompany } from './demo-company.ts'
import type { DemoFile, DemoIntegration } from './demo-file.ts'
import { readSample } from './sample.ts'

export type SeedOptions = {
  home: string
  /** Where the API is reached. */
  apiUrl: string
  notifierUrl: string
  /** Whether the database was just emptied. */
  fresh: boolean
  /** The content from an earlier start, with secrets. Absent on the first start or if the file was lost. */
  previous?: DemoFile | undefined
  /** Decrypts the keys that sign tokens. */
  secrets: SecretBox
}

/**
 * Creates the demo company and its sandbox if they are missing, and returns the content of demo.json; the launcher writes the file.
 * Every secret of `previous` that is still valid is returned again. People whose secret is lost get a new one, and their older ones
 * are revoked. A company and its past are one transaction. If a start is interrupted after it, the next start creates the credentials.
 */
export async function seedDemo(db: Database, options: SeedOptions): Promise<DemoFile> {
  const { apiUrl, notifierUrl, previous } = options
  const sample = await readSample()
  const { bank, sandbox } = await inSystem(db, async (tx) => {
    const bank = (await findDemoCompany(tx, companyTag)) ?? (await createDemoCompany(tx, sample))
    const sandbox = (await findDemoCompany(tx, sandboxTag)) ?? (await createSandbox(tx))
    for (const company of [bank, sandbox]) await keepStaffAvailable(tx, company)
    return { bank, sandbox }
  })
  const { integration, agents, experts, admin } = await credentialsOf(db, bank, previous?.integration, options)
  const inSandbox = await credentialsOf(db, sandbox, previous?.sandbox.integration, options)
  return {
    apiUrl,
    notifierUrl,
    integration,
    experts,
    agents,
    admin,
    questions: previous?.questions ?? [],
    sandbox: { integration: inSandbox.integration, experts: inSandbox.experts, admin: inSandbox.admin },
  }
}

async function credentialsOf(
  db: Database,
  company: DemoCompany,
  known: DemoIntegration | undefined,
  { apiUrl, previous, secrets }: SeedOptions,
) {
  const client = await integrationCredential(db, company, known)
  const accessToken = await integrationToken(db, {
    ...company,
    clientId: client.clientId,
    issuer: issuerOf(apiUrl),
    previous: known?.accessToken,
    secrets,
  })
  const people = await inSystem(db, (tx) => findSignInPeople(tx, company))
  const credentials = await personalCredentials(db, company, people, previous)
  const ofRole = (role: string) => credentials.filter((_, index) => people[index]?.role === role)
  const [admin] = ofRole('admin')
  if (!admin) throw new Error('The demo has lost an admin. Start again with "npm start -- --fresh".')
  return {
    integration: { ...client, accessToken, systemId },
    experts: ofRole('expert'),
    agents: ofRole('agent'),
    admin,
  }
}
