import { readFile } from 'node:fs/promises'
import { limits } from '@askline/contracts'
import { DomainError } from '@askline/domain/errors'
import type { Columns } from '@askline/domain/files/file-columns'
import { FileRefusedError } from '@askline/domain/files/file-faults'
import { openInspection } from '@askline/domain/files/inspect'
import { readRows } from '@askline/domain/files/read-rows'
import { describeRefusal } from '@askline/domain/files/row-refusal'
import { RefusedError } from './command.ts'

/**
 * Runs `work` on every row of a table, by the rules of uploaded files; values have no spaces around them. Returns the number of rows.
 * Throws one RefusedError that says what is wrong with the file, or with each refused row.
 */
export async function importRows(
  file: string,
  columns: Columns,
  work: (values: Record<string, string>) => Promise<void>,
): Promise<number> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new RefusedError(`${file} cannot be read: ${error.message}.`)
  })
  if (bytes.length > limits.uploadBytes) throw new RefusedError(`${file} has more than 25 MiB.`)
  const faults: string[] = []
  let count = 0
  try {
    const inspection = openInspection()
    inspection.look(bytes)
    for await (const row of readRows([bytes], columns, inspection.finish(columns))) {
      count++
      if ('reason' in row)
        faults.push(`Line ${row.line}: ${describeRefusal(row.reason, 'field' in row ? row.field : null)}`)
      else {
        await work(trimmed(row.values)).catch((error) => {
          if (!(error instanceof DomainError)) throw error
          faults.push(`Line ${row.line}: ${error.message.replace(/\.$/, '')}.`)
        })
      }
    }
  } catch (error) {
    if (!(error instanceof FileRefusedError)) throw error
    faults.push(`${error.line === null ? file : `Line ${error.line}`}: ${error.message}`)
  }
  if (faults.length > 0) throw new RefusedError(`${faults.join('\n')}\nNothing was imported.`)
  return count
}

const trimmed = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))
