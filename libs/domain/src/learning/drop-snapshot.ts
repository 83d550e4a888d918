import { statement, type Tx, types } from '@askline/db'
import { plus } from '../clauses.ts'

/** Minimum time between two snapshots of a company, in ms. A snapshot of a million questions takes minutes of CPU time. */
export const leastPauseMs = 600_000

/** SQL of the word of the files `f`, and which files count. */
export const historyWord = `concat(count(*), ' ', max(f.imported_at))`
export const isHistory = `f.type = 'HISTORY' and f.status = 'READY'`
/** The word of a company without history. */
export const noHistory = '0 '

/** SQL: one word that identifies the present uploaded history of a company. `company` is an SQL expression of its id. */
export const historyOf = (company: string) =>
  `(select ${historyWord} from files f where f.company_id = ${company} and ${isHistory})`

// A process that makes a snapshot now has read erased rows, so it loses its lease. A run that began counts as one that was kept,
// and a snapshot that was postponed stays postponed.
const drop = statement({
  name: 'drop-snapshot',
  params: [types.uuid, types.float, types.float],
  text: `update evidence_snapshots set snapshot_id = null, history = null, known_until = null, questions = 0, size_bytes = 0,
      began_at = null, attempts = 0, due_at = greatest(statement_timestamp() + $2 * interval '1 ms',
        ${plus('greatest(made_at, began_at)', `$3 * interval '1 ms'`)}, case when began_at is null then due_at end)
    where company_id = $1`,
})
/** Pause after an erasure before a snapshot is made again, in ms, because erasures come in chunks. */
const settleMs = 60_000

/**
 * Drops a company's snapshot after a person was forgotten or history was removed. No process reads it from then on, and
 * `clearSnapshotBytes` deletes its bytes. The next one is made at least ten minutes after the last.
 */
export async function dropSnapshot(tx: Tx, companyId: string): Promise<void> {
  await tx.query(drop, [companyId, settleMs, leastPauseMs])
}

const dropOutdated = statement({
  name: 'drop-outdated-snapshot',
  params: [types.uuid],
  text: `update evidence_snapshots set snapshot_id = null, history = null, known_until = null, questions = 0, size_bytes = 0
    where company_id = $1 and snapshot_id is not null and history <> ${historyOf('$1')}`,
})

/** Drops a snapshot of outdated history. No process uses it, but its bytes may name forgotten people. */
export async function dropOutdatedSnapshot(tx: Tx, companyId: string): Promise<void> {
  await tx.query(dropOutdated, [companyId])
}

/** Rows deleted per transaction. A gigabyte read from disk would exceed the statement timeout. */
const deletedAtOnce = 64

// The statement waits for concurrent deletions, so it returns fewer rows than requested only if no more are left.
const clear = statement({
  name: 'clear-evidence-chunks',
  params: [types.uuid, types.nullable(types.instant), types.int],
  row: { cleared: types.int },
  text: `with chosen as materialized (
      select c.ctid as place from evidence_chunks c where c.company_id = $1 and not exists (
        select 1 from evidence_snapshots s where s.company_id = $1
          and (s.snapshot_id = c.snapshot_id or s.began_at is distinct from $2))
      limit $3
    ), gone as (
      delete from evidence_chunks where ctid = any(array(select place from chosen))
    )
    select 1 as cleared from chosen`,
})

/**
 * Deletes some of a company's bytes that belong to no snapshot. Returns whether more may be left. While a snapshot is being made,
 * only its maker may delete, and identifies itself by `beganAt`.
 */
export async function clearSnapshotBytes(tx: Tx, companyId: string, beganAt: Date | null = null): Promise<boolean> {
  return (await tx.query(clear, [companyId, beganAt, deletedAtOnce])).length === deletedAtOnce
}

const orphaned = statement({
  name: 'orphaned-evidence-chunks',
  params: [types.uuid],
  row: { found: types.int },
  text: `select 1 as found from evidence_chunks c where c.company_id = $1
    and not exists (select 1 from evidence_snapshots s where s.company_id = $1 and s.snapshot_id = c.snapshot_id) limit 1`,
})

/** Returns whether a company has bytes that belong to no snapshot, including those being written. */
export async function hasOrphanedBytes(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query(orphaned, [companyId])).length > 0
}
