import { checksumOf } from './checksum.ts'
import { finish, type Steps } from './take-steps.ts'

const makers = { Int8Array, Int32Array, Uint16Array, Float32Array, Float64Array, Uint8Array } as const
type Kind = keyof typeof makers
export type Column = Int8Array | Int32Array | Uint16Array | Float32Array | Float64Array | Uint8Array

/** Named columns and JSON data that are stored as one block of bytes. */
export type Packed = {
  readonly kind: string
  readonly facts: unknown
  readonly columns: Readonly<Record<string, Column>>
}

const magic = 0x41534b31
const wordsOfHeader = 6
const format = 2
/** The earlier format without a checksum. Its header has four words; the rest is the same. */
const formatUnsummed = 1
const wordsUnsummed = 4
/** Lengths are 32-bit numbers, here and where the bytes are stored. */
const mostBytes = 2 ** 31

/** The bytes were not written by this package, have an unknown version, or are damaged. */
export class UnreadableBytesError extends Error {
  override name = 'UnreadableBytesError'
  readonly code = 'unreadable_bytes'
}

/**
 * Packs columns into bytes. The header has six words of 32 bits: magic, format, header length, total length, checksum of the rest, 0.
 * The JSON header and the columns follow, each column at a multiple of 8. Throws RangeError from 2 GiB on.
 */
export function pack({ kind, facts, columns }: Packed): Uint8Array<ArrayBuffer> {
  let offset = 0
  const listed = Object.entries(columns).map(([name, column]) => {
    const entry = { name, type: kindOf(column), length: column.length, offset }
    offset += aligned(column.byteLength)
    return entry
  })
  const header = new TextEncoder().encode(JSON.stringify({ kind, facts, columns: listed }))
  const start = aligned(wordsOfHeader * 4 + header.length)
  if (start + offset >= mostBytes) throw new RangeError(`A ${kind} of ${start + offset} bytes: 2 GiB is too much.`)
  const bytes = new Uint8Array(start + offset)
  bytes.set(header, wordsOfHeader * 4)
  for (const { name, offset: at } of listed) {
    const column = columns[name]!
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), start + at)
  }
  const words = new Uint32Array(bytes.buffer)
  words.set([magic, format, header.length, bytes.length, finish(checksumOf(words.subarray(wordsOfHeader)))])
  return bytes
}

/** Reads bytes from `pack` and copies the columns. Throws UnreadableBytesError if the bytes are damaged, foreign or of another kind. */
export function unpack(bytes: Uint8Array, kind: string): Packed {
  const { facts, columns } = finish(unpackInPlace(bytes, kind))
  const copies = Object.entries(columns).map(([name, column]) => [name, column.slice()] as const)
  return { kind, facts, columns: Object.fromEntries(copies) }
}

/** Reads like `unpack`, but in steps. The columns are views of the bytes, so copy a column before changing it. */
export function* unpackInPlace(bytes: Uint8Array, kind: string): Steps<Packed> {
  // Columns are aligned to 8 bytes only if the whole block is.
  const whole = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes)
  const words = new Uint32Array(whole.buffer, whole.byteOffset, whole.length >> 2)
  const own = words[1] === formatUnsummed ? wordsUnsummed : wordsOfHeader
  if (words[0] !== magic || (words[1] !== format && own !== wordsUnsummed) || words[3] !== whole.length)
    throw new UnreadableBytesError('These bytes are no model of this version.')
  if (own === wordsOfHeader && words[4] !== (yield* checksumOf(words.subarray(own))))
    throw new UnreadableBytesError('These bytes are damaged: their checksum is another.')
  const headerLength = words[2]!
  const header = headerOf(whole.subarray(own * 4, own * 4 + headerLength))
  if (header.kind !== kind) throw new UnreadableBytesError(`These bytes hold a ${header.kind}, not a ${kind}.`)
  const start = aligned(own * 4 + headerLength)
  const columns: Record<string, Column> = {}
  for (const { name, type, length, offset } of header.columns) {
    const make = makers[type]
    const isWithin = length >= 0 && offset >= 0 && start + offset + length * make?.BYTES_PER_ELEMENT <= whole.length
    if (!isWithin || !Number.isInteger(length) || offset % 8 !== 0)
      throw new UnreadableBytesError('The header of these bytes is damaged.')
    columns[name] = new make(whole.buffer as ArrayBuffer, whole.byteOffset + start + offset, length)
  }
  return { kind, facts: header.facts, columns }
}

type Header = {
  readonly kind: string
  readonly facts: unknown
  readonly columns: readonly { name: string; type: Kind; length: number; offset: number }[]
}

function headerOf(bytes: Uint8Array): Header {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new UnreadableBytesError('The header of these bytes is damaged.')
  }
}

/** Returns a column of the requested type. Throws UnreadableBytesError if it is missing or has another type. */
export function columnOf<C extends Column>(
  packed: Packed,
  name: string,
  type: abstract new (...args: never[]) => C,
): C {
  const column = packed.columns[name]
  if (!(column instanceof type)) throw new UnreadableBytesError(`The column ${name} is missing.`)
  return column
}

function kindOf(column: Column): Kind {
  for (const [name, make] of Object.entries(makers)) if (column instanceof make) return name as Kind
  throw new UnreadableBytesError('Such a column cannot be packed.')
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8
}
