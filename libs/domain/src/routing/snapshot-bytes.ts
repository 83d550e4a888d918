import type { Statement, Tx } from '@askline/db'
import type { Snapshot } from './snapshots.ts'

/** Bytes of one row of evidence_chunks. */
const chunkBytes = 1024 * 1024

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const insert: Statement = {
  name: 'insert-evidence-chunk',
  text: 'insert into evidence_chunks (snapshot_id, seq, company_id, bytes) values ($1, $2, $3, $4)',
}

/** Writes the bytes of a snapshot that is not in use yet, piece by piece, each in a transaction of its own. */
export async function writeSnapshotBytes(
  run: Run,
  { snapshotId, companyId }: { snapshotId: string; companyId: string },
  bytes: Uint8Array,
): Promise<void> {
  for (let seq = 0; seq * chunkBytes < bytes.length; seq++) {
    // A view of the same bytes: pg takes a bare Uint8Array for an object.
    const length = Math.min(chunkBytes, bytes.length - seq * chunkBytes)
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset + seq * chunkBytes, length)
    await run((tx) => tx.query(insert, [snapshotId, seq, companyId, piece]))
  }
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
