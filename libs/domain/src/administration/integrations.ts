import type { IntegrationView } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { createCredential } from '../access/credentials.ts'
import { nameOf, redirectUriOf } from '../companies/names.ts'
import { NotFoundError } from '../errors.ts'
import { dateTime } from '../views/dates.ts'
import { idAfter, type PageWish, pageOf } from '../views/page.ts'

/** All of this file needs a transaction of `inSystem`: credentials are out of a company's reach. Each statement names the company. */

type IntegrationRow = {
  uuid: string
  systemId: string
  name: string
  redirectUris: string[]
  clientIds: string[]
  createdAt: Date
}

const columns = `i.id as uuid, i.system_id as "systemId", i.name, i.redirect_uris as "redirectUris",
  i.created_at as "createdAt", array(
    select c.client_id from credentials c where c.integration_id = i.id and c.revoked_at is null order by c.created_at
  ) as "clientIds"`

const integrationOf = (row: IntegrationRow): IntegrationView => ({
  uuid: row.uuid,
  systemId: row.systemId,
  name: row.name,
  redirectUris: row.redirectUris,
  clientIds: row.clientIds,
  dateCreated: dateTime(row.createdAt),
})

const list: Statement = {
  name: 'admin-list-integrations',
  text: `select ${columns} from integrations i
    where i.company_id = $1 and i.removed_at is null and ($2::uuid is null or i.id < $2) order by i.id desc limit $3`,
}

/** A company's integrations, newest first. Throws InvalidValueError for a cursor that is none. */
export async function listIntegrations(
  tx: Tx,
  companyId: string,
  wish: PageWish,
): Promise<{ integrations: IntegrationView[]; nextCursor: string | null }> {
  const rows = await tx.query<IntegrationRow>(list, [companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { integrations: page.map(integrationOf), nextCursor }
}

const one: Statement = {
  name: 'admin-integration',
  text: `select ${columns} from integrations i where i.company_id = $1 and i.id = $2 and i.removed_at is null`,
}

/** One integration of the company. Throws NotFoundError. */
export async function findIntegration(tx: Tx, companyId: string, integrationId: string): Promise<IntegrationView> {
  const [row] = await tx.query<IntegrationRow>(one, [companyId, integrationId])
  if (!row) throw new NotFoundError('integration', integrationId)
  return integrationOf(row)
}

const change: Statement = {
  name: 'admin-change-integration',
  text: `update integrations set name = coalesce($3, name), redirect_uris = coalesce($4, redirect_uris)
    where company_id = $1 and id = $2 and removed_at is null returning id`,
}

/** Changes name or addresses of an integration. Throws NotFoundError, and InvalidValueError. */
export async function changeIntegration(
  tx: Tx,
  companyId: string,
  integrationId: string,
  changes: { name?: string | undefined; redirectUris?: readonly string[] | undefined },
): Promise<void> {
  const name = changes.name === undefined ? null : nameOf(changes.name, 'name')
  const uris = changes.redirectUris?.map(redirectUriOf) ?? null
  const found = await tx.query(change, [companyId, integrationId, name, uris])
  if (found.length === 0) throw new NotFoundError('integration', integrationId)
}

// The revocation outlives every token, the long-lived ones as well.
const endCredentials: Statement = {
  name: 'admin-end-credentials',
  text: `with ended as (
      update credentials set revoked_at = clock_timestamp()
      where integration_id = $1 and company_id = $2 and revoked_at is null returning client_id, revoked_at
    ), families as (
      update token_families set ended_at = clock_timestamp()
      where client_id in (select client_id from ended) and ended_at is null
    )
    insert into revocations (kind, subject, revoked_at, expires_at)
    select 'credential', client_id, revoked_at, clock_timestamp() + interval '100 years' from ended
    returning subject as "clientId", revoked_at as at`,
}

/** A client id that opens nothing any more, and from when: for the process that ended it. */
export type EndedClient = { clientId: string; at: Date }

/**
 * Gives an integration a new client id and secret and ends the ones before, with every token they obtained. The secret is
 * returned here and nowhere else. Throws NotFoundError.
 */
export async function rotateIntegrationSecret(
  tx: Tx,
  companyId: string,
  integrationId: string,
): Promise<{ clientId: string; clientSecret: string; ended: EndedClient[] }> {
  await findIntegration(tx, companyId, integrationId)
  const ended = await tx.query<EndedClient>(endCredentials, [integrationId, companyId])
  return { ...(await createCredential(tx, { companyId, integrationId })), ended }
}

const remove: Statement = {
  name: 'admin-remove-integration',
  text: `update integrations set removed_at = clock_timestamp()
    where company_id = $1 and id = $2 and removed_at is null returning id`,
}

/** Removes an integration: its secrets open nothing, and its tokens are refused. Its questions stay. Throws NotFoundError. */
export async function removeIntegration(tx: Tx, companyId: string, integrationId: string): Promise<EndedClient[]> {
  const found = await tx.query(remove, [companyId, integrationId])
  if (found.length === 0) throw new NotFoundError('integration', integrationId)
  return tx.query<EndedClient>(endCredentials, [integrationId, companyId])
}
