import type {
  NewWebhookEndpoint,
  WebhookEndpointChanges,
  WebhookEndpointView,
  WebhookFormat,
  WebhookStart,
} from '@askline/contracts'
import { newId, type RowOf, statement, type Tx, types, webhookEndpoints } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { nameOf } from '../companies/names.ts'
import { InvalidValueError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { findFeed } from '../feed/read-feed.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { defaultWebhookTypes, webhookTypesOf } from './event-types.ts'

/** Most endpoints of a company. */
const mostEndpoints = 20

/** The owner of the endpoints that a caller manages. An integration manages its own, an admin all of the company (null). */
export type WebhookOwner = { integrationId: string | null }

/** A secret as it is stored, encrypted for `secretPurpose(secretId)`. */
export type StoredSecret = { secretId: string; encryptedSecret: string; encryptionKeyId: string }

/** Returns the purpose under which a secret is encrypted. */
export const secretPurpose = (secretId: string): string => `Webhook secret ${secretId}`

type SecretJson = { uuid: string; createdAt: string; retiresAt: string | null }
const endpointRow = {
  uuid: webhookEndpoints.id,
  integrationId: webhookEndpoints.integrationId,
  name: webhookEndpoints.name,
  url: webhookEndpoints.url,
  types: webhookEndpoints.types,
  format: webhookEndpoints.format,
  includeState: webhookEndpoints.includeState,
  state: webhookEndpoints.state,
  disabledReason: webhookEndpoints.disabledReason,
  failures: webhookEndpoints.failures,
  failingSince: webhookEndpoints.failingSince,
  probeAt: webhookEndpoints.probeAt,
  createdAt: webhookEndpoints.createdAt,
  updatedAt: webhookEndpoints.updatedAt,
  secrets: types.json<SecretJson[]>(),
  oldestWaiting: types.nullable(types.instant),
}

const columns = `w.id as uuid, w.integration_id as "integrationId", w.name, w.url, w.types, w.format, w.include_state as "includeState", w.state,
  w.disabled_reason as "disabledReason", w.failures, w.failing_since as "failingSince", w.probe_at as "probeAt",
  w.created_at as "createdAt", w.updated_at as "updatedAt", (
    select coalesce(json_agg(json_build_object('uuid', s.id, 'createdAt', s.created_at, 'retiresAt', s.retires_at) order by s.created_at, s.id), '[]')
    from webhook_secrets s where s.company_id = $company and s.endpoint_id = w.id and (s.retires_at is null or s.retires_at > clock_timestamp())
  ) as secrets, (
    select min(d.at) from webhook_deliveries d where d.company_id = $company and d.endpoint_id = w.id and d.status = 'WAITING' and d.position is not null
  ) as "oldestWaiting"`

const viewOf = (row: RowOf<typeof endpointRow>): WebhookEndpointView => ({
  uuid: row.uuid,
  integrationUuid: row.integrationId,
  name: row.name,
  url: row.url,
  types: row.types,
  format: row.format,
  includeState: row.includeState,
  state: row.state,
  disabledReason: row.disabledReason,
  failing: row.failingSince && {
    since: dateTime(row.failingSince),
    failures: row.failures,
    // Nothing is sent while the endpoint is not ACTIVE.
    dateNextAttempt: row.state === 'ACTIVE' ? row.probeAt && dateTime(row.probeAt) : null,
  },
  secrets: row.secrets.map(({ uuid, createdAt, retiresAt }) => ({
    uuid,
    dateCreated: dateTime(new Date(createdAt)),
    dateRetires: retiresAt === null ? null : dateTime(new Date(retiresAt)),
  })),
  dateOldestWaiting: row.oldestWaiting && dateTime(row.oldestWaiting),
  dateCreated: dateTime(row.createdAt),
  lastUpdated: dateTime(row.updatedAt),
})

/** SQL: an endpoint of the company that the caller, whose integration is $1, manages. */
const isOwn = (alias = '') => {
  const at = alias && `${alias}.`
  return `${at}company_id = $company and ($1::uuid is null or ${at}integration_id = $1)`
}

const list = statement({
  name: 'list-webhooks',
  params: [types.nullable(types.uuid), types.nullable(types.uuid), types.int],
  row: endpointRow,
  text: `select ${columns} from webhook_endpoints w where ${isOwn('w')} and ($2::uuid is null or w.id < $2) order by w.id desc limit $3`,
})

/** Lists the endpoints of the caller, newest first. Throws InvalidValueError for an invalid cursor. */
export async function listWebhooks(
  tx: Tx,
  { integrationId }: WebhookOwner,
  wish: PageWish,
): Promise<{ webhooks: WebhookEndpointView[]; nextCursor: string | null }> {
  const rows = await tx.query(list, [integrationId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { webhooks: page.map(viewOf), nextCursor }
}

const one = statement({
  name: 'find-webhook',
  params: [types.nullable(types.uuid), types.uuid],
  row: endpointRow,
  text: `select ${columns} from webhook_endpoints w where ${isOwn('w')} and w.id = $2`,
})

/** Returns an endpoint of the caller. Throws NotFoundError. */
export async function findWebhook(tx: Tx, owner: WebhookOwner, endpointId: string): Promise<WebhookEndpointView> {
  const [row] = await tx.query(one, [owner.integrationId, endpointId])
  if (!row) throw new NotFoundError('webhook', endpointId)
  return viewOf(row)
}

// Concurrent requests count one after the other.
const lockCount = statement({
  name: 'lock-count-of-webhooks',
  row: { isLocked: types.boolean },
  text: `select true as "isLocked" from pg_advisory_xact_lock(hashtextextended('webhooks ' || $company::uuid::text, 0))`,
})
const count = statement({
  name: 'count-webhooks',
  row: { count: types.int },
  text: 'select count(*)::int as count from webhook_endpoints where company_id = $company',
})

const insert = statement({
  name: 'insert-webhook',
  params: [
    types.nullable(types.uuid),
    types.uuid,
    types.text,
    types.text,
    types.array(types.text),
    types.textOf<WebhookFormat>(),
    types.boolean,
    types.text,
    types.int,
  ],
  text: `insert into webhook_endpoints (integration_id, id, company_id, name, url, types, format, include_state, cursor_tx, cursor_position)
    values ($1, $2, $company, $3, $4, $5, $6, $7, $8::text::xid8, $9)`,
})

/** Throws InvalidValueError if a message of a chat should include the state of its question. */
function assertFormatHasState({ format, includeState }: { format: WebhookFormat; includeState: boolean }): void {
  if (format === 'STANDARD' || !includeState) return
  const message = `includeState must be false if format is ${format}, because messages of a chat have no place for it.`
  throw new InvalidValueError('invalid_request', 'includeState', 'agrees', message)
}

/**
 * Adds an endpoint that gets the events from now on. The caller has checked that `url` is permitted. Throws MoveRefusedError
 * `too_many_webhooks`, or InvalidValueError: `name_invalid`, for an unknown type, or for `includeState` in a format of a chat.
 */
export async function addWebhook(
  tx: Tx,
  owner: WebhookOwner,
  { name, url, types: wanted, format = 'STANDARD', includeState = false }: NewWebhookEndpoint,
  secret: StoredSecret,
): Promise<WebhookEndpointView> {
  assertFormatHasState({ format, includeState })
  await tx.query(lockCount, [])
  const [found] = await tx.query(count, [])
  if ((found?.count ?? 0) >= mostEndpoints) {
    throw new MoveRefusedError(
      'too_many_webhooks',
      `A company has at most ${mostEndpoints} webhooks. Remove one first.`,
    )
  }
  const endpointId = newId()
  const { end } = await findFeed(tx)
  const settings = [
    nameOf(name, 'name'),
    url,
    webhookTypesOf(wanted ?? defaultWebhookTypes),
    format,
    includeState,
  ] as const
  await tx.query(insert, [owner.integrationId, endpointId, ...settings, end.tx, end.position])
  await addSecret(tx, endpointId, secret)
  return findWebhook(tx, owner, endpointId)
}

const insertSecret = statement({
  name: 'insert-webhook-secret',
  params: [types.uuid, types.uuid, types.text, types.text],
  text: `insert into webhook_secrets (id, company_id, endpoint_id, encrypted_secret, encryption_key_id)
    values ($1, $company, $2, $3, $4)`,
})

const addSecret = (tx: Tx, endpointId: string, { secretId, encryptedSecret, encryptionKeyId }: StoredSecret) =>
  tx.query(insertSecret, [secretId, endpointId, encryptedSecret, encryptionKeyId])

const update = statement({
  name: 'update-webhook',
  params: [
    types.nullable(types.uuid),
    types.uuid,
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.array(types.text)),
    types.nullable(types.textOf<WebhookFormat>()),
    types.nullable(types.boolean),
  ],
  row: { id: webhookEndpoints.id },
  text: `update webhook_endpoints set name = coalesce($3, name), url = coalesce($4, url), types = coalesce($5, types), format = coalesce($6, format),
      include_state = coalesce($7, include_state), updated_at = statement_timestamp()
    where ${isOwn()} and id = $2 returning id`,
})

/** Changes the settings of an endpoint. Throws NotFoundError, and InvalidValueError as `addWebhook`. */
export async function changeWebhook(
  tx: Tx,
  owner: WebhookOwner,
  endpointId: string,
  { name, url, types: wanted, format, includeState }: WebhookEndpointChanges,
): Promise<WebhookEndpointView> {
  await tx.query(update, [
    owner.integrationId,
    endpointId,
    name === undefined ? null : nameOf(name, 'name'),
    url ?? null,
    wanted ? webhookTypesOf(wanted) : null,
    format ?? null,
    includeState ?? null,
  ])
  const changed = await findWebhook(tx, owner, endpointId)
  assertFormatHasState(changed)
  return changed
}

const remove = statement({
  name: 'remove-webhook',
  params: [types.nullable(types.uuid), types.uuid],
  row: { id: webhookEndpoints.id },
  text: `delete from webhook_endpoints where ${isOwn()} and id = $2 returning id`,
})

/** Removes an endpoint with its secrets and its log. Throws NotFoundError. */
export async function removeWebhook(tx: Tx, owner: WebhookOwner, endpointId: string): Promise<void> {
  const [removed] = await tx.query(remove, [owner.integrationId, endpointId])
  if (!removed) throw new NotFoundError('webhook', endpointId)
}

/** Time for which a replaced secret signs beside the new one, in ms. */
const overlapMs = 24 * 3_600_000

// Only the newest secret keeps signing, so at most two sign at a time.
const retireSecrets = statement({
  name: 'retire-webhook-secrets',
  params: [types.uuid, types.float],
  text: `update webhook_secrets s set retires_at = case when s.retires_at is null and $2::float8 > 0
        then statement_timestamp() + $2::float8 * interval '1 millisecond' else statement_timestamp() end
    where s.company_id = $company and s.endpoint_id = $1 and (s.retires_at is null or s.retires_at > statement_timestamp())`,
})

/** Gives an endpoint another secret. The one before signs for 24 hours more, unless `revokeNow`. Throws NotFoundError. */
export async function rotateWebhookSecret(
  tx: Tx,
  owner: WebhookOwner,
  endpointId: string,
  { revokeNow = false, secret }: { revokeNow?: boolean | undefined; secret: StoredSecret },
): Promise<WebhookEndpointView> {
  await findWebhook(tx, owner, endpointId)
  await tx.query(retireSecrets, [endpointId, revokeNow ? 0 : overlapMs])
  await addSecret(tx, endpointId, secret)
  return findWebhook(tx, owner, endpointId)
}

const pause = statement({
  name: 'pause-webhook',
  params: [types.nullable(types.uuid), types.uuid],
  text: `update webhook_endpoints set state = 'PAUSED', disabled_reason = null, updated_at = statement_timestamp()
    where ${isOwn()} and id = $2 and state <> 'PAUSED'`,
})

/** Stops sending to an endpoint until it is enabled. Its place in the feed stays. Throws NotFoundError. */
export async function pauseWebhook(tx: Tx, owner: WebhookOwner, endpointId: string): Promise<WebhookEndpointView> {
  await tx.query(pause, [owner.integrationId, endpointId])
  return findWebhook(tx, owner, endpointId)
}

const enable = statement({
  name: 'enable-webhook',
  params: [types.nullable(types.uuid), types.uuid, types.nullable(types.text), types.nullable(types.int)],
  row: { id: webhookEndpoints.id },
  text: `update webhook_endpoints set state = 'ACTIVE', disabled_reason = null, failures = 0, failing_since = null, probe_at = null,
      cursor_tx = coalesce($3::text::xid8, cursor_tx), cursor_position = coalesce($4, cursor_position), updated_at = statement_timestamp()
    where ${isOwn()} and id = $2 returning id`,
})
const leaveOutWaiting = statement({
  name: 'leave-out-waiting-deliveries',
  params: [types.uuid],
  text: `update webhook_deliveries set status = 'FAILED', due_at = null
    where company_id = $company and endpoint_id = $1 and status = 'WAITING'`,
})
const sendWaiting = statement({
  name: 'send-waiting-deliveries',
  params: [types.uuid],
  text: `update webhook_deliveries set due_at = ${timeOf('$company')}
    where company_id = $company and endpoint_id = $1 and status = 'WAITING' and due_at > ${timeOf('$company')}`,
})

/** Sends to an endpoint again, all that it missed (`LAST`) or what happens from now on (`NOW`). Throws NotFoundError. */
export async function enableWebhook(
  tx: Tx,
  owner: WebhookOwner,
  endpointId: string,
  from: WebhookStart,
): Promise<WebhookEndpointView> {
  const end = from === 'NOW' ? (await findFeed(tx)).end : undefined
  const [enabled] = await tx.query(enable, [owner.integrationId, endpointId, end?.tx ?? null, end?.position ?? null])
  if (!enabled) throw new NotFoundError('webhook', endpointId)
  await tx.query(end ? leaveOutWaiting : sendWaiting, [endpointId])
  return findWebhook(tx, owner, endpointId)
}

const removeOfIntegration = statement({
  name: 'remove-webhooks-of-integration',
  params: [types.uuid],
  text: 'delete from webhook_endpoints where company_id = $company and integration_id = $1',
})

/** Removes all endpoints of an integration. */
export async function removeWebhooksOf(tx: Tx, integrationId: string): Promise<void> {
  await tx.query(removeOfIntegration, [integrationId])
}
