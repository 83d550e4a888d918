import { limits } from '@askline/contracts'
import { type Database, inSystem, type Statement } from '@askline/db'

export const housekeepingMs = 60_000
const batch = 1_000
/** Why a question was routed as it was is kept so long. */
const decisionsMs = 30 * 24 * 3_600_000
/** Nobody waits for the answer to a text request that long. */
const textRequestsMs = 60_000
/** Dead letters that were replayed or discarded. */
const settledLettersMs = 30 * 24 * 3_600_000
/** Texts that were asked of the automatic answers, where nobody is named whose they are, or nobody judged what was given. */
const nobodysTextsMs = 90 * 24 * 3_600_000

/** Each deletes one batch, of the size that is its first value. Rows that somebody else deletes at this moment are left to them. */
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
    // Bytes of evidence that belong to no snapshot, where none is being made: 1 MiB a row.
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
    // By ids, which begin with the time in ms.
    statement: {
      name: 'delete-automatic-answers',
      text: `delete from automatic_answers where ctid = any(array(
        select ctid from automatic_answers where (user_id is null or decided_at is null)
          and id < (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint - $2::bigint), 12, '0') || repeat('0', 20))::uuid
        order by id limit $1 for update skip locked))
        returning 1`,
    },
    values: [batch, nobodysTextsMs],
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
 * Deletes a batch each of idempotency keys older than a day, revocations of tokens that have expired anyway, bytes of evidence
 * that belong to no snapshot, texts asked of the automatic answers 90 days ago that are nobody's or were not judged, routing
 * decisions and settled dead letters older than 30 days, and text requests nobody read the answer of. Yields whether more may be left. Rows age by the database's real time: a sandbox's clock does not.
 */
export async function deleteExpired(db: Database): Promise<boolean> {
  let hasMore = false
  for (const { statement, values } of sweeps) {
    const deleted = await inSystem(db, (tx) => tx.query(statement, values))
    if (deleted.length === values[0]) hasMore = true
  }
  return hasMore
}
