import { createHash, randomUUID } from 'node:crypto'
import type { FileType } from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import { columnsOf } from '../src/files/file-columns.ts'
import { openInspection } from '../src/files/inspect.ts'
import { chunksOf, storeFile } from '../src/files/store.ts'

/** Stores `text` as an uploaded file, as the API does, and returns its id. */
export async function storeText(db: Database, companyId: string, type: FileType, text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const inspection = openInspection()
  inspection.look(bytes)
  const file = {
    companyId,
    type,
    name: 'a.csv',
    format: inspection.finish(columnsOf[type]),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    uploader: { kind: 'admin', id: randomUUID() },
    chunks: chunksOf(bytes),
  }
  return (await inSystem(db, (tx) => storeFile(tx, file))).fileId
}
