import { evidenceSnapshots, type RowOf, statement, type Tx, types } from '@askline/db'
import { plus } from '@askline/domain/clauses'
import { historyOf, leastPauseMs } from '@askline/domain/learning/drop-snapshot'
import { declareWorkLeases, type Lease } from '@askline/domain/work-lease'

/** Leases of snapshots, one per company. Dropping a snapshot ends the lease, because its maker has read erased rows. */
export const snapshotLeases = declareWorkLeases({
  table: 'evidence_snapshots',
  key: 'company_id',
  leaseMs: 60_000,
  maxAttempts: 3,
  onGiveUp: "due_at = statement_timestamp() + interval '1 hour'",
})

/** A published snapshot of a company's evidence up to a moment in company time. */
const snapshotRow = {
  companyId: evidenceSnapshots.companyId,
  snapshotId: types.present(evidenceSnapshots.snapshotId),
  /** The uploaded history it was made with, as in `findCompanyTimes`. */
  history: types.present(evidenceSnapshots.history),
  knownUntil: types.present(evidenceSnapshots.knownUntil),
  questions: evidenceSnapshots.questions,
  sizeBytes: evidenceSnapshots.sizeBytes,
} as const
export type Snapshot = RowOf<typeof snapshotRow>

/** The lease of a snapshot that is being made. */
export type SnapshotWork = Lease & { companyId: string }

const snapshots = statement({
  name: 'evidence-snapshots',
  params: [types.array(types.uuid)],
  row: snapshotRow,
  text: `select company_id as "companyId", snapshot_id as "snapshotId", history, known_until as "knownUntil", questions,
      size_bytes as "sizeBytes"
    from evidence_snapshots where company_id = any($1::uuid[]) and snapshot_id is not null`,
})

/** Returns the published snapshots of these companies. */
export function findSnapshots(tx: Tx, companyIds: string[]): Promise<Snapshot[]> {
  return tx.query(snapshots, [companyIds])
}

// Truncated, because rounding could yield a moment that is still to come, and a check right away would find nothing due.
const want = statement({
  name: 'want-snapshot',
  params: [types.uuid, types.float],
  row: { companyId: evidenceSnapshots.companyId },
  text: `insert into evidence_snapshots as s (company_id, due_at) select $1::uuid, date_trunc('milliseconds', statement_timestamp())
    where not exists (select 1 from evidence_snapshots where company_id = $1 and due_at is not null)
    on conflict (company_id) do update
      set due_at = greatest(excluded.due_at, ${plus('s.made_at', `$2 * interval '1 ms'`)}) where s.due_at is null
    returning company_id as "companyId"`,
})

/**
 * Requests a new snapshot, at least ten minutes after the last one. Returns false and changes nothing if one is already requested.
 * The one being made may lack recent questions.
 */
export async function wantSnapshot(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query(want, [companyId, leastPauseMs])).length > 0
}

/** Takes the making of a company's snapshot if it is due. After three attempts the next one is due in an hour. */
export async function takeSnapshotWork(tx: Tx, companyId: string): Promise<SnapshotWork | undefined> {
  const lease = await snapshotLeases.take(tx, companyId)
  return lease && lease !== 'given-up' ? { ...lease, companyId } : undefined
}

const keep = statement({
  name: 'keep-snapshot',
  params: [types.uuid, types.instant, types.uuid, types.text, types.instant, types.int, types.int],
  row: { companyId: evidenceSnapshots.companyId },
  text: `update evidence_snapshots set snapshot_id = $3, history = $4, known_until = $5, questions = $6, size_bytes = $7,
      made_at = statement_timestamp(), due_at = null, began_at = null, attempts = 0
    where company_id = $1 and began_at = $2 and $4 = ${historyOf('$1')}
      and (select coalesce(sum(octet_length(bytes)), 0) from evidence_chunks where company_id = $1 and snapshot_id = $3) = $7
    returning company_id as "companyId"`,
})

const discard = statement({
  name: 'discard-snapshot',
  params: [types.uuid, types.instant, types.float],
  text: `update evidence_snapshots set due_at = statement_timestamp() + $3 * interval '1 ms', began_at = null, attempts = 0
    where company_id = $1 and began_at = $2`,
})

/**
 * Publishes a snapshot and ends its lease. Returns false if the lease was lost, history was uploaded meanwhile, or bytes are
 * missing. The next one is then due in ten minutes.
 */
export async function keepSnapshot(tx: Tx, { beganAt }: SnapshotWork, snapshot: Snapshot): Promise<boolean> {
  const { companyId, snapshotId, history, knownUntil, questions, sizeBytes } = snapshot
  const kept = await tx.query(keep, [companyId, beganAt, snapshotId, history, knownUntil, questions, sizeBytes])
  const isKept = kept.length > 0
  if (!isKept) await tx.query(discard, [companyId, beganAt, leastPauseMs])
  return isKept
}

const end = statement({
  name: 'end-snapshot',
  params: [types.uuid, types.instant],
  text: `update evidence_snapshots set snapshot_id = null, questions = 0, size_bytes = 0, due_at = null, began_at = null, attempts = 0
    where company_id = $1 and began_at = $2`,
})

/** Ends the lease without a snapshot, because there is too little to store. An earlier snapshot is dropped. */
export async function endSnapshotWork(tx: Tx, { companyId, beganAt }: SnapshotWork): Promise<void> {
  await tx.query(end, [companyId, beganAt])
}
