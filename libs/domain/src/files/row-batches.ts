import type { Statement, Tx } from '@askline/db'
import type { NoteCounts } from './file-notes.ts'

/** One row of an uploaded file: its line number and its values by column. */
export type KeptRow = { line: number; values: Record<string, string> }
export type Place = { companyId: string; fileId: string }

/** Takes rows one by one and writes them in batches. `keep` throws RowRefusal; `finish` writes the remaining rows. */
export type RowKeeper = {
  keep(row: KeptRow): Promise<void>
  finish(): Promise<void>
  /** Returns warnings about the rows kept so far. */
  notes?(): NoteCounts
}

const batchRows = 500
const batchCharacters = 128 * 1024

/**
 * Collects rows and writes them in batches of at most 500 rows or 128 Ki characters. Larger statements would block the event loop.
 * `writeFirst` writes the rows that these rows reference.
 */
export function openBatch<Row extends object>(
  tx: Tx,
  statement: Statement<readonly [companyId: string, fileId: string, rows: string], object>,
  place: Place,
  writeFirst?: () => Promise<void>,
) {
  let rows: Row[] = []
  let characters = 0
  async function write(): Promise<void> {
    if (rows.length === 0) return
    const full = rows
    rows = []
    characters = 0
    await writeFirst?.()
    await tx.query(statement, [place.companyId, place.fileId, JSON.stringify(full)])
  }
  return {
    async add(row: Row, length: number): Promise<void> {
      rows.push(row)
      characters += length
      if (rows.length >= batchRows || characters >= batchCharacters) await write()
    },
    write,
  }
}
