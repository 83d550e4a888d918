import type { Role } from '@askline/contracts'
import { companies, credentials, integrations, statement, type Tx, types, users } from '@askline/db'
import { addressOf } from '../people/address.ts'

/** A person who may sign in with a password. */
export type SignInPerson = {
  userId: string
  companyId: string
  role: Exclude<Role, 'user'>
  /** argon2id in PHC form; null if the person has no password. */
  passwordHash: string | null
  /** Why the person may not sign in, or null. */
  bar: 'blocked' | 'inactive' | null
}

/** An e-mail address with a company id from the client, a company tag from the form, or neither. */
export type SignInName = { email: string; companyId?: string | undefined; companyTag?: string | undefined }

/** Companies that may have an address of someone who names none of them. */
export const mostCompanies = 3

/**
 * Returns the experts, agents and admins with an e-mail address: at most one of each company, and one in all if a company is named.
 * Empty if more than `mostCompanies` have the address and none is named. Needs a transaction of `inSystem`.
 */
export async function findSignInPeople(tx: Tx, name: SignInName): Promise<SignInPerson[]> {
  const found = await tx.query(selectPeople, [addressOf(name.email), name.companyId ?? null, name.companyTag ?? null])
  return found.length > mostCompanies ? [] : found
}

const selectPeople = statement({
  name: 'select-sign-in-people',
  params: [types.text, types.nullable(types.uuid), types.nullable(types.text)],
  row: {
    userId: users.id,
    companyId: users.companyId,
    role: types.textOf<Exclude<Role, 'user'>>(),
    passwordHash: users.passwordHash,
    bar: types.nullable(types.textOf<'blocked' | 'inactive'>()),
  },
  text: `select u.id as "userId", u.company_id as "companyId", u.role, u.password_hash as "passwordHash",
      case when u.is_blocked then 'blocked' when not coalesce(e.is_active, true) then 'inactive' end as bar
    from users u join companies c on c.id = u.company_id left join experts e on e.user_id = u.id and e.company_id = u.company_id
    where u.address = $1 and u.role <> 'user' and u.forgotten_at is null
      and ($2::uuid is null or u.company_id = $2) and ($3::text is null or c.tag = $3)
    order by u.created_at, u.id limit ${mostCompanies + 1}`,
})

/** Returns the named company, whose audit log gets a failed sign-in, or `undefined`. Needs a transaction of `inSystem`. */
export async function findNamedCompany(tx: Tx, name: SignInName): Promise<string | undefined> {
  if (name.companyId !== undefined) return name.companyId
  if (name.companyTag === undefined) return undefined
  const [row] = await tx.query(selectCompanyByTag, [name.companyTag])
  return row?.id
}

const selectCompanyByTag = statement({
  name: 'select-company-by-tag',
  params: [types.text],
  row: { id: companies.id },
  text: 'select id from companies where tag = $1',
})

/** A client that people may sign in through. */
export type SignInClient = {
  clientId: string
  companyId: string
  name: string
  /** Compared as whole strings. */
  redirectUris: string[]
}

/** Returns the integration of a client id, or `undefined` if either was removed. Needs a transaction of `inSystem`. */
export async function findSignInClient(tx: Tx, clientId: string): Promise<SignInClient | undefined> {
  const [row] = await tx.query(selectClient, [clientId])
  return row
}

const selectClient = statement({
  name: 'select-sign-in-client',
  params: [types.text],
  row: {
    clientId: credentials.clientId,
    companyId: credentials.companyId,
    name: integrations.name,
    redirectUris: integrations.redirectUris,
  },
  text: `select c.client_id as "clientId", c.company_id as "companyId", i.name, i.redirect_uris as "redirectUris"
    from credentials c join integrations i on i.id = c.integration_id and i.company_id = c.company_id
    where c.client_id = $1 and (c.revoked_at is null or c.revoked_at > clock_timestamp()) and i.removed_at is null`,
})
