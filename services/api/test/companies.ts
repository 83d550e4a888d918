import { type Database, inSystem } from '@askline/db'
import { createCredential } from '@askline/domain/access/credentials'
import { createExpert } from '@askline/domain/administration/create-expert'
import { createCompany } from '@askline/domain/companies/create-company'
import { createIntegration } from '@askline/domain/companies/create-integration'
import { createPerson } from '@askline/domain/companies/create-person'

type Client = { clientId: string; clientSecret: string }

/** Creates a company with an integration and its people: ada and ben, bruno and carla, dora, edda. */
export async function inviteCompany(db: Database, tag: string) {
  return inSystem(db, async (tx) => {
    const { companyId } = await createCompany(tx, { tag, name: tag })
    const { integrationId } = await createIntegration(tx, { companyId, systemId: `${tag}-desk`, name: 'Desk' })
    const person = async (name: string, role: 'user' | 'agent' | 'admin') =>
      (await createPerson(tx, { companyId, email: `${name}@${tag}.example`, name, role })).userId
    const expert = async (name: string) =>
      (await createExpert(tx, { companyId, email: `${name}@${tag}.example`, name, languages: ['en'], topics: [] }))
        .userId
    const client: Client = await createCredential(tx, { companyId, integrationId })
    const bruno = await expert('bruno')
    return {
      tag,
      companyId,
      integrationId,
      client,
      ada: await person('ada', 'user'),
      ben: await person('ben', 'user'),
      bruno,
      brunosClient: (await createCredential(tx, { companyId, userId: bruno, role: 'expert' })) as Client,
      carla: await expert('carla'),
      dora: await person('dora', 'agent'),
      edda: await person('edda', 'admin'),
    }
  })
}
