import { Readable } from 'node:stream'
import { limits } from '@askline/contracts'
import { type CsvError, parse } from 'csv-parse'
import { type Columns, emptyLines, findDelimiter, isBlank, readCells, readHeader } from './file-columns.ts'
import { FileRefusedError } from './file-faults.ts'
import type { FileFormat } from './inspect.ts'

/** A row by column name with the line it begins on; or why it is not a row, and which member has the wrong type. */
export type FileRow = { line: number; values: Record<string, string> } | ({ line: number } & NoRow)
type NoRow = { reason: 'columns' | 'json' } | { field: string; reason: 'string' | 'integer' | 'boolean' }

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Reads the rows of a file one by one and holds at most one row and one chunk. Throws FileRefusedError if the rest cannot be read:
 * a row that is too large, an unclosed quotation mark, or more than `limits.fileRows` rows.
 */
export async function* readRows(chunks: Chunks, columns: Columns, format: FileFormat): AsyncGenerator<FileRow> {
  let rows = 0
  for await (const row of format === 'JSONL' ? jsonRows(chunks, columns) : separatedRows(chunks, columns)) {
    if (++rows > limits.fileRows) throw new FileRefusedError('too_many_rows', { line: row.line })
    yield row
  }
}

type Parsed = { record: string[]; raw: string }

async function* separatedRows(chunks: Chunks, columns: Columns): AsyncGenerator<FileRow> {
  const { line: firstLine, all } = await peekLine(chunks)
  let names: (string | null)[] | undefined
  // Lines before the current row: those consumed, and those parsed, which is ahead.
  let passed = 0
  let parsed = 0
  const source = Readable.from(all, { objectMode: false })
  const parser = source.pipe(
    parse({
      bom: true,
      delimiter: findDelimiter(columns, firstLine),
      raw: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quotation mark inside an unquoted field stands for itself, as in 5" pipe.
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: limits.rowBytes,
      on_record: (record, { lines }) => {
        parsed = lines
        return record
      },
    }),
  )
  // Pipes do not forward errors, and an unhandled error event ends the process.
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, raw } of parser as AsyncIterable<Parsed>) {
      const line = passed + 1 + newlinesIn(raw.slice(0, raw.length - raw.trimStart().length))
      passed += newlinesIn(raw)
      if (record.every(isBlank)) continue
      if (!names) {
        names = readHeader(columns, record)
        continue
      }
      const values = readCells(names, record)
      yield values ? { line, values } : { line, reason: 'columns' }
    }
  } catch (error) {
    throw refusalOf(error, parsed + 1)
  } finally {
    source.destroy()
  }
}

/** Returns the first line with a value, and all chunks. Holds the chunks of that line. */
async function peekLine(chunks: Chunks): Promise<{ line: string; all: AsyncIterable<Uint8Array> }> {
  const rest = (async function* () {
    yield* chunks
  })()
  const head: Uint8Array[] = []
  let text = ''
  while (text.length <= limits.rowBytes && !/[^\s,;"].*[\r\n]/.test(text)) {
    const next = await rest.next()
    if (next.done) break
    head.push(next.value)
    text = Buffer.concat(head).toString()
  }
  async function* all() {
    yield* head
    yield* rest
  }
  return { line: text.replace(emptyLines, '').split(/[\r\n]/, 1)[0] ?? '', all: all() }
}

const newlinesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

function refusalOf(error: unknown, line: number): unknown {
  const code = error instanceof Error && 'code' in error ? (error as CsvError).code : ''
  if (code === 'CSV_MAX_RECORD_SIZE') return new FileRefusedError('row_too_large', { line })
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new FileRefusedError('quote_not_closed', { line })
  return error
}

async function* jsonRows(chunks: Chunks, { needed, allowed }: Columns): AsyncGenerator<FileRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const known = [...needed, ...allowed]
  let rest = ''
  let line = 0
  const rowOf = (text: string): FileRow | undefined => {
    line++
    if (text.trim() === '') return undefined
    if (text.length > limits.rowBytes) throw new FileRefusedError('row_too_large', { line })
    return { line, ...valuesOf(text, known) }
  }
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const row = rowOf(text)
      if (row) yield row
    }
    if (rest.length > limits.rowBytes) throw new FileRefusedError('row_too_large', { line: line + 1 })
  }
  const last = rowOf(rest + decoder.decode())
  if (last) yield last
}

/** JSON types that a member may have besides text. */
const plainTypes: Record<string, 'number' | 'boolean'> = {
  questionId: 'number',
  answerId: 'number',
  score: 'number',
  accepted: 'boolean',
}

/** Types that a refusal names; text unless listed here. */
const neededTypes: Record<string, 'integer' | 'boolean'> = { score: 'integer', accepted: 'boolean' }

/** Returns an object's known members as text, or why the line is not a usable object. */
function valuesOf(text: string, known: readonly string[]): { values: Record<string, string> } | NoRow {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { reason: 'json' }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return { reason: 'json' }
  const values: Record<string, string> = {}
  for (const name of known) {
    const value = Object.hasOwn(parsed, name) ? Reflect.get(parsed, name) : undefined
    if (value === undefined || value === null) values[name] = ''
    else if (Array.isArray(value) && value.every((one) => typeof one === 'string')) values[name] = value.join(';')
    else if (typeof value === 'string' || typeof value === plainTypes[name]) values[name] = String(value)
    else return { field: name, reason: neededTypes[name] ?? 'string' }
  }
  return { values }
}
