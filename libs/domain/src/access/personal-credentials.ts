import type { PersonalCredentialView, Scope } from '@askline/contracts'
import { credentials, type RowOf, selectList, statement, type Tx, types, users } from '@askline/db'
import { InvalidValueError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { clientIdAfter, type PageWish, pageOf } from '../format/page.ts'
import { type CredentialChanger, type CredentialChanges, changeCredential } from './change-credential.ts'
import { createCredential, scopesWithin } from './credentials.ts'
import { revokeCredential } from './revoke.ts'

/** All functions of this file need a transaction of `inSystem`, because company roles cannot read credentials. Each statement names the company. */

/**
 * Creates a client id and secret with which scripts act as an expert, agent or admin. Its scopes are those of the role, and of
 * them only those in `creatorScopes`, if given. The secret is returned here only. Throws NotFoundError, ForbiddenError, and
 * InvalidValueError for an asker (`role_unfit`) or for a person who is blocked or deactivated (`person_inactive`).
 */
export async function issuePersonalCredential(
  tx: Tx,
  companyId: string,
  userId: string,
  creatorScopes?: readonly Scope[],
): Promise<{ credential: PersonalCredentialView; clientSecret: string }> {
  // Locks the person first, so a transaction that ends their access comes before this one or sees the new credential.
  const { role } = await findHolder(tx, lockHolder, companyId, userId)
  const { isActive } = await findHolder(tx, selectHolder, companyId, userId)
  if (role === 'user') {
    const message = 'Askers cannot have credentials. An integration can obtain their tokens with userEmail.'
    throw new InvalidValueError('role_unfit', 'uuid', 'role', message)
  }
  if (!isActive) {
    const message = 'The person is blocked or deactivated. Unblock or reactivate them first.'
    throw new InvalidValueError('person_inactive', 'uuid', 'active', message)
  }
  const { clientId, clientSecret } = await createCredential(tx, {
    companyId,
    userId,
    role,
    ...(creatorScopes ? { scopes: scopesWithin(role, creatorScopes) } : {}),
  })
  return { credential: await findCredentialOf(tx, companyId, userId, clientId), clientSecret }
}

/** Returns the credentials of a person, revoked ones included, newest first. Throws NotFoundError and InvalidValueError. */
export async function listPersonalCredentials(
  tx: Tx,
  companyId: string,
  userId: string,
  wish: PageWish,
): Promise<{ credentials: PersonalCredentialView[]; nextCursor: string | null }> {
  await findHolder(tx, selectHolder, companyId, userId)
  const rows = await tx.query(list, [companyId, userId, clientIdAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ clientId }) => clientId)
  return { credentials: page.map(credentialOf), nextCursor }
}

/**
 * Revokes a person's credential and every token it obtained. Returns from when. Idempotent. Throws NotFoundError if the
 * company does not have the person or the credential.
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

/**
 * Changes scopes and limits of a person's credential, as `changeCredential` does. Throws NotFoundError if the company does not have
 * the person or the credential.
 */
export async function changePersonalCredential(
  tx: Tx,
  companyId: string,
  userId: string,
  changes: CredentialChanges,
  changer: CredentialChanger,
): Promise<{ credential: PersonalCredentialView; endedAt: Date | undefined }> {
  await findHolder(tx, selectHolder, companyId, userId)
  const endedAt = await changeCredential(tx, companyId, userId, changes, changer)
  return { credential: await findCredentialOf(tx, companyId, userId, changes.clientId), endedAt }
}

/** Returns the person or integration that a credential belongs to, or `undefined` if the client id does not exist. */
export async function findOwnerOf(
  tx: Tx,
  clientId: string,
): Promise<{ companyId: string; ownerId: string } | undefined> {
  const [row] = await tx.query(ownerOf, [clientId])
  return row
}

const credentialRow = {
  clientId: credentials.clientId,
  scopes: credentials.scopes,
  readsPerMinute: credentials.readsPerMinute,
  writesPerMinute: credentials.writesPerMinute,
  createdAt: credentials.createdAt,
  revokedAt: credentials.revokedAt,
}
type CredentialRow = RowOf<typeof credentialRow>

const credentialOf = ({ createdAt, revokedAt, ...row }: CredentialRow): PersonalCredentialView => ({
  ...row,
  dateCreated: dateTime(createdAt),
  dateRevoked: revokedAt && dateTime(revokedAt),
})

const holderRow = { role: users.role, isActive: types.boolean }
type HolderRow = RowOf<typeof holderRow>

async function findHolder(tx: Tx, which: typeof selectHolder, companyId: string, userId: string): Promise<HolderRow> {
  const [row] = await tx.query(which, [companyId, userId])
  if (!row) throw new NotFoundError('person', userId)
  return row
}

async function findCredentialOf(
  tx: Tx,
  companyId: string,
  userId: string,
  clientId: string,
): Promise<PersonalCredentialView> {
  const [row] = await tx.query(one, [companyId, userId, clientId])
  if (!row) throw new NotFoundError('credential', clientId)
  return credentialOf(row)
}

const lockHolder = statement({
  name: 'lock-credential-holder',
  params: [types.uuid, types.uuid],
  row: holderRow,
  text: `select role, not is_blocked as "isActive" from users
    where company_id = $1 and id = $2 and forgotten_at is null for update`,
})
const selectHolder = statement({
  name: 'credential-holder',
  params: [types.uuid, types.uuid],
  row: holderRow,
  text: `select u.role, not u.is_blocked and coalesce(e.is_active, true) as "isActive"
    from users u left join experts e on e.user_id = u.id and e.company_id = u.company_id
    where u.company_id = $1 and u.id = $2 and u.forgotten_at is null`,
})
const columns = selectList(credentialRow, 'credentials')
const one = statement({
  name: 'personal-credential',
  params: [types.uuid, types.uuid, types.text],
  row: credentialRow,
  text: `select ${columns} from credentials where company_id = $1 and user_id = $2 and client_id = $3`,
})
const list = statement({
  name: 'personal-credentials',
  params: [types.uuid, types.uuid, types.nullable(types.text), types.int],
  row: credentialRow,
  text: `select ${columns} from credentials where company_id = $1 and user_id = $2 and ($3::text is null
      or (created_at, client_id) < (select created_at, client_id from credentials where user_id = $2 and client_id = $3))
    order by created_at desc, client_id desc limit $4`,
})
const ownerOf = statement({
  name: 'owner-of-credential',
  params: [types.text],
  row: { companyId: credentials.companyId, ownerId: types.uuid },
  text: `select company_id as "companyId", coalesce(user_id, integration_id) as "ownerId" from credentials where client_id = $1`,
})
