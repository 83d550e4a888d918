import type { FileType } from '@askline/contracts'
import { files, newId, statement, type Tx, types } from '@askline/db'
import { and, eq, sql } from 'drizzle-orm'
import { MoveRefusedError, NotFoundError } from '../errors.ts'
import { dropSnapshot } from '../learning/drop-snapshot.ts'
import { findTrainingSettings } from '../learning/training-settings.ts'
import { unlearn } from '../learning/want-training.ts'
import { enqueue } from '../outbox.ts'
import type { FileFormat } from './inspect.ts'

/** Bytes per row of file_chunks, which is parsed at once. */
export const chunkBytes = 64 * 1024

const lockUploads = statement({
  name: 'lock-uploads',
  params: [types.text],
  row: { isLocked: types.boolean },
  text: `select true as "isLocked" from pg_advisory_xact_lock(hashtext('files'), hashtext($1))`,
})
const uploadedLately = statement({
  name: 'uploaded-lately',
  params: [types.uuid],
  row: { bytes: types.int },
  text: `select coalesce(sum(size_bytes), 0)::bigint as bytes from files
    where company_id = $1 and created_at > statement_timestamp() - interval '1 day'`,
})
const insertChunk = statement({
  name: 'insert-file-chunk',
  params: [types.uuid, types.int, types.uuid, types.bytes],
  text: 'insert into file_chunks (file_id, seq, company_id, bytes) values ($1, $2, $3, $4)',
})

export type NewFile = {
  companyId: string
  type: FileType
  name: string
  format: FileFormat
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string
  sizeBytes: number
  uploader: { kind: string; id: string }
  /** The bytes in pieces of at most `chunkBytes`. */
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Splits bytes into the pieces that `storeFile` takes. */
export function* chunksOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

/**
 * Stores an uploaded file and enqueues reading it. The same file with the same type returns the first upload, unless that failed
 * by our fault. Throws MoveRefusedError `file_quota_exceeded`.
 */
export async function storeFile(tx: Tx, file: NewFile): Promise<{ fileId: string; isNew: boolean }> {
  const { companyId, type, sha256, sizeBytes } = file
  await tx.query(lockUploads, [companyId])
  const [first] = await tx.orm
    .select({ id: files.id, status: files.status })
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.type, type), eq(files.sha256, sha256)))
  if (first && first.status !== 'FAILED') return { fileId: first.id, isNew: false }
  if (first) await removeFile(tx, companyId, first.id)
  const { bytesPerDay } = await findTrainingSettings(tx, companyId)
  const [lately] = await tx.query(uploadedLately, [companyId])
  if ((lately?.bytes ?? 0) + sizeBytes > bytesPerDay) {
    const message = `The upload exceeds the limit of ${bytesPerDay} bytes in 24 hours.`
    throw new MoveRefusedError('file_quota_exceeded', message)
  }
  const fileId = newId()
  await tx.orm.insert(files).values({
    id: fileId,
    companyId,
    type,
    name: file.name,
    format: file.format,
    sha256,
    sizeBytes,
    uploaderKind: file.uploader.kind,
    uploaderId: file.uploader.id,
    dueAt: sql`statement_timestamp()`,
  })
  let seq = 0
  for await (const bytes of file.chunks) await tx.query(insertChunk, [fileId, seq++, companyId, Buffer.from(bytes)])
  await enqueue(tx, companyId, [{ job: 'read-file', payload: { fileId } }])
  return { fileId, isNew: true }
}

const removals = [
  `with gone as (
      delete from past_answers a using past_questions q
      where q.file_id = $1 and q.company_id = $2 and a.question_id = q.id and a.company_id = $2 returning a.expert_id
    )
    update experts e set number_of_answers = greatest(e.number_of_answers - g.count, 0), changed_at = statement_timestamp()
    from (select expert_id, count(*)::int as count from gone group by expert_id) g
    where e.user_id = g.expert_id and e.company_id = $2`,
  'delete from past_questions where file_id = $1 and company_id = $2',
  'delete from training_examples where file_id = $1 and company_id = $2',
  'delete from knowledge where file_id = $1 and company_id = $2',
].map((text, at) => statement({ name: `remove-rows-${at}`, params: [types.uuid, types.uuid], text }))

/** Removes everything that a file's rows created. */
export async function removeRows(tx: Tx, companyId: string, fileId: string): Promise<void> {
  for (const removal of removals) await tx.query(removal, [fileId, companyId])
}

/**
 * Removes a file with everything that its rows created, including what models and snapshots learned from them. Throws
 * NotFoundError.
 */
export async function removeFile(tx: Tx, companyId: string, fileId: string): Promise<void> {
  const [file] = await tx.orm
    .select({ type: files.type, status: files.status })
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.id, fileId)))
    .for('update')
  if (!file) throw new NotFoundError('file', fileId)
  await removeRows(tx, companyId, fileId)
  await tx.orm.delete(files).where(eq(files.id, fileId))
  if (file.type !== 'HISTORY') await unlearn(tx, companyId, { now: true })
  // Dropped last, because a snapshot that started meanwhile has read the rows.
  else if (file.status === 'READY') await dropSnapshot(tx, companyId)
}
