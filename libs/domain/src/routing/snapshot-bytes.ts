import type { Statement, Tx } from '@askline/db'
import type { Snapshot, SnapshotWork } from './snapshots.ts'

/** Bytes of one row of evidence_chunks. */
const chunkBytes = 1024 * 1024

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

// The lock makes whoever drops the snapshot wait for it, or this for them: who has lost the work writes nothing after that.
const insert: Statement = {
  name: 'insert-evidence-chunk',
  text: `insert into evidence_chunks (snapshot_id, seq, company_id, bytes)
    select $1::uuid, $2::int, company_id, $3::bytea from evidence_snapshots where company_id = $4 and began_at = $5 for share
    returning 1`,
}

/**
 * Writes the bytes of a snapshot that is not in use yet, piece by piece, each in a transaction of its own. Yields false where
 * the work was lost: what was written of them is deleted by whoever has it now.
 */
export async function writeSnapshotBytes(
  run: Run,
  snapshotId: string,
  { companyId, beganAt }: SnapshotWork,
  bytes: Uint8Array,
): Promise<boolean> {
  for (let seq = 0; seq * chunkBytes < bytes.length; seq++) {
    // A view of the same bytes: pg takes a bare Uint8Array for an object.
    const length = Math.min(chunkBytes, bytes.length - seq * chunkBytes)
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset + seq * chunkBytes, length)
    const written = await run((tx) => tx.query(insert, [snapshotId, seq, piece, companyId, beganAt]))
    if (written.length === 0) return false
  }
  return true
}

const chunk: Statement = {
  name: 'evidence-chunk',
  text: 'select bytes from evidence_chunks where snapshot_id = $1 and seq = $2',
}

/** Reads a snapshot's bytes, piece by piece so that nothing waits for long; undefined where it is gone, or goes meanwhile. */
export async function readSnapshotBytes(
  run: Run,
  { snapshotId, sizeBytes }: Snapshot,
): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(sizeBytes)
  for (let seq = 0, at = 0; at < bytes.length; seq++) {
    const [piece] = await run((tx) => tx.query<{ bytes: Buffer }>(chunk, [snapshotId, seq]))
    if (!piece || at + piece.bytes.length > bytes.length) return undefined
    bytes.set(piece.bytes, at)
    at += piece.bytes.length
  }
  return bytes
}

/** Chunks of one transaction: where they are read from a disk first, a gigabyte takes longer than a statement may. */
const deletedAtOnce = 64

// Where somebody else deletes them at this moment this waits: fewer than asked for are chosen only where no more are left.
const clear: Statement = {
  name: 'clear-evidence-chunks',
  text: `with chosen as materialized (
      select c.ctid as place from evidence_chunks c where c.company_id = $1 and not exists (
        select 1 from evidence_snapshots s where s.company_id = $1
          and (s.snapshot_id = c.snapshot_id or s.began_at is distinct from $2))
      limit $3
    ), gone as (
      delete from evidence_chunks where ctid = any(array(select place from chosen))
    )
    select 1 from chosen`,
}

/**
 * Deletes some of a company's bytes that belong to no snapshot; yields whether more may be left. While one is being made, only
 * whoever makes it does that, and says so with `beganAt`, before the first is written.
 */
export async function clearSnapshotBytes(tx: Tx, companyId: string, beganAt: Date | null = null): Promise<boolean> {
  return (await tx.query(clear, [companyId, beganAt, deletedAtOnce])).length === deletedAtOnce
}

const orphaned: Statement = {
  name: 'orphaned-evidence-chunks',
  text: `select 1 from evidence_chunks c where c.company_id = $1
    and not exists (select 1 from evidence_snapshots s where s.company_id = $1 and s.snapshot_id = c.snapshot_id) limit 1`,
}

/** Whether there are bytes of a company that belong to no snapshot, those being written included. */
export async function hasOrphanedBytes(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query(orphaned, [companyId])).length > 0
}
