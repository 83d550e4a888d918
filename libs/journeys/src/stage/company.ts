import { randomBytes } from 'node:crypto'
import type { CategorySettings } from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import { createCredential } from '@askline/domain/access/credentials'
import { createExpert } from '@askline/domain/administration/create-expert'
import { createCategory } from '@askline/domain/companies/create-category'
import { createCompany } from '@askline/domain/companies/create-company'
import { createIntegration } from '@askline/domain/companies/create-integration'
import { createPerson } from '@askline/domain/companies/create-person'
import { dismissStart } from '@askline/domain/companies/start-steps'

export type Client = { clientId: string; clientSecret: string }
export type Member = Client & { userId: string; name: string; email: string }

/** A company with all people who sign in. Askers appear with their first token. */
export type Company = {
  companyId: string
  tag: string
  systemId: string
  integration: Client
  /** bruno, carla, carlos, then others. */
  experts: Member[]
  dora: Member
  edda: Member
}

export type CompanyOptions = {
  experts?: number
  /** Times of the default category, in ms. */
  times?: CategorySettings
  /** Name of a second category. */
  other?: { name: string; times: CategorySettings }
  /** Whether it may move its clock. */
  isSandbox?: boolean
  /** Whether its admin begins with the first steps. Otherwise an admin has dismissed them. */
  isNew?: boolean
}

const names = ['Bruno', 'Carla', 'Carlos', 'Clara', 'Conrad', 'Cosima', 'Cyril', 'Cynthia']
const topics = ['cards', 'transfers', 'travel', 'accounts']

/** Creates a company through the domain's commands. Its experts speak English and have capacity for a thousand questions. */
export function foundCompany(db: Database, options: CompanyOptions = {}): Promise<Company> {
  return inSystem(db, async (tx) => {
    const tag = `company-${randomBytes(5).toString('hex')}`
    const defaultCategory = { name: 'General', ...(options.times ? { settings: options.times } : {}) }
    const isSandbox = options.isSandbox ?? false
    const { companyId } = await createCompany(tx, { tag, name: 'A Company', defaultCategory, isSandbox })
    if (!options.isNew) await dismissStart(tx.of(companyId))
    if (options.other) {
      await createCategory(tx, { companyId, name: options.other.name, settings: options.other.times })
    }
    const systemId = 'shop'
    const { integrationId } = await createIntegration(tx, { companyId, systemId, name: 'Shop' })
    const integration = await createCredential(tx, { companyId, integrationId })

    // People with addresses of more than three companies must name theirs to sign in.
    const addressOf = (name: string) => ({ companyId, name, email: `${name.toLowerCase()}@${tag}.example.com` })
    const experts: Member[] = []
    for (let n = 0; n < (options.experts ?? 4); n++) {
      const person = addressOf(names[n] ?? `Expert ${n}`.replace(' ', ''))
      const topic = topics[n % topics.length] ?? 'cards'
      const { userId } = await createExpert(tx, { ...person, languages: ['en'], topics: [topic], capacity: 1_000 })
      const client = await createCredential(tx, { companyId, userId, role: 'expert' })
      experts.push({ ...client, userId, name: person.name, email: person.email })
    }
    const employ = async (name: string, role: 'agent' | 'admin'): Promise<Member> => {
      const person = addressOf(name)
      const { userId } = await createPerson(tx, { ...person, role })
      return { ...(await createCredential(tx, { companyId, userId, role })), userId, name, email: person.email }
    }
    const dora = await employ('Dora', 'agent')
    const edda = await employ('Edda', 'admin')
    return { companyId, tag, systemId, integration, experts, dora, edda }
  })
}
