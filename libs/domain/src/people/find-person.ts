import type { Role } from '@askline/contracts'
import { newId, statement, type Tx, types, users } from '@askline/db'
import { nameOf } from '../companies/names.ts'
import { InvalidValueError } from '../errors.ts'
import { fold } from '../text/fold.ts'
import { addressOf, visiblePartOf } from './address.ts'

export type PersonRow = { userId: string; name: string; role: Role; isBlocked: boolean }

const byEmail = statement({
  name: 'person-by-email',
  params: [types.uuid, types.text],
  row: { userId: users.id, name: users.name, role: users.role, isBlocked: users.isBlocked },
  text: `select id as "userId", name, role, is_blocked as "isBlocked" from users
    where company_id = $1 and address = $2 and forgotten_at is null`,
})
const insertPerson = statement({
  name: 'insert-named-person',
  params: [types.uuid, types.uuid, types.text, types.text, types.text, types.text, types.text],
  row: { userId: users.id, name: users.name, role: users.role, isBlocked: users.isBlocked },
  text: `insert into users (id, company_id, email, address, name, role, folded) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (company_id, address) do nothing returning id as "userId", name, role, is_blocked as "isBlocked"`,
})

type Named = { companyId: string; email: string; name?: string | undefined }

/** Returns the person with an e-mail address, in any spelling, or `undefined` if there is no such person. */
export async function findPerson(tx: Tx, companyId: string, email: string): Promise<PersonRow | undefined> {
  const [person] = await tx.query(byEmail, [companyId, addressOf(email)])
  return person
}

const rename = statement({
  name: 'rename-asker',
  params: [types.uuid, types.uuid, types.text, types.text],
  text: `update users set name = $3, folded = $4 where company_id = $1 and id = $2 and role = 'user'`,
})

/**
 * The asker behind an e-mail address. A new one is called `name`, or stored without a name; one who is known takes the
 * name that is given. Experts, agents and admins who ask keep theirs: it stands under what they answer.
 */
export async function findOrCreateAsker(tx: Tx, who: Named): Promise<PersonRow> {
  const person = await findOrCreate(tx, who, 'user')
  const name = who.name === undefined ? person.name : nameOf(who.name, 'userName')
  if (person.role !== 'user' || person.name === name) return person
  await tx.query(rename, [who.companyId, person.userId, name, fold(name)])
  return { ...person, name }
}

/**
 * The agent in whose name an integration speaks; one it has not named before is added to the company's staff.
 * Throws InvalidValueError if the person is not an agent, because naming a person must not make them one. Throws it also if a new
 * one has no name.
 */
export async function findOrCreateAgent(tx: Tx, who: Named): Promise<PersonRow> {
  const person = await findOrCreate(tx, who, 'agent')
  if (person.role !== 'agent' && person.role !== 'admin') {
    throw new InvalidValueError(
      'agent_unknown',
      'agentEmail',
      'agent',
      'agentEmail names a person who is not an agent of this company',
    )
  }
  return person
}

const agentNameMissing = () =>
  new InvalidValueError(
    'name_invalid',
    'agentName',
    'required',
    'agentName is missing: `agentEmail` is new, and askers see the name of an agent',
  )

async function findOrCreate(tx: Tx, { companyId, email, name }: Named, role: Role): Promise<PersonRow> {
  const known = await findPerson(tx, companyId, email)
  if (known) return known
  if (role === 'agent' && name === undefined) throw agentNameMissing()
  const called = name === undefined ? '' : nameOf(name, role === 'agent' ? 'agentName' : 'userName')
  const values = [newId(), companyId, visiblePartOf(email), addressOf(email), called, role, fold(called)] as const
  const [made] = await tx.query(insertPerson, values)
  // A concurrent transaction added the same person.
  const person = made ?? (await findPerson(tx, companyId, email))
  if (!person) throw new Error('The added person is missing')
  return person
}
