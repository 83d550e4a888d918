import type { FileType, FileView } from '@askline/contracts'
import { files, models, type RowOf, statement, type Tx, trainings, types } from '@askline/db'
import { NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { sentenceOf } from './file-faults.ts'
import { notesOf } from './file-notes.ts'
import { describeRefusal } from './row-refusal.ts'

const fileRow = {
  uuid: files.id,
  type: files.type,
  name: files.name,
  format: files.format,
  sizeBytes: files.sizeBytes,
  sha256: files.sha256,
  status: files.status,
  progress: files.progress,
  trained: types.nullable(trainings.progress),
  rowsRead: files.rowsRead,
  rowsAccepted: files.rowsAccepted,
  rowsRefused: files.rowsRefused,
  refused: files.refused,
  reasons: files.reasons,
  notes: files.notes,
  faultCode: files.faultCode,
  faultLine: files.faultLine,
  heldOutAccuracy: files.heldOutAccuracy,
  modelUuid: files.modelId,
  modelVerdict: types.nullable(models.verdict),
  createdAt: files.createdAt,
  finishedAt: files.finishedAt,
}
type Row = RowOf<typeof fileRow>

const columns = `f.id as uuid, f.type, f.name, f.format, f.size_bytes as "sizeBytes", f.sha256, f.status, f.progress,
  t.progress as trained, f.rows_read as "rowsRead", f.rows_accepted as "rowsAccepted", f.rows_refused as "rowsRefused",
  f.refused, f.reasons, f.notes, f.fault_code as "faultCode", f.fault_line as "faultLine", f.held_out_accuracy as "heldOutAccuracy",
  f.model_id as "modelUuid", m.verdict as "modelVerdict", f.created_at as "createdAt", f.finished_at as "finishedAt"`
// A training that began before the import does not learn from the file.
const source = `files f left join trainings t on t.company_id = f.company_id and t.began_at >= f.imported_at
  left join models m on m.id = f.model_id and m.company_id = f.company_id`

const readingShare = 0.3

function progressOf({ status, progress, trained }: Row): number {
  if (status === 'QUEUED') return 0
  if (status === 'READING') return readingShare * progress
  return status === 'TRAINING' ? readingShare + (1 - readingShare) * (trained ?? 0) : 1
}

const viewOf = (row: Row): FileView => ({
  uuid: row.uuid,
  type: row.type,
  name: row.name,
  format: row.format,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  status: row.status,
  progress: Math.round(progressOf(row) * 1_000) / 1_000,
  rowsRead: row.rowsRead,
  rowsAccepted: row.rowsAccepted,
  rowsRefused: row.rowsRefused,
  refused: row.refused.map((one) => ({ ...one, message: describeRefusal(one.reason, one.field) })),
  reasons: row.reasons,
  fault:
    row.faultCode === null ? null : { code: row.faultCode, message: sentenceOf(row.faultCode), line: row.faultLine },
  heldOutAccuracy: row.heldOutAccuracy,
  modelUuid: row.modelUuid,
  modelVerdict: row.modelVerdict,
  dateCreated: dateTime(row.createdAt),
  dateFinished: row.finishedAt && dateTime(row.finishedAt),
})

const one = statement({
  name: 'view-file',
  params: [types.uuid, types.uuid],
  row: fileRow,
  text: `select ${columns} from ${source} where f.company_id = $1 and f.id = $2`,
})

/** Returns an uploaded file with its progress and result. Throws NotFoundError. */
export async function findFile(tx: Tx, companyId: string, fileId: string): Promise<FileView> {
  const [row] = await tx.query(one, [companyId, fileId])
  if (!row) throw new NotFoundError('file', fileId)
  return { ...viewOf(row), ...(row.notes ? { notes: notesOf(row.notes) } : {}) }
}

const list = statement({
  name: 'list-files',
  params: [types.uuid, types.nullable(types.uuid), types.nullable(types.text), types.int],
  row: fileRow,
  text: `select ${columns} from ${source} where f.company_id = $1 and ($2::uuid is null or f.id < $2)
      and ($3::text is null or f.type = $3)
    order by f.id desc limit $4`,
})

/** Lists a company's files, newest first, optionally of one type. Throws InvalidValueError for an invalid cursor. */
export async function listFiles(
  tx: Tx,
  companyId: string,
  wish: PageWish & { type?: FileType | undefined },
): Promise<{ files: FileView[]; nextCursor: string | null }> {
  const rows = await tx.query(list, [companyId, idAfter(wish), wish.type ?? null, wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { files: page.map(viewOf), nextCursor }
}
