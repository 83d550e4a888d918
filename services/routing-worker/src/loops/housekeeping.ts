import { limits } from '@askline/contracts'
import { type Database, inSystem, statement, type Tx, types } from '@askline/db'

const batch = 1_000
/** Time for which a signing key stays in clear after it was encrypted, in ms: the longest rolling upgrade. */
const clearKeysMs = 24 * 3_600_000
/** Retention of routing decisions, in ms. */
const decisionsMs = 30 * 24 * 3_600_000
/** Retention of text requests, in ms. Their callers have given up by then. */
const textRequestsMs = 60_000
/** Retention of dead letters that were replayed or discarded, in ms. */
const settledLettersMs = 30 * 24 * 3_600_000
/** Retention of anonymous queries and of answers without a verdict, in ms. */
const anonymousQueriesMs = 90 * 24 * 3_600_000
/** Retention of the totals of deleted offers, in ms: the longest period of an expert's record, and a day begun. */
const offerDaysMs = 92 * 24 * 3_600_000

/** Deletes, or erases parts of, at most `size` rows. Rows locked by another process are skipped. */
type Sweep = { size: number; work(tx: Tx): Promise<object[]> }

/** `text` gets the number of rows as $1. */
function sweep(name: string, size: number, text: string): Sweep {
  const deletion = statement({ name, params: [types.int], row: { deleted: types.int }, text })
  return { size, work: (tx) => tx.query(deletion, [size]) }
}

/** `text` gets the number of rows as $1, and the age in ms from which they are deleted as $2. */
function sweepByAge(name: string, ageMs: number, text: string): Sweep {
  const deletion = statement({ name, params: [types.int, types.float], row: { deleted: types.int }, text })
  return { size: batch, work: (tx) => tx.query(deletion, [batch, ageMs]) }
}

const sweeps: Sweep[] = [
  sweepByAge(
    'delete-idempotency-keys',
    limits.idempotencyMs,
    `delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at < statement_timestamp() - $2 * interval '1 millisecond'
      order by created_at limit $1 for update skip locked))
      returning 1 as deleted`,
  ),
  sweep(
    'delete-revocations',
    batch,
    `delete from revocations where id = any(array(
      select id from revocations where expires_at < clock_timestamp() limit $1 for update skip locked))
      returning 1 as deleted`,
  ),
  sweepByAge(
    'erase-clear-signing-keys',
    clearKeysMs,
    `update signing_keys set private_pem = null where kid = any(array(
      select kid from signing_keys
      where private_pem is not null and encrypted_at < statement_timestamp() - $2 * interval '1 millisecond'
      limit $1 for update skip locked))
      returning 1 as deleted`,
  ),
  // Evidence bytes that belong to no snapshot, if none is being made: 1 MiB per row.
  sweep(
    'delete-orphaned-evidence',
    64,
    `delete from evidence_chunks where ctid = any(array(
      select c.ctid from evidence_chunks c left join evidence_snapshots s on s.company_id = c.company_id
      where s.company_id is null or (s.began_at is null and s.snapshot_id is distinct from c.snapshot_id)
      limit $1 for update of c skip locked))
      returning 1 as deleted`,
  ),
  sweepByAge(
    'delete-dead-letters',
    settledLettersMs,
    `delete from dead_letters where id = any(array(
      select id from dead_letters where settled_at < statement_timestamp() - $2 * interval '1 millisecond'
      order by settled_at limit $1 for update skip locked))
      returning 1 as deleted`,
  ),
  // By id, because ids begin with the time in ms.
  sweepByAge(
    'delete-automatic-answers',
    anonymousQueriesMs,
    `delete from automatic_answers where ctid = any(array(
      select ctid from automatic_answers where (user_id is null or decided_at is null)
        and id < (lpad(to_hex((extract(epoch from statement_timestamp())::float8 * 1000 - $2)::bigint), 12, '0') || repeat('0', 20))::uuid
      order by id limit $1 for update skip locked))
      returning 1 as deleted`,
  ),
  sweepByAge(
    'delete-offer-days',
    offerDaysMs,
    `delete from offer_days where ctid = any(array(
      select ctid from offer_days where day < ((statement_timestamp() - $2 * interval '1 millisecond') at time zone 'UTC')::date
      order by day limit $1 for update skip locked))
      returning 1 as deleted`,
  ),
  ...(
    [
      ['routing_decisions', decisionsMs],
      ['routing_rosters', decisionsMs],
      ['text_requests', textRequestsMs],
    ] as const
  ).map(([table, ageMs]) =>
    sweepByAge(
      `delete-${table}`,
      ageMs,
      `delete from ${table} where ctid = any(array(
        select ctid from ${table} where created_at < statement_timestamp() - $2 * interval '1 millisecond'
        order by created_at limit $1 for update skip locked))
        returning 1 as deleted`,
    ),
  ),
]

/**
 * Deletes one batch of every kind of expired rows. Returns whether more may be left. Rows age by the database's real time, also in
 * sandboxes.
 */
export async function deleteExpired(db: Database): Promise<boolean> {
  let hasMore = false
  for (const { size, work } of sweeps) {
    const deleted = await inSystem(db, work)
    if (deleted.length === size) hasMore = true
  }
  return hasMore
}
