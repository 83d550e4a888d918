import { newId, type Statement, type Tx } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import { nameOf, slugOf } from './names.ts'

export type NewIntegration = {
  companyId: string
  /** The public id of the external system: a slug, unique in the company. */
  systemId: string
  name: string
}

const insertIntegration: Statement = {
  name: 'insert-integration',
  text: `insert into integrations (id, company_id, system_id, name) values ($1, $2, $3, $4)
    on conflict (company_id, system_id) do nothing returning id`,
}

/**
 * Creates a client application of a company. It has no credential yet: see `issueCredential`.
 * Throws InvalidValueError: `system_id_taken`, or a name or id that is none.
 */
export async function createIntegration(tx: Tx, input: NewIntegration): Promise<{ integrationId: string }> {
  const systemId = slugOf(input.systemId, 'system_id')
  const integrationId = newId()
  const created = await tx.query(insertIntegration, [
    integrationId,
    input.companyId,
    systemId,
    nameOf(input.name, 'name'),
  ])
  if (created.length === 0) {
    throw new InvalidValueError(
      'system_id_taken',
      'systemId',
      'unique',
      `The company has an integration ${systemId} already`,
    )
  }
  return { integrationId }
}
