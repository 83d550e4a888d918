import type { FeedEventType, WebhookDisabledReason } from '@askline/contracts'
import {
  companies,
  type Database,
  newId,
  querySystem,
  type RowOf,
  statement,
  type Tx,
  types,
  webhookDeliveries,
  webhookEndpoints,
} from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { recordCompanyEvent } from '../feed/company-events.ts'
import { readFeed } from '../feed/read-feed.ts'
import type { StoredSecret } from './endpoints.ts'
import { type Failing, failingAfter, type Outcome, waitAfter } from './schedule.ts'

const isBehind = (table: string) => `exists (select 1 from ${table} e where e.company_id = w.company_id
        and (e.tx, e.position) > (w.cursor_tx, w.cursor_position) and e.tx < pg_snapshot_xmin(pg_current_snapshot()))`
const hasDue = (
  until: string,
) => `exists (select 1 from webhook_deliveries d where d.company_id = w.company_id and d.endpoint_id = w.id
        and d.status = 'WAITING' and d.due_at <= ${until})`

const findWork = statement({
  name: 'find-webhook-work',
  params: [types.int],
  row: { id: webhookEndpoints.id, companyId: webhookEndpoints.companyId },
  // A test is due since 1970. It is sent whatever the state of the endpoint is.
  text: `select w.id, w.company_id as "companyId" from webhook_endpoints w join companies c on c.id = w.company_id
    where (w.lease_until is null or w.lease_until < statement_timestamp()) and (
      w.state = 'ACTIVE' and case when w.probe_at is null
        then ${isBehind('question_events')} or ${isBehind('company_events')} or ${hasDue('statement_timestamp() + c.clock_offset')}
        else w.probe_at <= statement_timestamp() + c.clock_offset end
      or ${hasDue(`'epoch'`)})
    order by w.lease_until nulls first limit $1`,
})

/** Finds endpoints of all companies that no courier holds and that have something to send, at most `limit`. */
export const findWebhookWork = (db: Database, limit: number): Promise<{ id: string; companyId: string }[]> =>
  querySystem(db, findWork, [limit])

const lease = statement({
  name: 'lease-webhook',
  params: [types.uuid, types.uuid, types.float],
  row: { id: webhookEndpoints.id },
  text: `update webhook_endpoints set runner = $2, lease_until = statement_timestamp() + $3 * interval '1 millisecond'
    where company_id = $company and id = $1 and (lease_until is null or lease_until < statement_timestamp() or runner = $2) returning id`,
})

/** Takes or extends the right of a courier to send for an endpoint, for `leaseMs`. Returns whether the courier has it. */
export async function leaseWebhook(
  tx: Tx,
  endpointId: string,
  { runner, leaseMs }: { runner: string; leaseMs: number },
): Promise<boolean> {
  return (await tx.query(lease, [endpointId, runner, leaseMs])).length > 0
}

const release = statement({
  name: 'release-webhook',
  params: [types.uuid, types.uuid],
  text: `update webhook_endpoints set runner = null, lease_until = null where company_id = $company and id = $1 and runner = $2`,
})

/** Gives the right to send for an endpoint back. */
export async function releaseWebhook(tx: Tx, endpointId: string, runner: string): Promise<void> {
  await tx.query(release, [endpointId, runner])
}

/** Deliveries without an attempt that an endpoint may have. More wait in the feed, so a slow endpoint costs no rows. */
const mostUntried = 200
/** Events of one step. */
const eventsOfStep = 200

const endpointRow = {
  id: webhookEndpoints.id,
  companyId: webhookEndpoints.companyId,
  types: webhookEndpoints.types,
  state: webhookEndpoints.state,
  failures: webhookEndpoints.failures,
  failingSince: webhookEndpoints.failingSince,
  probeAt: webhookEndpoints.probeAt,
  cursorTx: types.text,
  cursorPosition: webhookEndpoints.cursorPosition,
  settings: companies.settings,
  now: types.instant,
  waiting: types.int,
}

const lockEndpoint = statement({
  name: 'lock-webhook-for-courier',
  params: [types.uuid, types.uuid],
  row: endpointRow,
  text: `select w.id, w.company_id as "companyId", w.types, w.state, w.failures, w.failing_since as "failingSince", w.probe_at as "probeAt", w.cursor_tx::text as "cursorTx", w.cursor_position as "cursorPosition",
      c.settings, statement_timestamp() + c.clock_offset as now,
      (select count(*)::int from (select 1 from webhook_deliveries d
        where d.company_id = $company and d.endpoint_id = w.id and d.status = 'WAITING' limit ${mostUntried}) counted) as waiting
    from webhook_endpoints w join companies c on c.id = w.company_id
    where w.company_id = $company and w.id = $1 and w.runner = $2 for update of w`,
})
export type CourierEndpoint = RowOf<typeof endpointRow>

const insertDeliveries = statement({
  name: 'insert-webhook-deliveries',
  params: [types.uuid, types.jsonText],
  // An event that was delivered before is sent once more under its id, because the endpoint was turned back.
  text: `insert into webhook_deliveries as d (id, company_id, endpoint_id, position, type, question_id, seq, receipt_id, at, due_at)
    select n.id, $company, $1, n.position, n.type, n."questionId", n.seq, n."receiptId", n.at, ${timeOf('$company')}
    from jsonb_to_recordset($2::jsonb)
      as n(id uuid, position bigint, type text, "questionId" uuid, seq int, "receiptId" uuid, at timestamptz)
    on conflict (company_id, endpoint_id, position) do update set status = 'WAITING', attempts = 0, due_at = excluded.due_at`,
})
const advance = statement({
  name: 'advance-webhook',
  params: [types.uuid, types.text, types.int],
  text: 'update webhook_endpoints set cursor_tx = $2::text::xid8, cursor_position = $3 where company_id = $company and id = $1',
})

/**
 * Makes deliveries of the next events of an endpoint and moves its cursor, in the caller's transaction. Makes none while the endpoint
 * is not ACTIVE, has 200 deliveries that wait, or is probed with one of them. Returns the endpoint as it is now, or `undefined` if it is
 * gone or another courier sends for it.
 */
export async function feedWebhook(tx: Tx, endpointId: string, runner: string): Promise<CourierEndpoint | undefined> {
  const [endpoint] = await tx.query(lockEndpoint, [endpointId, runner])
  if (!endpoint) return undefined
  const { companyId, state, probeAt, waiting } = endpoint
  if (state !== 'ACTIVE' || waiting >= mostUntried || (probeAt && waiting > 0)) return endpoint
  const after = { tx: endpoint.cursorTx, position: endpoint.cursorPosition }
  const types = endpoint.types as FeedEventType[]
  const { events, next } = await readFeed(tx, { companyId, after, types, limit: eventsOfStep })
  if (events.length > 0) {
    const rows = events.map((event) => ({
      id: newId(),
      position: event.place.position,
      type: event.type,
      at: event.at,
      ...('questionId' in event ? { questionId: event.questionId, seq: event.seq } : {}),
      ...(event.type === 'PERSON_FORGOTTEN' ? { receiptId: event.detail['receiptUuid'] } : {}),
    }))
    tx.send(insertDeliveries, [endpointId, JSON.stringify(rows)])
  }
  tx.send(advance, [endpointId, next.tx, next.position])
  return endpoint
}

const dueRow = {
  id: webhookDeliveries.id,
  type: webhookDeliveries.type,
  questionId: webhookDeliveries.questionId,
  seq: webhookDeliveries.seq,
  position: webhookDeliveries.position,
  at: webhookDeliveries.at,
  attempts: webhookDeliveries.attempts,
}
export type DueDelivery = RowOf<typeof dueRow>

const findDue = statement({
  name: 'find-due-webhook-deliveries',
  params: [types.uuid, types.array(types.uuid), types.textOf<'all' | 'probe' | 'tests'>(), types.int],
  row: dueRow,
  // The first attempt of an event waits for the first attempts of earlier events of its question.
  text: `select d.id, d.type, d.question_id as "questionId", d.seq, d.position, d.at, d.attempts
    from webhook_deliveries d join companies c on c.id = d.company_id
    where d.company_id = $company and d.endpoint_id = $1 and d.status = 'WAITING' and d.id <> all($2)
      and d.due_at <= case $3 when 'all' then statement_timestamp() + c.clock_offset when 'tests' then 'epoch' else 'infinity' end
      and (d.attempts > 0 or d.question_id is null or not exists (
        select 1 from webhook_deliveries e where e.company_id = $company and e.endpoint_id = $1 and e.question_id = d.question_id
          and e.status = 'WAITING' and e.attempts = 0 and e.seq < d.seq))
    order by d.due_at, d.position limit $4`,
})

/**
 * Finds the next deliveries of an endpoint, without those in `open`: all that are due, the oldest one as a probe, or tests only.
 * Only one event of a question is returned until it was tried.
 */
export function findDueDeliveries(
  tx: Tx,
  endpointId: string,
  wanted: 'all' | 'probe' | 'tests',
  { open, limit }: { open: string[]; limit: number },
): Promise<DueDelivery[]> {
  return tx.query(findDue, [endpointId, open, wanted, limit])
}

const destinationNow = statement({
  name: 'find-destination-of-webhook',
  params: [types.uuid],
  row: {
    url: webhookEndpoints.url,
    format: webhookEndpoints.format,
    includeState: webhookEndpoints.includeState,
    state: webhookEndpoints.state,
    secrets: types.json<StoredSecret[]>(),
  },
  text: `select url, format, include_state as "includeState", state, (
      select coalesce(jsonb_agg(jsonb_build_object('secretId', id, 'encryptedSecret', encrypted_secret, 'encryptionKeyId', encryption_key_id)
        order by created_at, id), '[]')
      from webhook_secrets s where s.company_id = $company and s.endpoint_id = w.id and (s.retires_at is null or s.retires_at > statement_timestamp())
    ) as secrets
    from webhook_endpoints w where w.company_id = $company and w.id = $1`,
})
export type Destination = NonNullable<Awaited<ReturnType<typeof findDestination>>>

/** Returns where and how an endpoint's requests are sent now, with its secrets as they are stored, or `undefined` if it is gone. */
export async function findDestination(tx: Tx, endpointId: string) {
  const [destination] = await tx.query(destinationNow, [endpointId])
  return destination
}

export type Attempt = {
  status: number | null
  fault: string | null
  durationMs: number
  answer: string | null
}

// An answer may name the person of the event. After the erasure of a person, nothing would erase it.
const settle = statement({
  name: 'settle-webhook-delivery',
  params: [
    types.uuid,
    types.textOf<'WAITING' | 'DELIVERED' | 'FAILED'>(),
    types.int,
    types.nullable(types.float),
    types.uuid,
    types.nullable(types.int),
    types.nullable(types.text),
    types.int,
    types.nullable(types.text),
  ],
  row: { id: webhookDeliveries.id },
  text: `with settled as (
      update webhook_deliveries set status = $2, attempts = attempts + $3, due_at = case when $2 = 'WAITING'
          then ${timeOf('$company')} + $4 * interval '1 millisecond' end
      where company_id = $company and id = $1 and status = 'WAITING' returning id, type, question_id
    )
    insert into webhook_attempts (id, company_id, delivery_id, status, fault, duration_ms, answer)
    select $5, $company, s.id, $6, $7, $8, case when s.type <> 'PERSON_FORGOTTEN' and not exists (
        select 1 from questions q join users u on u.id = q.asker_id and u.company_id = q.company_id
        where q.company_id = $company and q.id = s.question_id and u.forgotten_at is not null) then $9 end
      from settled s returning id`,
})

const lockFailing = statement({
  name: 'lock-failing-webhook',
  params: [types.uuid],
  row: {
    failures: webhookEndpoints.failures,
    failingSince: webhookEndpoints.failingSince,
    probeAt: webhookEndpoints.probeAt,
    state: webhookEndpoints.state,
    now: types.instant,
  },
  text: `select w.failures, w.failing_since as "failingSince", w.probe_at as "probeAt", w.state, statement_timestamp() + c.clock_offset as now
    from webhook_endpoints w join companies c on c.id = w.company_id where w.company_id = $company and w.id = $1 for update of w`,
})
const setFailing = statement({
  name: 'set-failing-webhook',
  params: [
    types.uuid,
    types.int,
    types.nullable(types.instant),
    types.nullable(types.instant),
    types.nullable(types.textOf<WebhookDisabledReason>()),
  ],
  text: `update webhook_endpoints set failures = $2, failing_since = $3, probe_at = $4,
      state = case when $5::text is null then state else 'DISABLED' end, disabled_reason = coalesce($5, disabled_reason)
    where company_id = $company and id = $1`,
})
const wakeWaiting = statement({
  name: 'wake-waiting-deliveries',
  params: [types.uuid],
  text: `update webhook_deliveries set due_at = ${timeOf('$company')}
    where company_id = $company and endpoint_id = $1 and status = 'WAITING' and due_at > ${timeOf('$company')}`,
})

export type Attempted = {
  endpointId: string
  delivery: Pick<DueDelivery, 'id' | 'attempts' | 'position'>
  /** The endpoint's failures when the attempt began. */
  failures: number
  isProbe: boolean
  outcome: Outcome
  retryAfterMs: number | undefined
  attempt: Attempt
}

/**
 * Stores an attempt and what follows from it: the next one, or the end of the delivery; probes, or their end; and the disabling of the
 * endpoint, which the feed tells. A probe uses none of the delivery's attempts. A test is stored and has no consequences. Returns why the
 * endpoint was disabled, if it was.
 */
export async function settleAttempt(tx: Tx, given: Attempted): Promise<WebhookDisabledReason | undefined> {
  const { endpointId, delivery, outcome, isProbe, retryAfterMs, attempt } = given
  const isTest = delivery.position === null
  const wait = isProbe || outcome === 'gone' ? 0 : waitAfter(delivery.attempts + 1, retryAfterMs, Math.random())
  const isFinal = outcome === 'refused' || isTest || wait === undefined
  const status = outcome === 'delivered' ? 'DELIVERED' : isFinal ? 'FAILED' : 'WAITING'
  const { status: code, fault, durationMs, answer } = attempt
  const stored = [newId(), code, fault, durationMs, answer] as const
  const isNews = !isTest && (outcome !== 'delivered' || given.failures > 0)
  // The endpoint is locked before its delivery, in the order of `feedWebhook`.
  const [before] = isNews ? await tx.query(lockFailing, [endpointId]) : []
  await tx.query(settle, [delivery.id, status, isProbe ? 0 : 1, wait ?? null, ...stored])
  // Requests that were open when the probes began say no more than the one that began them.
  const isLate = before?.probeAt && !isProbe && outcome === 'failed'
  if (!before || isLate) return undefined
  return setFailingOf(tx, endpointId, before, failingAfter(before, outcome, before.now, Math.random()))
}

async function setFailingOf(
  tx: Tx,
  endpointId: string,
  before: Failing & { state: string },
  after: ReturnType<typeof failingAfter>,
): Promise<WebhookDisabledReason | undefined> {
  const reason = before.state === 'ACTIVE' ? after.disabledReason : undefined
  await tx.query(setFailing, [endpointId, after.failures, after.failingSince, after.probeAt, reason ?? null])
  if (before.probeAt && !after.probeAt) await tx.query(wakeWaiting, [endpointId])
  if (reason) recordCompanyEvent(tx, 'WEBHOOK_DISABLED', { endpointUuid: endpointId, reason })
  return reason
}

const endProbes = statement({
  name: 'end-probes-of-webhook',
  params: [types.uuid],
  text: 'update webhook_endpoints set probe_at = null where company_id = $company and id = $1',
})

/** Ends the probes of an endpoint that has no delivery to probe it with. The next failure begins them again. */
export async function stopProbes(tx: Tx, endpointId: string): Promise<void> {
  await tx.query(endProbes, [endpointId])
}
