import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { createCredential } from '@askline/domain/access/credentials'
import { createIntegration } from '@askline/domain/companies/create-integration'
import type { Command } from './command.ts'
import { companyNamed } from './companies.ts'

export const integrationCreate: Command = {
  name: 'integration create',
  usage: '<system-id> --company <tag> --name "Name" [--redirect-uris https://…,https://…]',
  summary: 'Creates a client application of a company. Prints its client id and secret once.',
  words: 1,
  flags: { required: ['company', 'name'], optional: ['redirect-uris'] },
  async run({ db, say }, { words: [systemId = ''], flags }) {
    const redirectUris = flags['redirect-uris']?.split(',').map((uri) => uri.trim()) ?? []
    const made = await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, flags['company'] ?? '')
      const wanted = { companyId, systemId, name: flags['name'] ?? '', redirectUris }
      const { integrationId } = await createIntegration(tx, wanted)
      const actor = { kind: 'operator' } as const
      await recordAct(tx, { companyId, action: 'integration_created', actor, targetId: integrationId })
      return createCredential(tx, { companyId, integrationId })
    })
    say(`client_id      ${made.clientId}`)
    say(`client_secret  ${made.clientSecret}`)
  },
}
