import { randomBytes } from 'node:crypto'
import { credentials, type Database, inSystem, statement, type Tx, types } from '@askline/db'
import { createCredential, findCredential } from '@askline/domain/access/credentials'
import { revokeCredential } from '@askline/domain/access/revoke'
import { setPassword } from '@askline/domain/companies/create-person'
import { hash, verify } from '@node-rs/argon2'
import type { SignInPerson } from './company.ts'
import type { DemoCompany } from './demo-company.ts'
import type { DemoFile, DemoPerson } from './demo-file.ts'

type Client = { clientId: string; clientSecret: string }

/**
 * Returns the integration's previous credential if it is valid. Otherwise creates one and revokes the older ones with their tokens.
 */
export function integrationCredential(
  db: Database,
  company: DemoCompany,
  previous: Client | undefined,
): Promise<Client> {
  const { companyId, integrationId } = company
  return inSystem(db, async (tx) => {
    if (previous && (await opensFor(tx, previous, integrationId))) return pickClient(previous)
    await revokeAll(tx, integrationId)
    return createCredential(tx, { companyId, integrationId })
  })
}

/** Does the same as `integrationCredential` for each person who signs in. A new credential includes a new password. */
export async function personalCredentials(
  db: Database,
  { companyId }: DemoCompany,
  people: readonly SignInPerson[],
  previous: DemoFile | undefined,
): Promise<DemoPerson[]> {
  const known = new Map(allPeopleOf(previous).map((person) => [person.uuid, person]))
  const kept = await inSystem(db, async (tx) => {
    const opening = new Map<string, DemoPerson>()
    for (const { userId } of people) {
      const person = known.get(userId)
      if (person && (await opensFor(tx, person, userId))) opening.set(userId, person)
    }
    return opening
  })
  // Hashing is slow on purpose, so it runs outside the transaction.
  const prepared = await Promise.all(
    people.map(async (person) => {
      const old = kept.get(person.userId)
      if (old && (await isPassword(person, old.password))) return { person, old }
      const password = randomBytes(12).toString('base64url')
      return { person, password, passwordHash: await hash(password) }
    }),
  )
  return inSystem(db, async (tx) => {
    const written: DemoPerson[] = []
    for (const { person, old, password, passwordHash } of prepared) {
      const { userId, name, email, role } = person
      const shown = { uuid: userId, name, email }
      if (old) {
        written.push({ ...shown, password: old.password, ...pickClient(old) })
      } else {
        await revokeAll(tx, userId)
        await setPassword(tx, userId, passwordHash)
        written.push({ ...shown, password, ...(await createCredential(tx, { companyId, userId, role })) })
      }
    }
    return written
  })
}

const allPeopleOf = (demo: DemoFile | undefined): DemoPerson[] => {
  if (!demo) return []
  const { experts, agents, admin, sandbox } = demo
  return [...experts, ...agents, admin, ...sandbox.experts, sandbox.admin]
}

const pickClient = ({ clientId, clientSecret }: Client): Client => ({ clientId, clientSecret })

const isPassword = async ({ passwordHash }: SignInPerson, password: string): Promise<boolean> =>
  passwordHash !== null && (await verify(passwordHash, String(password)).catch(() => false))

async function opensFor(tx: Tx, { clientId, clientSecret }: Client, subjectId: string): Promise<boolean> {
  const credential = await findCredential(tx, String(clientId), String(clientSecret))
  return credential?.subjectId === subjectId
}

const openCredentials = statement({
  name: 'demo-open-credentials',
  params: [types.uuid],
  row: { clientId: credentials.clientId },
  text: `select client_id as "clientId" from credentials
    where coalesce(user_id, integration_id) = $1 and revoked_at is null`,
})

async function revokeAll(tx: Tx, subjectId: string): Promise<void> {
  const open = await tx.query(openCredentials, [subjectId])
  for (const { clientId } of open) await revokeCredential(tx, clientId)
}
