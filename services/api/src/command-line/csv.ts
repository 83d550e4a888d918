import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { RefusedError } from './command.ts'

/** A row by column name, and the line of the file it begins on. */
export type CsvRow = { line: number; values: Record<string, string> }

const mostBytes = 25 * 1024 * 1024

/**
 * Reads a CSV file (RFC 4180, UTF-8, a byte order mark is fine) with a header line of known columns. Throws RefusedError
 * for a file that cannot be read as that.
 */
export async function readCsv(
  file: string,
  required: readonly string[],
  optional: readonly string[],
): Promise<CsvRow[]> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new RefusedError(`${file} cannot be read: ${error.message}.`)
  })
  if (bytes.length > mostBytes) throw new RefusedError(`${file} has more than 25 MiB.`)
  if (!isUtf8(bytes) || bytes.includes(0)) throw new RefusedError(`${file} is not text in UTF-8.`)
  const records = recordsOf(file, bytes)
  const header = records[0]?.record
  if (!header) throw new RefusedError(`${file} is empty: its first line must name the columns.`)
  const missing = required.filter((name) => !header.includes(name))
  if (missing.length > 0) throw new RefusedError(`${file} has no column ${missing.join(', ')}.`)
  const unknown = header.find((name, at) => ![...required, ...optional].includes(name) || header.indexOf(name) !== at)
  if (unknown !== undefined) throw new RefusedError(`${file} has a column "${unknown}" that is not known, or twice.`)
  return records.slice(1).map(({ record, info }, at) => {
    // The parser tells on which line a record ends; it begins on the one after the record before.
    const line = (records[at]?.info.lines ?? 1) + 1
    if (record.length !== header.length) {
      throw new RefusedError(`Line ${line}: has ${record.length} columns where the header has ${header.length}.`)
    }
    return {
      line: Math.min(line, info.lines),
      values: Object.fromEntries(header.map((name, i) => [name, record[i] ?? ''])),
    }
  })
}

type Parsed = { record: string[]; info: { lines: number } }

function recordsOf(file: string, bytes: Buffer): Parsed[] {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true }
    const parsed: unknown = parse(bytes, options)
    return parsed as Parsed[]
  } catch (error) {
    throw new RefusedError(`${file} is not CSV: ${error instanceof Error ? error.message : error}.`)
  }
}

/** Runs `work` on every row and collects what each is refused for; throws one RefusedError with a sentence a line. */
export async function eachRow(
  rows: readonly CsvRow[],
  work: (row: CsvRow) => Promise<void>,
  isRefusal: (error: unknown) => boolean,
) {
  const faults: string[] = []
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      if (!isRefusal(error) || !(error instanceof Error)) throw error
      faults.push(`Line ${row.line}: ${error.message}.`)
    }
  }
  if (faults.length > 0) throw new RefusedError(`${faults.join('\n')}\nNothing was imported.`)
}
