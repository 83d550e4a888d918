import { limits } from '@askline/contracts'
import { DomainError } from '../errors.ts'

/** Why a file is refused as a whole. The sentences repeat no word of the file. */
const faults = {
  file_empty: 'The file is empty. Its first line must name the columns, or contain a JSON object.',
  file_binary: 'The file is not a text file, because it contains NUL bytes.',
  file_encoding: 'The file is not UTF-8.',
  file_compressed: 'The file is an archive or a document of another type. Send CSV, TSV or JSONL without compression.',
  file_extension: 'The extension of the file does not match its content.',
  header_unknown: 'The first line must name the columns of this type of file, each once.',
  header_incomplete: 'The first line lacks a required column.',
  row_too_large: `A row has more than ${limits.rowBytes} bytes.`,
  quote_not_closed: 'A quotation mark is not closed, so all lines after it would be one field.',
  too_many_rows: `The file has more than ${limits.fileRows} rows.`,
  no_usable_rows: 'No row of the file can be used.',
  worker_lost: 'Three workers in a row crashed while they processed the file.',
  could_not_be_read:
    'Reading the file failed three times because of an internal error. The dead letters have the cause.',
  training_failed:
    'Training with the file failed three times because of an internal error. The dead letters have the cause.',
} as const
export type FileFault = keyof typeof faults

/** Returns the sentence for a fault. */
export const sentenceOf = (code: string): string => Reflect.get(faults, code) ?? 'The file cannot be read.'

/** A file that cannot be read at all. `line`: where the fault was found. */
export class FileRefusedError extends DomainError {
  override name = 'FileRefusedError'
  readonly kind = 'refused'
  readonly line: number | null
  constructor(code: FileFault, more: { message?: string; line?: number } = {}) {
    super(code, more.message ?? faults[code])
    this.line = more.line ?? null
  }
}
