import { inSystem, type Tx } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { limitCredential } from '@askline/domain/access/credentials'
import {
  findOwnerOf,
  issuePersonalCredential,
  listPersonalCredentials,
} from '@askline/domain/access/personal-credentials'
import { revokeCredential } from '@askline/domain/access/revoke'
import { findPerson } from '@askline/domain/people/find-person'
import { type Command, RefusedError, UsageError } from './command.ts'
import { companyMeant } from './companies.ts'
import { printTable } from './table.ts'

/** Maximum number of credentials in a list. */
const most = 500
const actor = { kind: 'operator' } as const

/** Returns the person with an address in a company, or in the only company. Throws RefusedError. */
async function personNamed(tx: Tx, tag: string | undefined, email: string) {
  const companyId = await companyMeant(tx, tag)
  const person = await findPerson(tx, companyId, email)
  if (!person) throw new RefusedError(`No person in the company has the address ${email}.`)
  return { companyId, userId: person.userId }
}

const create: Command = {
  name: 'credential create',
  usage: '<e-mail> [--company <tag>]',
  summary: 'Creates a client id and secret with which scripts act as an expert, agent or admin. Prints them once.',
  words: 1,
  flags: { optional: ['company'] },
  async run({ db, say }, { words: [email = ''], flags }) {
    const made = await inSystem(db, async (tx) => {
      const { companyId, userId } = await personNamed(tx, flags['company'], email)
      await recordAct(tx, { companyId, action: 'credential_created', actor, targetId: userId })
      return issuePersonalCredential(tx, companyId, userId)
    })
    say(`client_id      ${made.credential.clientId}`)
    say(`client_secret  ${made.clientSecret}`)
  },
}

const list: Command = {
  name: 'credential list',
  usage: '<e-mail> [--company <tag>]',
  summary: 'Lists the client ids of an expert, agent or admin, newest first, revoked ones included.',
  words: 1,
  flags: { optional: ['company'] },
  async run({ db, say }, { words: [email = ''], flags }) {
    const { credentials } = await inSystem(db, async (tx) => {
      const { companyId, userId } = await personNamed(tx, flags['company'], email)
      return listPersonalCredentials(tx, companyId, userId, { limit: most })
    })
    if (credentials.length === 0) return say('No credentials.')
    const rows = credentials.map(({ scopes, ...row }) => ({ ...row, scopes: scopes.join(' ') }))
    printTable(say, ['clientId', 'dateCreated', 'dateRevoked', 'scopes'], rows)
  },
}

const revoke: Command = {
  name: 'credential revoke',
  usage: '<client-id>',
  summary: 'Revokes the client id of a person or integration, and its tokens everywhere within a second.',
  words: 1,
  flags: {},
  async run({ db, say }, { words: [clientId = ''] }) {
    await inSystem(db, async (tx) => {
      const owner = await findOwnerOf(tx, clientId)
      if (!owner) throw new RefusedError(`No credential has the client id ${clientId}.`)
      const { companyId, ownerId } = owner
      await recordAct(tx, { companyId, action: 'credential_revoked', actor, targetId: ownerId })
      await revokeCredential(tx, clientId)
    })
    say(`Credential ${clientId} is revoked.`)
  },
}

const limit: Command = {
  name: 'credential limit',
  usage: '<client-id> [--reads <number>] [--writes <number>]',
  summary:
    'Sets how many requests per minute all tokens of this client id may make together. Without a flag the default of its kind applies.',
  words: 1,
  flags: { optional: ['reads', 'writes'] },
  async run({ db, say }, { words: [clientId = ''], flags }) {
    const reads = perMinute('reads', flags['reads'])
    const writes = perMinute('writes', flags['writes'])
    await inSystem(db, async (tx) => {
      const companyId = await limitCredential(tx, clientId, { reads, writes })
      if (companyId === undefined) throw new RefusedError(`No credential has the client id ${clientId}.`)
      await recordAct(tx, { companyId, action: 'credential_limited', actor, targetId: clientId })
    })
    const shown = (value: number | null) => value ?? 'default'
    say(`Limits per minute of ${clientId}: reads ${shown(reads)}, writes ${shown(writes)}.`)
  },
}

function perMinute(flag: string, given: string | undefined): number | null {
  if (given === undefined) return null
  const value = Number(given)
  if (Number.isInteger(value) && value >= 1 && value <= 1_000_000_000) return value
  throw new UsageError(`--${flag} must be a whole number from 1 to 1000000000.`)
}

/** Commands for client ids and secrets. */
export const credentialCommands: readonly Command[] = [create, list, revoke, limit]
