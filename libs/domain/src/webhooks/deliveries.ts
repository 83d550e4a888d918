import type { WebhookDeliveryStatus, WebhookDeliveryView, WebhookTestView } from '@askline/contracts'
import { newId, type RowOf, statement, type Tx, types, webhookAttempts, webhookDeliveries } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { InvalidValueError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { findWebhook, type WebhookOwner } from './endpoints.ts'
import { testType } from './event-types.ts'

type AttemptJson = {
  at: string
  status: number | null
  fault: string | null
  durationMs: number
  answer: string | null
}
const deliveryRow = {
  uuid: webhookDeliveries.id,
  type: webhookDeliveries.type,
  questionId: webhookDeliveries.questionId,
  seq: webhookDeliveries.seq,
  at: webhookDeliveries.at,
  status: webhookDeliveries.status,
  nextAt: types.nullable(types.instant),
  createdAt: webhookDeliveries.createdAt,
  attempts: types.json<AttemptJson[]>(),
}

/** SQL: columns of a delivery `d` of an endpoint `w`. All of its deliveries wait for a probe, and nothing is sent while it is not ACTIVE. */
const columns = `d.id as uuid, d.type, d.question_id as "questionId", d.seq, d.at, d.status, d.created_at as "createdAt",
  case when d.status = 'WAITING' and w.state = 'ACTIVE' then greatest(d.due_at, w.probe_at) end as "nextAt", (
    select coalesce(json_agg(json_build_object('at', a.at, 'status', a.status, 'fault', a.fault, 'durationMs', a.duration_ms, 'answer', a.answer) order by a.id), '[]')
    from webhook_attempts a where a.company_id = $company and a.delivery_id = d.id
  ) as attempts`

const viewOf = (row: RowOf<typeof deliveryRow>): WebhookDeliveryView => ({
  uuid: row.uuid,
  type: row.type,
  questionUuid: row.questionId,
  version: row.seq,
  date: dateTime(row.at),
  status: row.status,
  dateNextAttempt: row.nextAt && dateTime(row.nextAt),
  attempts: row.attempts.map(({ at, ...attempt }) => ({ date: dateTime(new Date(at)), ...attempt })),
  dateCreated: dateTime(row.createdAt),
})

const list = statement({
  name: 'list-webhook-deliveries',
  plannedFor: 'values',
  params: [
    types.uuid,
    types.nullable(types.textOf<WebhookDeliveryStatus>()),
    types.nullable(types.uuid),
    types.nullable(types.uuid),
    types.int,
  ],
  row: deliveryRow,
  text: `select ${columns} from webhook_deliveries d join webhook_endpoints w on w.company_id = $company and w.id = d.endpoint_id
    where d.company_id = $company and d.endpoint_id = $1 and d.position is not null and ($2::text is null or d.status = $2)
      and ($3::uuid is null or d.question_id = $3) and ($4::uuid is null or d.id < $4)
    order by d.id desc limit $5`,
})

export type DeliveryFilter = PageWish & {
  status?: WebhookDeliveryStatus | undefined
  questionId?: string | undefined
}

/** Lists what an endpoint got and will get, newest first. Throws NotFoundError, and InvalidValueError for an invalid cursor. */
export async function listDeliveries(
  tx: Tx,
  owner: WebhookOwner,
  endpointId: string,
  filter: DeliveryFilter,
): Promise<{ deliveries: WebhookDeliveryView[]; nextCursor: string | null }> {
  await findWebhook(tx, owner, endpointId)
  const wanted = [filter.status ?? null, filter.questionId ?? null, idAfter(filter)] as const
  const rows = await tx.query(list, [endpointId, ...wanted, filter.limit + 1])
  const { page, nextCursor } = pageOf(rows, filter.limit, ({ uuid }) => uuid)
  return { deliveries: page.map(viewOf), nextCursor }
}

/** SQL assignments that give a delivery all of its attempts again, under the same id. */
const onceMore = `status = 'WAITING', attempts = 0`

// Locks the endpoint before its delivery, in the order of the courier.
const probeNow = statement({
  name: 'probe-webhook-now',
  params: [types.nullable(types.uuid), types.uuid],
  text: `update webhook_endpoints set probe_at = case when probe_at is not null then least(probe_at, ${timeOf('$company')}) end
    where company_id = $company and ($1::uuid is null or integration_id = $1)
      and id = (select endpoint_id from webhook_deliveries where company_id = $company and id = $2 and position is not null)`,
})
const resend = statement({
  name: 'resend-webhook-delivery',
  params: [types.nullable(types.uuid), types.uuid],
  row: deliveryRow,
  // Before all others that wait, because a person looks at it.
  text: `update webhook_deliveries d set ${onceMore}, due_at = least(${timeOf('$company')}, (
      select min(o.due_at) - interval '1 millisecond' from webhook_deliveries o
      where o.company_id = $company and o.endpoint_id = d.endpoint_id and o.status = 'WAITING' and o.position is not null))
    from webhook_endpoints w
    where d.company_id = $company and d.id = $2 and d.position is not null
      and w.company_id = $company and w.id = d.endpoint_id and ($1::uuid is null or w.integration_id = $1)
    returning ${columns}`,
})

/**
 * Sends a delivery once more, under the same id, and before all others that wait. If the endpoint is probed, this is its next probe, made
 * at once. A delivery that waits for another attempt gets all of its attempts again. It waits while its endpoint is not ACTIVE, and until
 * earlier events of its question were tried. Throws NotFoundError.
 */
export async function resendDelivery(tx: Tx, owner: WebhookOwner, deliveryId: string): Promise<WebhookDeliveryView> {
  await tx.query(probeNow, [owner.integrationId, deliveryId])
  const [row] = await tx.query(resend, [owner.integrationId, deliveryId])
  if (!row) throw new NotFoundError('delivery', deliveryId)
  return viewOf(row)
}

const replayChosen = statement({
  name: 'replay-webhook-deliveries',
  params: [types.uuid, types.array(types.uuid)],
  row: { id: webhookDeliveries.id },
  text: `update webhook_deliveries set ${onceMore}, due_at = ${timeOf('$company')}
    where company_id = $company and endpoint_id = $1 and id = any($2) and position is not null returning id`,
})

// The last event before the time, found backwards from the end of the feed. Two tables hold the feed.
const turnBack = statement({
  name: 'turn-back-webhook',
  params: [types.uuid, types.instant],
  text: `with before as (
      (select tx, position from question_events where company_id = $company and at < $2 order by tx desc, position desc limit 1)
      union all
      (select tx, position from company_events where company_id = $company and at < $2 order by tx desc, position desc limit 1)
    ), place as (
      select tx, position from before order by tx desc, position desc limit 1
    )
    update webhook_endpoints w set cursor_tx = coalesce((select tx from place), '0'), cursor_position = coalesce((select position from place), 0)
    where w.company_id = $company and w.id = $1
      and (w.cursor_tx, w.cursor_position) > (coalesce((select tx from place), '0'), coalesce((select position from place), 0::bigint))`,
})

/**
 * Sends again, under the same ids: the chosen deliveries, or every event since a time of the company, whether it was sent before or
 * not. Throws NotFoundError, and InvalidValueError without exactly one of both or for a delivery that the endpoint does not have.
 */
export async function replayDeliveries(
  tx: Tx,
  owner: WebhookOwner,
  endpointId: string,
  { since, deliveryUuids }: { since?: Date | undefined; deliveryUuids?: readonly string[] | undefined },
): Promise<void> {
  await findWebhook(tx, owner, endpointId)
  if ((since === undefined) === (deliveryUuids === undefined)) {
    const message = 'Send either `since` or `deliveryUuids`.'
    throw new InvalidValueError('invalid_request', since ? 'deliveryUuids' : 'since', 'oneOf', message)
  }
  if (since) await tx.query(turnBack, [endpointId, since])
  else await replayEach(tx, endpointId, deliveryUuids ?? [])
}

async function replayEach(tx: Tx, endpointId: string, deliveryUuids: readonly string[]): Promise<void> {
  const replayed = await tx.query(replayChosen, [endpointId, [...deliveryUuids]])
  const found = new Set(replayed.map(({ id }) => id))
  const unknown = deliveryUuids.findIndex((uuid) => !found.has(uuid.toLowerCase()))
  if (unknown === -1) return
  const field = `deliveryUuids.${unknown}`
  throw new InvalidValueError('invalid_request', field, 'known', `${field} is no delivery of this webhook.`)
}

const insertTest = statement({
  name: 'insert-webhook-test',
  params: [types.uuid, types.uuid],
  text: `insert into webhook_deliveries (id, company_id, endpoint_id, type, at, due_at)
    values ($1, $company, $2, '${testType}', ${timeOf('$company')}, 'epoch')`,
})

/** Asks the courier to send a test, which no log lists. Returns its id. Throws NotFoundError. */
export async function requestTest(tx: Tx, owner: WebhookOwner, endpointId: string): Promise<string> {
  await findWebhook(tx, owner, endpointId)
  const testId = newId()
  await tx.query(insertTest, [testId, endpointId])
  return testId
}

const testResult = statement({
  name: 'find-webhook-test',
  params: [types.uuid],
  row: {
    status: webhookAttempts.status,
    fault: webhookAttempts.fault,
    durationMs: webhookAttempts.durationMs,
    answer: webhookAttempts.answer,
  },
  text: `select status, fault, duration_ms as "durationMs", answer from webhook_attempts where company_id = $company and delivery_id = $1 limit 1`,
})

/** Returns what came of a test, or `undefined` while it waits. */
export async function findTestResult(tx: Tx, testId: string): Promise<Omit<WebhookTestView, 'uuid'> | undefined> {
  const [result] = await tx.query(testResult, [testId])
  return result
}

const removeTest = statement({
  name: 'remove-webhook-test',
  params: [types.uuid],
  text: `delete from webhook_deliveries where company_id = $company and id = $1 and position is null`,
})

/** Removes a test, whether it was sent or not. */
export async function dropTest(tx: Tx, testId: string): Promise<void> {
  await tx.query(removeTest, [testId])
}
