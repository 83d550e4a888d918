import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { CsvError, type CsvErrorCode, parse } from 'csv-parse/sync'
import { RefusedError } from './command.ts'

/** A row by column name, and the line of the file where it begins. `fault` says why the row is invalid. */
export type CsvRow = { line: number; values: Record<string, string>; fault?: string }

const mostBytes = 25 * 1024 * 1024

/**
 * Reads a CSV file (RFC 4180, UTF-8, with or without a byte order mark) whose header names known columns. Throws RefusedError
 * if the file is something else.
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
  const records = recordsOf(bytes)
  const header = records[0]?.record
  if (!header) throw new RefusedError(`${file} is empty: its first line must name the columns.`)
  const missing = required.filter((name) => !header.includes(name))
  if (missing.length > 0) throw new RefusedError(`${file} has no column ${missing.join(', ')}.`)
  const unknown = header.find((name, at) => ![...required, ...optional].includes(name) || header.indexOf(name) !== at)
  if (unknown !== undefined) throw new RefusedError(`${file} has an unknown or repeated column "${unknown}".`)
  return records.slice(1).map(({ record, info }, at) => {
    // The parser reports the line on which a record ends. The next record begins one line later.
    const line = (records[at]?.info.lines ?? 1) + 1
    const fault = `has ${record.length} columns where the header has ${header.length}`
    return {
      ...(record.length === header.length ? {} : { fault }),
      line: Math.min(line, info.lines),
      values: Object.fromEntries(header.map((name, i) => [name, record[i] ?? ''])),
    }
  })
}

const nothingImported = (faults: readonly string[]) => new RefusedError(`${faults.join('\n')}\nNothing was imported.`)

const faultOfCsv: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed before the end of the file',
  INVALID_OPENING_QUOTE: 'a quotation mark is inside a field that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'there is text after the quotation mark that closes a field',
}

type Parsed = { record: string[]; info: { lines: number } }

function recordsOf(bytes: Buffer): Parsed[] {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true }
    const parsed: unknown = parse(bytes, options)
    return parsed as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw nothingImported([`Line ${error['lines']}: ${faultOfCsv[error.code] ?? 'is not CSV'}.`])
  }
}

/** Runs `work` on every row. Throws one RefusedError with a sentence for each refused row. */
export async function eachRow(
  rows: readonly CsvRow[],
  work: (row: CsvRow) => Promise<void>,
  isRefusal: (error: unknown) => boolean,
) {
  const faults: string[] = []
  for (const row of rows) {
    if (row.fault !== undefined) {
      faults.push(`Line ${row.line}: ${row.fault}.`)
      continue
    }
    try {
      await work(row)
    } catch (error) {
      if (!isRefusal(error) || !(error instanceof Error)) throw error
      faults.push(`Line ${row.line}: ${error.message}.`)
    }
  }
  if (faults.length > 0) throw nothingImported(faults)
}
