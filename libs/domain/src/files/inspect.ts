import { limits } from '@askline/contracts'
import { parse } from 'csv-parse/sync'
import { type Columns, type Delimiter, emptyLines, findDelimiter, readHeader } from './file-columns.ts'
import { type FileFault, FileRefusedError } from './file-faults.ts'

export type FileFormat = 'CSV' | 'TSV' | 'JSONL'

/** First bytes of files of other kinds. */
const beginnings: [name: string, code: FileFault, bytes: number[]][] = [
  ['a ZIP archive, or a spreadsheet', 'file_compressed', [0x50, 0x4b, 0x03, 0x04]],
  ['a ZIP archive', 'file_compressed', [0x50, 0x4b, 0x05, 0x06]],
  ['compressed by gzip', 'file_compressed', [0x1f, 0x8b]],
  ['compressed by bzip2', 'file_compressed', [0x42, 0x5a, 0x68]],
  ['compressed by xz', 'file_compressed', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['compressed by zstd', 'file_compressed', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a 7-Zip archive', 'file_compressed', [0x37, 0x7a, 0xbc, 0xaf]],
  ['an older Office document', 'file_binary', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF document', 'file_binary', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]
/** Longest first, because the mark of UTF-32LE begins like that of UTF-16LE. */
const otherMarks: [name: string, bytes: number[]][] = [
  ['UTF-32LE', [0xff, 0xfe, 0x00, 0x00]],
  ['UTF-32BE', [0x00, 0x00, 0xfe, 0xff]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
]

const beginsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, at) => bytes[at] === byte)

export type Inspection = {
  /** Inspects the next bytes, in order. Throws FileRefusedError at the first fault. */
  look(bytes: Uint8Array): void
  /** Returns the format after the last bytes. Throws FileRefusedError if the first line does not name the columns. */
  finish(columns: Columns): FileFormat
}

/**
 * Inspects a file while it streams by and keeps only its first line. The file must be UTF-8 (with or without a byte order mark)
 * without NUL, of no other kind, and its first line must fit its type.
 */
export function openInspection(): Inspection {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let head = new Uint8Array()
  let firstLine = ''
  let hasFirstLine = false

  function decode(bytes?: Uint8Array): string {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      const message = 'The file is not UTF-8; it may be Windows-1252 or ISO 8859-1. Save it as UTF-8.'
      throw new FileRefusedError('file_encoding', { message })
    }
  }
  function read(text: string) {
    if (hasFirstLine) return
    firstLine = (firstLine + text).replace(emptyLines, '')
    const end = firstLine.search(/[\r\n]/)
    if (end >= 0) {
      hasFirstLine = true
      firstLine = firstLine.slice(0, end)
    } else if (firstLine.length > limits.rowBytes) throw new FileRefusedError('row_too_large', { line: 1 })
  }

  return {
    look(bytes) {
      if (head.length < 64) {
        head = new Uint8Array([...head, ...bytes.subarray(0, 64 - head.length)])
        refuseOtherKinds(head)
      }
      if (bytes.includes(0)) throw encodingOrBinary(head)
      read(decode(bytes))
    },
    finish(columns) {
      read(decode())
      const line = firstLine.trim()
      if (line === '') throw new FileRefusedError('file_empty')
      if (line.startsWith('{')) return 'JSONL'
      const delimiter = findDelimiter(columns, line)
      const [header = []] = parseLine(line, delimiter)
      if (header.length > limits.fileColumns) {
        throw new FileRefusedError('header_unknown', {
          line: 1,
          message: `The first line has more than ${limits.fileColumns} columns.`,
        })
      }
      readHeader(columns, header)
      return delimiter === '\t' ? 'TSV' : 'CSV'
    },
  }
}

function parseLine(line: string, delimiter: Delimiter): string[][] {
  try {
    return parse(line, { delimiter, relax_quotes: true }) as string[][]
  } catch {
    throw new FileRefusedError('quote_not_closed', { line: 1 })
  }
}

function refuseOtherKinds(head: Uint8Array): void {
  const mark = otherMarks.find(([, bytes]) => beginsWith(head, bytes))
  if (mark) throw otherEncoding(mark[0])
  const kind = beginnings.find(([, , bytes]) => beginsWith(head, bytes))
  if (kind) {
    const [name, code] = kind
    throw new FileRefusedError(code, { message: `The file is ${name}. Send CSV, TSV or JSONL without compression.` })
  }
}

const otherEncoding = (name: string) =>
  new FileRefusedError('file_encoding', { message: `The file is ${name}. Save it as UTF-8.` })

/** Latin letters in UTF-16 have a NUL beside each of them, always on the same side. */
function encodingOrBinary(head: Uint8Array): FileRefusedError {
  const isNul = (odd: number) => {
    const side = head.filter((_, at) => at % 2 === odd)
    return side.length > 1 && side.every((byte) => byte === 0)
  }
  if (isNul(1)) return otherEncoding('UTF-16LE')
  if (isNul(0)) return otherEncoding('UTF-16BE')
  return new FileRefusedError('file_binary')
}
