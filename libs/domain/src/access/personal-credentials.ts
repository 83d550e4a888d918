import type { PersonalCredentialView, Role, Scope } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { InvalidValueError, NotFoundError } from '../errors.ts'
import { dateTime } from '../views/dates.ts'
import { clientIdAfter, type PageWish, pageOf } from '../views/page.ts'
import { createCredential } from './credentials.ts'
import { revokeCredential } from './revoke.ts'

/** All of this file needs a transaction of `inSystem`: credentials are out of a company's reach. Each statement names the company. */

/**
 * Gives an expert, agent or admin a client id and secret for scripts (decisions §1): its tokens speak for that person, with all
 * that their role may be granted. The secret is returned here and nowhere else. Throws NotFoundError, and InvalidValueError
 * for an asker (`role_unfit`) and for somebody blocked or deactivated (`person_inactive`).
 */
export async function issuePersonalCredential(
  tx: Tx,
  companyId: string,
  userId: string,
): Promise<{ credential: PersonalCredentialView; clientSecret: string }> {
  // Locked first: whoever ends the person's access at the same time comes before, or finds this credential to end.
  const { role } = await findHolder(tx, lockHolder, companyId, userId)
  const { isActive } = await findHolder(tx, selectHolder, companyId, userId)
  if (role === 'user') {
    const message = 'Askers have no credentials of their own: an integration obtains their tokens'
    throw new InvalidValueError('role_unfit', 'uuid', 'role', message)
  }
  if (!isActive) {
    const message = 'Somebody who is blocked or deactivated has no access'
    throw new InvalidValueError('person_inactive', 'uuid', 'active', message)
  }
  const { clientId, clientSecret } = await createCredential(tx, { companyId, userId, role })
  return { credential: await findCredentialOf(tx, companyId, userId, clientId), clientSecret }
}

/** The credentials a person has and had, newest first. Throws NotFoundError, and InvalidValueError for a cursor that is none. */
export async function listPersonalCredentials(
  tx: Tx,
  companyId: string,
  userId: string,
  wish: PageWish,
): Promise<{ credentials: PersonalCredentialView[]; nextCursor: string | null }> {
  await findHolder(tx, selectHolder, companyId, userId)
  const rows = await tx.query<CredentialRow>(list, [companyId, userId, clientIdAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ clientId }) => clientId)
  return { credentials: page.map(credentialOf), nextCursor }
}

/**
 * Ends a person's credential and every token it obtained; answers from when. Once more does no harm. Throws NotFoundError
 * for a person or credential that the company does not have.
 */
export async function revokePersonalCredential(
  tx: Tx,
  companyId: string,
  userId: string,
  clientId: string,
): Promise<{ credential: PersonalCredentialView; at: Date }> {
  await findHolder(tx, selectHolder, companyId, userId)
  await findCredentialOf(tx, companyId, userId, clientId)
  const at = await revokeCredential(tx, clientId)
  return { credential: await findCredentialOf(tx, companyId, userId, clientId), at }
}

/** Whose credential a client id is; undefined for an integration's, and for one that nobody has. */
export async function findHolderOf(
  tx: Tx,
  clientId: string,
): Promise<{ companyId: string; userId: string } | undefined> {
  const [row] = await tx.query<{ companyId: string; userId: string }>(holderOf, [clientId])
  return row
}

type CredentialRow = { clientId: string; scopes: Scope[]; createdAt: Date; revokedAt: Date | null }

const credentialOf = ({ clientId, scopes, createdAt, revokedAt }: CredentialRow): PersonalCredentialView => ({
  clientId,
  scopes,
  dateCreated: dateTime(createdAt),
  dateRevoked: revokedAt && dateTime(revokedAt),
})

type HolderRow = { role: Role; isActive: boolean }

async function findHolder(tx: Tx, which: Statement, companyId: string, userId: string): Promise<HolderRow> {
  const [row] = await tx.query<HolderRow>(which, [companyId, userId])
  if (!row) throw new NotFoundError('person', userId)
  return row
}

async function findCredentialOf(tx: Tx, companyId: string, userId: string, clientId: string) {
  const [row] = await tx.query<CredentialRow>(one, [companyId, userId, clientId])
  if (!row) throw new NotFoundError('credential', clientId)
  return credentialOf(row)
}

const lockHolder: Statement = {
  name: 'lock-credential-holder',
  text: `select role, not is_blocked as "isActive" from users
    where company_id = $1 and id = $2 and forgotten_at is null for update`,
}
const selectHolder: Statement = {
  name: 'credential-holder',
  text: `select u.role, not u.is_blocked and coalesce(e.is_active, true) as "isActive"
    from users u left join experts e on e.user_id = u.id
    where u.company_id = $1 and u.id = $2 and u.forgotten_at is null`,
}
const columns = 'client_id as "clientId", scopes, created_at as "createdAt", revoked_at as "revokedAt"'
const one: Statement = {
  name: 'personal-credential',
  text: `select ${columns} from credentials where company_id = $1 and user_id = $2 and client_id = $3`,
}
const list: Statement = {
  name: 'personal-credentials',
  text: `select ${columns} from credentials where company_id = $1 and user_id = $2 and ($3::text is null
      or (created_at, client_id) < (select created_at, client_id from credentials where user_id = $2 and client_id = $3))
    order by created_at desc, client_id desc limit $4`,
}
const holderOf: Statement = {
  name: 'holder-of-credential',
  text: `select company_id as "companyId", user_id as "userId" from credentials where client_id = $1 and user_id is not null`,
}
