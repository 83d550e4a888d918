import { limits } from '@askline/contracts'
import { type Database, inSystem, type Statement } from '@askline/db'

const batch = 1_000
/** Retention of routing decisions, in ms. */
const decisionsMs = 30 * 24 * 3_600_000
/** Retention of text requests, in ms. Their callers have given up by then. */
const textRequestsMs = 60_000
/** Retention of dead letters that were replayed or discarded, in ms. */
const settledLettersMs = 30 * 24 * 3_600_000
/** Retention of anonymous queries and of answers without a verdict, in ms. */
const anonymousQueriesMs = 90 * 24 * 3_600_000

/** Each statement deletes one batch; its first value is the batch size. Rows locked by another process are skipped. */
const sweeps: { statement: Statement; values: unknown[] }[] = [
  {
    statement: {
      name: 'delete-idempotency-keys',
      text: `delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys where created_at < clock_timestamp() - $2 * interval '1 millisecond'
        order by created_at limit $1 for update skip locked))
        returning 1`,
    },
    values: [batch, limits.idempotencyMs],
  },
  {
    statement: {
      name: 'delete-revocations',
      text: `delete from revocations where id = any(array(
        select id from revocations where expires_at < clock_timestamp() limit $1 for update skip locked))
        returning 1`,
    },
    values: [batch],
  },
  {
    // Evidence bytes that belong to no snapshot, if none is being made: 1 MiB per row.
    statement: {
      name: 'delete-orphaned-evidence',
      text: `delete from evidence_chunks where ctid = any(array(
        select c.ctid from evidence_chunks c left join evidence_snapshots s on s.company_id = c.company_id
        where s.company_id is null or (s.began_at is null and s.snapshot_id is distinct from c.snapshot_id)
        limit $1 for update of c skip locked))
        returning 1`,
    },
    values: [64],
  },
  {
    statement: {
      name: 'delete-dead-letters',
      text: `delete from dead_letters where id = any(array(
        select id from dead_letters where settled_at < clock_timestamp() - $2 * interval '1 millisecond'
        order by settled_at limit $1 for update skip locked))
        returning 1`,
    },
    values: [batch, settledLettersMs],
  },
  {
    // By id, because ids begin with the time in ms.
    statement: {
      name: 'delete-automatic-answers',
      text: `delete from automatic_answers where ctid = any(array(
        select ctid from automatic_answers where (user_id is null or decided_at is null)
          and id < (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint - $2::bigint), 12, '0') || repeat('0', 20))::uuid
        order by id limit $1 for update skip locked))
        returning 1`,
    },
    values: [batch, anonymousQueriesMs],
  },
  ...(
    [
      ['routing_decisions', decisionsMs],
      ['routing_rosters', decisionsMs],
      ['text_requests', textRequestsMs],
    ] as const
  ).map(([table, ageMs]) => ({
    statement: {
      name: `delete-${table}`,
      text: `delete from ${table} where ctid = any(array(
        select ctid from ${table} where created_at < clock_timestamp() - $2 * interval '1 millisecond'
        order by created_at limit $1 for update skip locked))
        returning 1`,
    },
    values: [batch, ageMs],
  })),
]

/**
 * Deletes one batch of every kind of expired rows. Returns whether more may be left. Rows age by the database's real time, also in
 * sandboxes.
 */
export async function deleteExpired(db: Database): Promise<boolean> {
  let hasMore = false
  for (const { statement, values } of sweeps) {
    const deleted = await inSystem(db, (tx) => tx.query(statement, values))
    if (deleted.length === values[0]) hasMore = true
  }
  return hasMore
}
