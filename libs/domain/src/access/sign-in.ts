import type { Role } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'

/** A person whom the sign-in page may let in, once the password is right. */
export type SignInPerson = {
  userId: string
  companyId: string
  role: Exclude<Role, 'user'>
  /** argon2id in its PHC form; null for somebody who was given none. */
  passwordHash: string | null
  /** Why they may not come in although they exist, as a word. */
  bar: 'blocked' | 'inactive' | null
}

/** The company is known from the client, or named by its tag, or not at all. */
export type SignInName = { email: string; companyId?: string | undefined; companyTag?: string | undefined }

/**
 * The expert, agent or admin behind an e-mail address. Undefined where there is none, and where the address stands in
 * several companies and none is named: nobody is told which. Needs a transaction of `inSystem`.
 */
export async function findSignInPerson(tx: Tx, name: SignInName): Promise<SignInPerson | undefined> {
  const found = await tx.query<SignInPerson>(selectPeople, [
    name.email.trim(),
    name.companyId ?? null,
    name.companyTag ?? null,
  ])
  return found.length === 1 ? found[0] : undefined
}

const selectPeople: Statement = {
  name: 'select-sign-in-people',
  text: `select u.id as "userId", u.company_id as "companyId", u.role, u.password_hash as "passwordHash",
      case when u.is_blocked then 'blocked' when not coalesce(e.is_active, true) then 'inactive' end as bar
    from users u join companies c on c.id = u.company_id left join experts e on e.user_id = u.id
    where u.email = lower($1) and u.role <> 'user' and u.forgotten_at is null
      and ($2::uuid is null or u.company_id = $2) and ($3::text is null or c.tag = $3)
    limit 2`,
}

/** The company that a failed sign-in is written down for: the one named, if there is one. Needs `inSystem`. */
export async function findNamedCompany(tx: Tx, name: SignInName): Promise<string | undefined> {
  if (name.companyId !== undefined) return name.companyId
  if (name.companyTag === undefined) return undefined
  const [row] = await tx.query<{ id: string }>(selectCompanyByTag, [name.companyTag])
  return row?.id
}

const selectCompanyByTag: Statement = { name: 'select-company-by-tag', text: 'select id from companies where tag = $1' }

/** A client that people may sign in through. */
export type SignInClient = {
  clientId: string
  companyId: string
  name: string
  /** Each compared as a whole string. */
  redirectUris: string[]
}

/** The integration behind a client id, while both are in use. Needs a transaction of `inSystem`. */
export async function findSignInClient(tx: Tx, clientId: string): Promise<SignInClient | undefined> {
  const [row] = await tx.query<SignInClient>(selectClient, [clientId])
  return row
}

const selectClient: Statement = {
  name: 'select-sign-in-client',
  text: `select c.client_id as "clientId", c.company_id as "companyId", i.name, i.redirect_uris as "redirectUris"
    from credentials c join integrations i on i.id = c.integration_id
    where c.client_id = $1 and c.revoked_at is null and i.removed_at is null`,
}
