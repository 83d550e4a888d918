import { evidenceChunks, statement, type Tx, types } from '@askline/db'
import type { Snapshot, SnapshotWork } from './snapshots.ts'

/** Bytes per row of evidence_chunks. */
const chunkBytes = 1024 * 1024

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

// The lock orders this write and a drop of the snapshot. A process without the lease writes nothing.
const insert = statement({
  name: 'insert-evidence-chunk',
  params: [types.uuid, types.int, types.bytes, types.uuid, types.instant],
  row: { seq: evidenceChunks.seq },
  text: `insert into evidence_chunks (snapshot_id, seq, company_id, bytes)
    select $1::uuid, $2::int, company_id, $3::bytea from evidence_snapshots where company_id = $4 and began_at = $5 for share
    returning seq`,
})

/**
 * Writes the bytes of an unpublished snapshot, one row per transaction. Returns false if the lease was lost; the next holder
 * deletes what was written.
 */
export async function writeSnapshotBytes(
  run: Run,
  snapshotId: string,
  { companyId, beganAt }: SnapshotWork,
  bytes: Uint8Array,
): Promise<boolean> {
  for (let seq = 0; seq * chunkBytes < bytes.length; seq++) {
    // A view of the same bytes, because pg treats a plain Uint8Array as an object.
    const length = Math.min(chunkBytes, bytes.length - seq * chunkBytes)
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset + seq * chunkBytes, length)
    const written = await run((tx) => tx.query(insert, [snapshotId, seq, piece, companyId, beganAt]))
    if (written.length === 0) return false
  }
  return true
}

const chunk = statement({
  name: 'evidence-chunk',
  params: [types.uuid, types.int],
  row: { bytes: evidenceChunks.bytes },
  text: 'select bytes from evidence_chunks where snapshot_id = $1 and seq = $2 and company_id = $company',
})

/** Reads a snapshot's bytes row by row, so that no query takes long. Returns `undefined` if it is dropped meanwhile. */
export async function readSnapshotBytes(
  run: Run,
  { companyId, snapshotId, sizeBytes }: Snapshot,
): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(sizeBytes)
  for (let seq = 0, at = 0; at < bytes.length; seq++) {
    const [piece] = await run((tx) => tx.of(companyId).query(chunk, [snapshotId, seq]))
    if (!piece || at + piece.bytes.length > bytes.length) return undefined
    bytes.set(piece.bytes, at)
    at += piece.bytes.length
  }
  return bytes
}
