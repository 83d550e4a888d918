import type { IntegrationView, Scope } from '@askline/contracts'
import { credentials, integrations, type RowOf, revocations, statement, type Tx, types } from '@askline/db'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { type CredentialChanger, type CredentialChanges, changeCredential } from '../access/change-credential.ts'
import { createCredential, limitCredential, scopesWithin } from '../access/credentials.ts'
import { nameOf, redirectUriOf } from '../companies/names.ts'
import { ForbiddenError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { removeWebhooksOf } from '../webhooks/endpoints.ts'

/** All of this file needs a transaction of `inSystem`: credentials are out of a company's reach. Each statement names the company. */

type CredentialJson = {
  clientId: string
  scopes: Scope[]
  createdAt: string
  endsAt: string | null
  readsPerMinute: number | null
  writesPerMinute: number | null
}
const integrationRow = {
  uuid: integrations.id,
  systemId: integrations.systemId,
  name: integrations.name,
  redirectUris: integrations.redirectUris,
  createdAt: integrations.createdAt,
  credentials: types.json<CredentialJson[]>(),
}

const columns = `i.id as uuid, i.system_id as "systemId", i.name, i.redirect_uris as "redirectUris",
  i.created_at as "createdAt", (
    select coalesce(json_agg(json_build_object('clientId', c.client_id, 'scopes', c.scopes, 'createdAt', c.created_at, 'endsAt', c.revoked_at,
      'readsPerMinute', c.reads_per_minute, 'writesPerMinute', c.writes_per_minute) order by c.created_at), '[]')
    from credentials c where c.integration_id = i.id and c.company_id = i.company_id and (c.revoked_at is null or c.revoked_at > clock_timestamp())
  ) as credentials`

const integrationOf = (row: RowOf<typeof integrationRow>): IntegrationView => ({
  uuid: row.uuid,
  systemId: row.systemId,
  name: row.name,
  redirectUris: row.redirectUris,
  clientIds: row.credentials.map(({ clientId }) => clientId),
  credentials: row.credentials.map(({ createdAt, endsAt, ...credential }) => ({
    ...credential,
    dateCreated: dateTime(new Date(createdAt)),
    dateEnds: endsAt === null ? null : dateTime(new Date(endsAt)),
  })),
  dateCreated: dateTime(row.createdAt),
})

const list = statement({
  name: 'admin-list-integrations',
  params: [types.uuid, types.nullable(types.uuid), types.int],
  row: integrationRow,
  text: `select ${columns} from integrations i
    where i.company_id = $1 and i.removed_at is null and ($2::uuid is null or i.id < $2) order by i.id desc limit $3`,
})

/** A company's integrations, newest first. Throws InvalidValueError for an invalid cursor. */
export async function listIntegrations(
  tx: Tx,
  companyId: string,
  wish: PageWish,
): Promise<{ integrations: IntegrationView[]; nextCursor: string | null }> {
  const rows = await tx.query(list, [companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { integrations: page.map(integrationOf), nextCursor }
}

const one = statement({
  name: 'admin-integration',
  params: [types.uuid, types.uuid],
  row: integrationRow,
  text: `select ${columns} from integrations i where i.company_id = $1 and i.id = $2 and i.removed_at is null`,
})

/** One integration of the company. Throws NotFoundError. */
export async function findIntegration(tx: Tx, companyId: string, integrationId: string): Promise<IntegrationView> {
  const [row] = await tx.query(one, [companyId, integrationId])
  if (!row) throw new NotFoundError('integration', integrationId)
  return integrationOf(row)
}

const isPresent = (companyId: string, integrationId: string) =>
  and(eq(integrations.companyId, companyId), eq(integrations.id, integrationId), isNull(integrations.removedAt))

/** Changes name or addresses of an integration. Throws NotFoundError, and InvalidValueError. */
export async function changeIntegration(
  tx: Tx,
  companyId: string,
  integrationId: string,
  changes: { name?: string | undefined; redirectUris?: readonly string[] | undefined },
): Promise<void> {
  const found = await tx.orm
    .update(integrations)
    .set({
      name: changes.name === undefined ? integrations.name : nameOf(changes.name, 'name'),
      redirectUris: changes.redirectUris?.map(redirectUriOf),
    })
    .where(isPresent(companyId, integrationId))
    .returning({ id: integrations.id })
  if (found.length === 0) throw new NotFoundError('integration', integrationId)
}

// $3: ms until the end. The revocation takes effect then, and outlives every token, also the long-lived ones.
const endCredentials = statement({
  name: 'admin-end-credentials',
  params: [types.uuid, types.uuid, types.int],
  row: { clientId: revocations.subject, at: revocations.revokedAt },
  text: `with wanted as (
      select clock_timestamp() + $3::bigint * interval '1 millisecond' as ends_at
    ), ended as (
      update credentials c set revoked_at = w.ends_at from wanted w
      where c.integration_id = $1 and c.company_id = $2 and (c.revoked_at is null or c.revoked_at > w.ends_at)
      returning c.client_id, c.revoked_at
    ), families as (
      update token_families set ended_at = clock_timestamp()
      where company_id = $2 and $3::bigint = 0 and client_id in (select client_id from ended) and ended_at is null
    )
    insert into revocations (kind, subject, revoked_at, expires_at)
    select 'credential', client_id, revoked_at, revoked_at + interval '100 years' from ended
    returning subject as "clientId", revoked_at as at`,
})

/** A client id that ends with all its tokens, and when: for the process that ended it. */
export type EndedClient = { clientId: string; at: Date }

export type SecretRotation = {
  /** ms for which the earlier secrets keep working; 0 for a secret that leaked. */
  overlapMs: number
  /** The scopes of the admin's token. */
  creatorScopes: readonly Scope[]
}

/**
 * Gives an integration another client id and secret, with the scopes and limits of the newest one. The earlier ones, and
 * every token they obtained, end after `overlapMs`. The secret is returned here only. Throws NotFoundError, and
 * ForbiddenError if the admin's token lacks a scope of the secret.
 */
export async function rotateIntegrationSecret(
  tx: Tx,
  companyId: string,
  integrationId: string,
  { overlapMs, creatorScopes }: SecretRotation,
): Promise<{ clientId: string; clientSecret: string; ended: EndedClient[] }> {
  await findIntegration(tx, companyId, integrationId)
  const [newest] = await tx.orm
    .select({ scopes: credentials.scopes, reads: credentials.readsPerMinute, writes: credentials.writesPerMinute })
    .from(credentials)
    .where(and(eq(credentials.integrationId, integrationId), eq(credentials.companyId, companyId), isUsable))
    .orderBy(desc(credentials.createdAt))
    .limit(1)
  const missing = newest?.scopes.filter((scope) => !creatorScopes.includes(scope)) ?? []
  if (missing.length > 0) {
    const message = `The secret has scopes that your token lacks: ${missing.join(' ')}. Use a token that has them.`
    throw new ForbiddenError('insufficient_scope', message)
  }
  const ended = await tx.query(endCredentials, [integrationId, companyId, overlapMs])
  const scopes = newest?.scopes ?? scopesWithin('integration', creatorScopes)
  const made = await createCredential(tx, { companyId, integrationId, scopes })
  if (newest) await limitCredential(tx, made.clientId, newest)
  return { ...made, ended }
}

const isUsable = or(isNull(credentials.revokedAt), gt(credentials.revokedAt, sql`clock_timestamp()`))

/**
 * Changes scopes and limits of an integration's credential, as `changeCredential` does. Throws NotFoundError if the company does
 * not have the integration or the credential.
 */
export async function changeIntegrationCredential(
  tx: Tx,
  companyId: string,
  integrationId: string,
  changes: CredentialChanges,
  changer: CredentialChanger,
): Promise<{ integration: IntegrationView; endedAt: Date | undefined }> {
  await findIntegration(tx, companyId, integrationId)
  const endedAt = await changeCredential(tx, companyId, integrationId, changes, changer)
  return { integration: await findIntegration(tx, companyId, integrationId), endedAt }
}

/** Removes an integration and its webhooks: its secrets open nothing, and its tokens are refused. Its questions stay. Throws NotFoundError. */
export async function removeIntegration(tx: Tx, companyId: string, integrationId: string): Promise<EndedClient[]> {
  const found = await tx.orm
    .update(integrations)
    .set({ removedAt: sql`clock_timestamp()` })
    .where(isPresent(companyId, integrationId))
    .returning({ id: integrations.id })
  if (found.length === 0) throw new NotFoundError('integration', integrationId)
  await removeWebhooksOf(tx.of(companyId), integrationId)
  return tx.query(endCredentials, [integrationId, companyId, 0])
}
