import type { FileRefusal, FileType } from '@askline/contracts'
import { type Database, inSystem, type Statement, type Tx } from '@askline/db'
import { keepDeadJobsWith } from '../dead-letters/keep.ts'
import { wantTraining } from '../training/wanted.ts'
import { FileRefusedError } from './faults.ts'
import type { FileFormat } from './inspect.ts'
import { type KeptRow, keeperOf } from './keep-rows.ts'
import { readRows } from './read-rows.ts'
import { RowRefusal } from './row-rules.ts'

/** Whoever reads a file says so this often, and has lost it after that long without a word, both in ms. */
const wordMs = 1_000
const leaseMs = 60_000
/** A file that fails, or ends its reader, so often is given up. */
const mostAttempts = 3
/** Refused rows that are told one by one. */
const mostTold = 100

type Taken = { companyId: string; type: FileType; format: FileFormat; sizeBytes: number; attempts: number }

const take: Statement = {
  name: 'take-file',
  text: `update files set status = 'READING', attempts = attempts + 1, due_at = clock_timestamp() + $2 * interval '1 ms'
    where id = $1 and due_at <= clock_timestamp() and status in ('QUEUED', 'READING') and attempts < $3
    returning company_id as "companyId", type, format, size_bytes as "sizeBytes", attempts`,
}
const giveUp: Statement = {
  name: 'give-up-file',
  text: `with given_up as (
      update files set status = 'FAILED', fault_code = 'worker_lost', due_at = null, finished_at = clock_timestamp()
      where id = $1 and due_at <= clock_timestamp() and status = 'READING' and attempts >= $2 returning id
    )
    delete from file_chunks where file_id in (select id from given_up) returning 1`,
}
const fail: Statement = {
  name: 'fail-file',
  text: `update files set status = 'FAILED', fault_code = 'could_not_be_read', due_at = null, finished_at = clock_timestamp()
    where id = $1 and attempts = $2 and status = 'READING' returning 1`,
}
const tellProgress: Statement = {
  name: 'tell-file-progress',
  text: `update files set progress = $3, rows_read = $4, due_at = clock_timestamp() + $5 * interval '1 ms'
    where id = $1 and attempts = $2 and status = 'READING' returning 1`,
}
const putBack: Statement = {
  name: 'put-file-back',
  text: `update files set due_at = clock_timestamp() + interval '2 s' where id = $1 and attempts = $2 and status = 'READING'`,
}
const nextChunk: Statement = {
  name: 'next-file-chunk',
  text: 'select bytes from file_chunks where file_id = $1 and seq = $2',
}
const dropChunks: Statement = { name: 'drop-file-chunks', text: 'delete from file_chunks where file_id = $1' }
const finish: Statement = {
  name: 'finish-file',
  text: `update files set status = $3, progress = 1, rows_read = $4, rows_accepted = $5, rows_refused = $6, refused = $7,
      reasons = $8, notes = $9, imported_at = clock_timestamp(), due_at = null,
      finished_at = case when $3 = 'READY' then clock_timestamp() end
    where id = $1 and attempts = $2 and status = 'READING' returning 1`,
}
const refuse: Statement = {
  name: 'refuse-file',
  text: `update files set status = 'REFUSED', progress = 1, rows_read = $5, rows_accepted = 0, rows_refused = $6, refused = $7,
      reasons = $8, fault_code = $3, fault_line = $4, due_at = null, finished_at = clock_timestamp()
    where id = $1 and attempts = $2 and status = 'READING' returning 1`,
}

/** Somebody else has taken the file over: what was read here is undone. */
class LostFileError extends Error {
  override name = 'LostFileError'
}

const dueFiles: Statement = {
  name: 'due-files',
  text: 'select id from files where due_at <= clock_timestamp() order by due_at limit $1',
}

/** Files that wait to be read: their job was lost, or their reader. */
export async function findDueFiles(db: Database, limit: number): Promise<string[]> {
  const { rows } = await db.system.query<{ id: string }>({ ...dueFiles, values: [limit] })
  return rows.map((row) => row.id)
}

/**
 * Reads an uploaded file: every usable row of it in one transaction, which also deletes its bytes, or none where the file is
 * refused whole. A reader that is killed leaves nothing, and the file to the next one; after three of them it has failed, with a
 * dead letter where it threw: `wordOf` says by what. Yields what became of it: `busy` where somebody else has it, or nothing was
 * to be done.
 */
export async function readFile(
  db: Database,
  fileId: string,
  wordOf: (error: unknown) => string = () => 'failed',
): Promise<'read' | 'refused' | 'busy'> {
  const [file] = await inSystem(db, async (tx) => {
    await tx.query(giveUp, [fileId, mostAttempts])
    return tx.query<Taken>(take, [fileId, leaseMs, mostAttempts])
  })
  if (!file) return 'busy'
  const report = emptyReport()
  try {
    await inSystem(db, async (tx) => {
      Object.assign(report, emptyReport())
      await importRows(db, tx, fileId, file, report)
    })
    return 'read'
  } catch (error) {
    if (error instanceof FileRefusedError) {
      await inSystem(db, async (tx) => {
        const fault = [error.code, error.line]
        const told = [report.read, report.refusedCount, JSON.stringify(report.refused), JSON.stringify(report.reasons)]
        const found = await tx.query(refuse, [fileId, file.attempts, ...fault, ...told])
        if (found.length > 0) await tx.query(dropChunks, [fileId])
      })
      return 'refused'
    }
    if (error instanceof LostFileError) return 'busy'
    const letGo = file.attempts < mostAttempts ? putFileBack : failFile
    await inSystem(db, (tx) => letGo(tx, fileId, file.attempts, wordOf(error))).catch(() => undefined)
    throw error
  }
}

async function putFileBack(tx: Tx, fileId: string, attempts: number): Promise<void> {
  await tx.query(putBack, [fileId, attempts])
}

async function failFile(tx: Tx, fileId: string, attempts: number, reason: string): Promise<void> {
  if ((await tx.query(fail, [fileId, attempts])).length === 0) return
  await tx.query(dropChunks, [fileId])
  // Without its bytes it cannot be read again: the letter keeps no job that could be replayed.
  const letter = { name: 'read-file', jobKey: `read-file-${fileId}`, payload: null, ids: { fileId } }
  await keepDeadJobsWith(tx, [{ ...letter, reason, attempts }])
}

type Report = {
  read: number
  accepted: number
  refusedCount: number
  refused: FileRefusal[]
  reasons: Record<string, number>
}
const emptyReport = (): Report => ({ read: 0, accepted: 0, refusedCount: 0, refused: [], reasons: {} })

async function importRows(db: Database, tx: Tx, fileId: string, file: Taken, report: Report): Promise<void> {
  const { companyId, type, format, sizeBytes, attempts } = file
  let bytesRead = 0
  async function* chunks() {
    for (let seq = 0; ; seq++) {
      const [chunk] = await tx.query<{ bytes: Buffer }>(nextChunk, [fileId, seq])
      if (!chunk) return
      bytesRead += chunk.bytes.length
      yield chunk.bytes
    }
  }
  const keeper = await keeperOf(type, tx, { companyId, fileId })
  let toldAt = performance.now()
  for await (const row of readRows(chunks(), type, format)) {
    report.read++
    const refusal =
      'reason' in row ? new RowRefusal(row.reason, 'field' in row ? row.field : null) : await kept(keeper.keep, row)
    if (refusal) refuseRow(report, row.line, refusal)
    else report.accepted++
    if (performance.now() - toldAt < wordMs) continue
    toldAt = performance.now()
    // On a connection of its own: what this transaction writes nobody sees yet.
    const share = Math.min(1, bytesRead / Math.max(1, sizeBytes))
    const told = await inSystem(db, (own) => own.query(tellProgress, [fileId, attempts, share, report.read, leaseMs]))
    if (told.length === 0) throw new LostFileError()
  }
  if (report.accepted === 0) throw new FileRefusedError('no_usable_rows')
  await keeper.finish()
  await tx.query(dropChunks, [fileId])
  const status = type === 'HISTORY' ? 'READY' : 'TRAINING'
  const counts = [report.read, report.accepted, report.refusedCount]
  const notes = keeper.notes ? JSON.stringify(keeper.notes()) : null
  const lists = [JSON.stringify(report.refused), JSON.stringify(report.reasons), notes]
  const finished = await tx.query(finish, [fileId, attempts, status, ...counts, ...lists])
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
  if (report.refused.length < mostTold) report.refused.push({ line, field, reason })
}
