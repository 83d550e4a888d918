import { integrations, newId, type Tx } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import { nameOf, redirectUriOf, slugOf } from './names.ts'

export type NewIntegration = {
  companyId: string
  /** The public id of the external system: a slug, unique in the company. */
  systemId: string
  name: string
  /** Where people who sign in through it are sent back to. */
  redirectUris?: readonly string[]
}

/**
 * Creates a client application of a company. It has no credential yet: see `createCredential`.
 * Throws InvalidValueError: `system_id_taken`, or an invalid name, id or address.
 */
export async function createIntegration(tx: Tx, input: NewIntegration): Promise<{ integrationId: string }> {
  const systemId = slugOf(input.systemId, 'system_id')
  const integrationId = newId()
  const created = await tx.orm
    .insert(integrations)
    .values({
      id: integrationId,
      companyId: input.companyId,
      systemId,
      name: nameOf(input.name, 'name'),
      redirectUris: (input.redirectUris ?? []).map(redirectUriOf),
    })
    .onConflictDoNothing({ target: [integrations.companyId, integrations.systemId] })
    .returning({ id: integrations.id })
  if (created.length === 0) {
    throw new InvalidValueError(
      'system_id_taken',
      'systemId',
      'unique',
      `The company already has an integration ${systemId}.`,
    )
  }
  return { integrationId }
}
