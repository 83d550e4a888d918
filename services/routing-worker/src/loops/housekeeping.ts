import { limits } from '@askline/contracts'
import { type Database, inSystem, querySystem, statement, types } from '@askline/db'
import { networkOf } from '@askline/domain/access/visit'
import { byCompany } from '@askline/domain/by-company'
import { markFeed, oldestTx } from '@askline/domain/feed/reach'

const batch = 1_000
/** Retention of routing decisions, in ms. */
const decisionsMs = 30 * 24 * 3_600_000
/** Retention of text requests, in ms. Their callers have given up by then. */
const textRequestsMs = 60_000
/** Retention of dead letters that were replayed or discarded, in ms. */
const settledLettersMs = 30 * 24 * 3_600_000
/** Retention of anonymous queries and of answers without a verdict, in ms. */
const anonymousQueriesMs = 90 * 24 * 3_600_000
/** Time until the address of an act is cut to its network, in ms. */
const addressesMs = 90 * 24 * 3_600_000
/** Retention of the days on which the widget was opened, in ms. */
const widgetOpeningsMs = 90 * 24 * 3_600_000
/** Retention of deliveries of webhooks, and of their attempts with what receivers answered, in ms. */
const deliveriesMs = 30 * 24 * 3_600_000
const attemptsMs = 7 * 24 * 3_600_000
/** Retention of the totals of deleted offers, in ms: the longest period of an expert's record, and a day begun. */
const offerDaysMs = 92 * 24 * 3_600_000

/**
 * Deletes, or erases parts of, one batch of rows. Rows locked by another process are skipped. Returns whether more may be left.
 * One statement if nothing has expired.
 */
type Sweep = (db: Database) => Promise<boolean>

/** Sweeps a table that all companies share. `text` gets the number of rows as $1. */
function sweepShared(name: string, text: string): Sweep {
  const deletion = statement({ name, params: [types.int], row: { deleted: types.int }, text })
  return async (db) => (await querySystem(db, deletion, [batch])).length === batch
}

type Expiry = {
  table: string
  /** The columns that identify a row of a company, with their types. */
  key: Record<string, string>
  /** SQL: the row `t` has expired. */
  isExpired: string
  /** SQL: the expired rows in the order of their index. */
  order?: string
  size?: number
  /** SQL: what the row loses. Without it the row is deleted. */
  set?: string
}

/** Sweeps a table of companies: finds rows of all companies, then locks and deletes or changes them company by company, in one transaction. */
function sweepCompanies({ table, key, isExpired, order = '', size = batch, set }: Expiry): Sweep {
  const columns = Object.keys(key)
  const row = columns.length === 1 ? columns[0] : 'ctid'
  const find = statement({
    name: `find-expired-${table}`,
    params: [types.int],
    row: { companyId: types.uuid, key: types.json<object>() },
    text: `select t.company_id as "companyId", jsonb_build_object(${columns.map((name) => `'${name}', t.${name}`).join(', ')}) as key
      from ${table} t where ${isExpired} ${order && `order by ${order}`} limit $1`,
  })
  const remove = statement({
    name: `delete-expired-${table}`,
    params: [types.jsonText],
    row: { deleted: types.int },
    text: `${set ? `update ${table} set ${set}` : `delete from ${table}`} where company_id = $company and ${row} = any(array(
      select found.${row} from jsonb_to_recordset($1::jsonb) as k(${columns.map((name) => `${name} ${key[name]}`).join(', ')})
        cross join lateral (select t.${row} from ${table} t
          where t.company_id = $company and ${columns.map((name) => `t.${name} = k.${name}`).join(' and ')} and ${isExpired}
          for update skip locked) found))
      returning 1 as deleted`,
  })
  return async (db) => {
    const found = await querySystem(db, find, [size])
    if (found.length === 0) return false
    const deleted = await inSystem(db, async (tx) => {
      let count = 0
      for (const [companyId, own] of byCompany(found)) {
        count += (await tx.of(companyId).query(remove, [JSON.stringify(own.map((row) => row.key))])).length
      }
      return count
    })
    return found.length === size && deleted > 0
  }
}

/** SQL of the time that was `ms` ago. Rows age by the database's real time, also in sandboxes. */
const ago = (ms: number) => `(statement_timestamp() - interval '${ms / 1_000} seconds')`

const sweeps: Sweep[] = [
  sweepCompanies({
    table: 'idempotency_keys',
    key: { principal: 'text', key: 'text' },
    isExpired: `t.created_at < ${ago(limits.idempotencyMs)}`,
    order: 't.created_at',
  }),
  sweepShared(
    'delete-revocations',
    `delete from revocations where id = any(array(
      select id from revocations where expires_at < clock_timestamp() limit $1 for update skip locked))
      returning 1 as deleted`,
  ),
  sweepCompanies({
    table: 'audit_log',
    key: { id: 'bigint' },
    isExpired: `strpos(t.address, '/') = 0 and t.at < ${ago(addressesMs)}`,
    order: 't.at',
    set: `address = ${networkOf('address')}`,
  }),
  // Evidence bytes that belong to no snapshot, if none is being made: 1 MiB per row.
  sweepCompanies({
    table: 'evidence_chunks',
    key: { snapshot_id: 'uuid', seq: 'int' },
    isExpired: `not exists (select 1 from evidence_snapshots s
      where s.company_id = t.company_id and (s.began_at is not null or s.snapshot_id = t.snapshot_id))`,
    size: 64,
  }),
  sweepShared(
    'delete-dead-letters',
    `delete from dead_letters where id = any(array(
      select id from dead_letters where settled_at < ${ago(settledLettersMs)}
      order by settled_at limit $1 for update skip locked))
      returning 1 as deleted`,
  ),
  // By id, because ids begin with the time in ms.
  sweepCompanies({
    table: 'automatic_answers',
    key: { id: 'uuid' },
    isExpired: `(t.user_id is null or t.decided_at is null)
      and t.id < (lpad(to_hex((extract(epoch from ${ago(anonymousQueriesMs)}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`,
    order: 't.id',
  }),
  sweepCompanies({
    table: 'offer_days',
    key: { expert_id: 'uuid', day: 'date' },
    isExpired: `t.day < (${ago(offerDaysMs)} at time zone 'UTC')::date`,
    order: 't.day',
  }),
  sweepCompanies({
    table: 'widget_openings',
    key: { origin: 'text', day: 'date' },
    isExpired: `t.day < (${ago(widgetOpeningsMs)} at time zone 'UTC')::date`,
    order: 't.day',
  }),
  sweepShared(
    'delete-company-events',
    `delete from company_events e using (
        select c.id, old.tx, old.position from companies c cross join lateral (
          select t.tx, t.position from company_events t where t.company_id = c.id and t.tx < ${oldestTx}
          order by t.tx, t.position limit $1) old limit $1) old
      where e.company_id = old.id and e.tx = old.tx and e.position = old.position
      returning 1 as deleted`,
  ),
  sweepCompanies({
    table: 'webhook_attempts',
    key: { id: 'uuid' },
    isExpired: `t.at < ${ago(attemptsMs)}`,
    order: 't.at',
  }),
  sweepCompanies({
    table: 'webhook_deliveries',
    key: { id: 'uuid' },
    isExpired: `t.receipt_id is null and t.created_at < ${ago(deliveriesMs)}`,
    order: 't.created_at',
  }),
  ...(
    [
      ['routing_decisions', { question_id: 'uuid', round: 'int', wave: 'int', kind: 'text' }, decisionsMs],
      ['routing_rosters', { id: 'uuid' }, decisionsMs],
      ['text_requests', { id: 'uuid' }, textRequestsMs],
    ] as const
  ).map(([table, key, ageMs]) =>
    sweepCompanies({ table, key, isExpired: `t.created_at < ${ago(ageMs)}`, order: 't.created_at' }),
  ),
]

/** Marks the feed, and deletes one batch of every kind of expired rows. Returns whether more may be left. */
export async function deleteExpired(db: Database): Promise<boolean> {
  await markFeed(db)
  let hasMore = false
  for (const sweep of sweeps) if (await sweep(db)) hasMore = true
  return hasMore
}
