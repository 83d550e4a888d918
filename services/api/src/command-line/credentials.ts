import { inSystem, type Tx } from '@askline/db'
import {
  findHolderOf,
  findPerson,
  issuePersonalCredential,
  listPersonalCredentials,
  recordAct,
  revokePersonalCredential,
} from '@askline/domain'
import { type Command, RefusedError } from './command.ts'
import { companyMeant } from './companies.ts'
import { sayTable } from './table.ts'

/** Shown at once; older ones were ended long ago. */
const most = 500
const actor = { kind: 'operator' } as const

/** The person of the company, or of the only one there is. Throws RefusedError. */
async function personNamed(tx: Tx, tag: string | undefined, email: string) {
  const companyId = await companyMeant(tx, tag)
  const person = await findPerson(tx, companyId, email)
  if (!person) throw new RefusedError(`Nobody in the company has the address ${email}.`)
  return { companyId, userId: person.userId }
}

const create: Command = {
  name: 'credential create',
  usage: '<e-mail> [--company <tag>]',
  summary: 'An expert, agent or admin for scripts, without signing in. Prints the client id and secret, once.',
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
  summary: 'The client ids of an expert, agent or admin for scripts, newest first, ended ones too.',
  words: 1,
  flags: { optional: ['company'] },
  async run({ db, say }, { words: [email = ''], flags }) {
    const { credentials } = await inSystem(db, async (tx) => {
      const { companyId, userId } = await personNamed(tx, flags['company'], email)
      return listPersonalCredentials(tx, companyId, userId, { limit: most })
    })
    if (credentials.length === 0) return say('There are none.')
    const rows = credentials.map(({ scopes, ...row }) => ({ ...row, scopes: scopes.join(' ') }))
    sayTable(say, ['clientId', 'dateCreated', 'dateRevoked', 'scopes'], rows)
  },
}

const revoke: Command = {
  name: 'credential revoke',
  usage: '<client-id>',
  summary: "Ends a person's client id for scripts, and its tokens everywhere within a second.",
  words: 1,
  flags: {},
  async run({ db, say }, { words: [clientId = ''] }) {
    await inSystem(db, async (tx) => {
      const holder = await findHolderOf(tx, clientId)
      if (!holder) throw new RefusedError(`Nobody has a credential with the client id ${clientId}.`)
      const { companyId, userId } = holder
      await recordAct(tx, { companyId, action: 'credential_revoked', actor, targetId: userId })
      await revokePersonalCredential(tx, companyId, userId, clientId)
    })
    say(`Credential ${clientId} is revoked.`)
  },
}

/** What operators do with personal credentials (decisions §1). */
export const credentialCommands: readonly Command[] = [create, list, revoke]
