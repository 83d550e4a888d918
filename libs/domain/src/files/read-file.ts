import type { FileType, StoredRefusal } from '@askline/contracts'
import { type Database, fileChunks, files, inSystem, statement, type Tx, types } from '@askline/db'
import { keepDeadJobsWith } from '../dead-letters/keep.ts'
import { wantTraining } from '../learning/want-training.ts'
import { declareWorkLeases, type Lease } from '../work-lease.ts'
import { columnsOf } from './file-columns.ts'
import { type FileFault, FileRefusedError } from './file-faults.ts'
import type { FileFormat } from './inspect.ts'
import { keeperOf } from './keep-rows.ts'
import { readRows } from './read-rows.ts'
import type { KeptRow } from './row-batches.ts'
import { RowRefusal } from './row-refusal.ts'

/** Time between two heartbeats, which also store the progress, in ms. */
const heartbeatMs = 1_000
/** Refused rows that are listed. The others are only counted. */
const maxListed = 100

/** Leases of files that wait to be read. */
export const fileLeases = declareWorkLeases({
  table: 'files',
  key: 'id',
  leaseMs: 60_000,
  maxAttempts: 3,
  takeIf: `status in ('QUEUED', 'READING')`,
  onTake: `status = 'READING'`,
  onGiveUp: 'due_at = null',
  progress: [
    ['progress', types.float],
    ['rows_read', types.int],
  ],
})

type TakenFile = { companyId: string; type: FileType; format: FileFormat; sizeBytes: number; lease: Lease }

const readTaken = statement({
  name: 'read-taken-file',
  params: [types.uuid],
  row: {
    companyId: files.companyId,
    type: files.type,
    format: types.present(files.format),
    sizeBytes: files.sizeBytes,
  },
  text: `select company_id as "companyId", type, format, size_bytes as "sizeBytes" from files
    where id = $1 and format is not null`,
})
const fail = statement({
  name: 'fail-file',
  params: [types.uuid, types.text],
  row: { companyId: files.companyId },
  text: `update files set status = 'FAILED', fault_code = $2, finished_at = statement_timestamp() where id = $1
    returning company_id as "companyId"`,
})
const nextChunk = statement({
  name: 'next-file-chunk',
  params: [types.uuid, types.int],
  row: { bytes: fileChunks.bytes },
  text: 'select bytes from file_chunks where file_id = $1 and seq = $2 and company_id = $company',
})
const dropChunks = statement({
  name: 'drop-file-chunks',
  params: [types.uuid],
  text: 'delete from file_chunks where file_id = $1 and company_id = $company',
})
const finish = statement({
  name: 'finish-file',
  params: [
    types.uuid,
    types.instant,
    types.text,
    types.int,
    types.int,
    types.int,
    types.jsonText,
    types.jsonText,
    types.nullable(types.jsonText),
  ],
  row: { id: files.id },
  text: `update files set status = $3, progress = 1, rows_read = $4, rows_accepted = $5, rows_refused = $6, refused = $7,
      reasons = $8, notes = $9, imported_at = statement_timestamp(), due_at = null, began_at = null,
      finished_at = case when $3 = 'READY' then statement_timestamp() end
    where id = $1 and began_at = $2 and company_id = $company returning id`,
})
const refuse = statement({
  name: 'refuse-file',
  params: [
    types.uuid,
    types.instant,
    types.text,
    types.nullable(types.int),
    types.int,
    types.int,
    types.jsonText,
    types.jsonText,
  ],
  row: { id: files.id },
  text: `update files set status = 'REFUSED', progress = 1, rows_read = $5, rows_accepted = 0, rows_refused = $6, refused = $7,
      reasons = $8, fault_code = $3, fault_line = $4, due_at = null, began_at = null, finished_at = statement_timestamp()
    where id = $1 and began_at = $2 and company_id = $company returning id`,
})

/** Another process has taken the file. The error rolls back the rows of this one. */
class LostFileError extends Error {
  override name = 'LostFileError'
}

/**
 * Reads an uploaded file. One transaction stores every usable row and deletes the bytes, or nothing if the file is refused. A reader
 * that dies leaves nothing behind, and another one starts again. After three attempts the file has failed; a dead letter holds the
 * code that `codeOf` returns for the last error. Returns `busy` if another process has the file or it needs no reading.
 */
export async function readFile(
  db: Database,
  fileId: string,
  codeOf: (error: unknown) => string = () => 'failed',
): Promise<'read' | 'refused' | 'busy'> {
  const file = await inSystem(db, (tx) => takeFile(tx, fileId))
  if (!file) return 'busy'
  const report = emptyReport()
  try {
    await inSystem(db, async (tx) => {
      Object.assign(report, emptyReport())
      await importRows(db, tx.of(file.companyId), fileId, file, report)
    })
    return 'read'
  } catch (error) {
    if (error instanceof FileRefusedError) {
      await inSystem(db, async (whole) => {
        const tx = whole.of(file.companyId)
        const found = await tx.query(refuse, [
          fileId,
          file.lease.beganAt,
          error.code,
          error.line,
          report.read,
          report.refusedCount,
          JSON.stringify(report.refused),
          JSON.stringify(report.reasons),
        ])
        if (found.length > 0) await tx.query(dropChunks, [fileId])
      })
      return 'refused'
    }
    if (error instanceof LostFileError) return 'busy'
    await inSystem(db, (tx) => failAttempt(tx, file.lease, codeOf(error))).catch(() => undefined)
    throw error
  }
}

async function takeFile(tx: Tx, fileId: string): Promise<TakenFile | undefined> {
  const lease = await fileLeases.take(tx, fileId)
  if (lease === 'given-up') await failFile(tx, fileId, 'worker_lost')
  if (!lease || lease === 'given-up') return undefined
  const [file] = await tx.query(readTaken, [fileId])
  return file && { ...file, lease }
}

async function failFile(tx: Tx, fileId: string, fault: FileFault): Promise<void> {
  const [file] = await tx.query(fail, [fileId, fault])
  if (file) await tx.of(file.companyId).query(dropChunks, [fileId])
}

async function failAttempt(tx: Tx, lease: Lease, reason: string): Promise<void> {
  if ((await fileLeases.fail(tx, lease)) !== 'given-up') return
  await failFile(tx, lease.id, 'could_not_be_read')
  // The bytes are deleted, so the letter holds no job to replay.
  const letter = { name: 'read-file', jobKey: `read-file-${lease.id}`, payload: null, ids: { fileId: lease.id } }
  await keepDeadJobsWith(tx, [{ ...letter, reason, attempts: lease.attempts }])
}

type Report = {
  read: number
  accepted: number
  refusedCount: number
  refused: StoredRefusal[]
  reasons: Record<string, number>
}
const emptyReport = (): Report => ({ read: 0, accepted: 0, refusedCount: 0, refused: [], reasons: {} })

async function importRows(db: Database, tx: Tx, fileId: string, file: TakenFile, report: Report): Promise<void> {
  const { companyId, type, format, sizeBytes, lease } = file
  let bytesRead = 0
  async function* chunks() {
    for (let seq = 0; ; seq++) {
      const [chunk] = await tx.query(nextChunk, [fileId, seq])
      if (!chunk) return
      bytesRead += chunk.bytes.length
      yield chunk.bytes
    }
  }
  const keeper = await keeperOf(type, tx, { companyId, fileId })
  let heartbeatAt = performance.now()
  for await (const row of readRows(chunks(), columnsOf[type], format)) {
    report.read++
    const refusal =
      'reason' in row ? new RowRefusal(row.reason, 'field' in row ? row.field : null) : await kept(keeper.keep, row)
    if (refusal) refuseRow(report, row.line, refusal)
    else report.accepted++
    if (performance.now() - heartbeatAt < heartbeatMs) continue
    heartbeatAt = performance.now()
    // In a transaction of its own, because the progress must be visible before the rows are.
    const share = Math.min(1, bytesRead / Math.max(1, sizeBytes))
    const isHeld = await inSystem(db, (own) => fileLeases.heartbeat(own, lease, [share, report.read]))
    if (!isHeld) throw new LostFileError()
  }
  if (report.accepted === 0) throw new FileRefusedError('no_usable_rows')
  await keeper.finish()
  await tx.query(dropChunks, [fileId])
  const status = type === 'HISTORY' ? 'READY' : 'TRAINING'
  const finished = await tx.query(finish, [
    fileId,
    lease.beganAt,
    status,
    report.read,
    report.accepted,
    report.refusedCount,
    JSON.stringify(report.refused),
    JSON.stringify(report.reasons),
    keeper.notes ? JSON.stringify(keeper.notes()) : null,
  ])
  if (finished.length === 0) throw new LostFileError()
  if (type !== 'HISTORY') await wantTraining(tx, companyId, { now: true })
}

async function kept(keep: (row: KeptRow) => Promise<void>, row: KeptRow): Promise<RowRefusal | undefined> {
  try {
    await keep(row)
    return undefined
  } catch (error) {
    if (error instanceof RowRefusal) return error
    throw error
  }
}

function refuseRow(report: Report, line: number, { reason, field }: RowRefusal): void {
  report.refusedCount++
  report.reasons[reason] = (report.reasons[reason] ?? 0) + 1
  if (report.refused.length < maxListed) report.refused.push({ line, field, reason })
}
