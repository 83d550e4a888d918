import { checksumOf } from './checksum.ts'
import { finish, type Steps } from './steps.ts'

const makers = { Int8Array, Int32Array, Uint16Array, Float32Array, Float64Array, Uint8Array } as const
type Kind = keyof typeof makers
export type Column = Int8Array | Int32Array | Uint16Array | Float32Array | Float64Array | Uint8Array

/** Named columns and whatever else fits in JSON, as one block of bytes. */
export type Packed = {
  readonly kind: string
  readonly facts: unknown
  readonly columns: Readonly<Record<string, Column>>
}

const magic = 0x41534b31
const wordsOfHeader = 6
const format = 2
/** Bytes of before there was a checksum: four words, and otherwise the same. */
const formatUnsummed = 1
const wordsUnsummed = 4
/** Lengths are counted in 32 bits, here and by those who keep the bytes. */
const mostBytes = 2 ** 31

/** Bytes were not written by this package, or by a version that is not understood, or are cut short. */
export class UnreadableBytesError extends Error {
  override name = 'UnreadableBytesError'
  readonly code = 'unreadable_bytes'
}

/** Packs as: magic, format, header length, total length, checksum of what follows, 0 (32 bits each), JSON header, columns each at a multiple of 8. Throws RangeError from 2 GiB on. */
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

/** Reads what `pack` wrote; columns are copies. Throws UnreadableBytesError for anything else, damaged bytes, or another kind. */
export function unpack(bytes: Uint8Array, kind: string): Packed {
  const { facts, columns } = finish(unpackInPlace(bytes, kind))
  const copies = Object.entries(columns).map(([name, column]) => [name, column.slice()] as const)
  return { kind, facts, columns: Object.fromEntries(copies) }
}

/** As `unpack`, in steps, and columns are views of the bytes: whoever means to change them copies them first. */
export function* unpackInPlace(bytes: Uint8Array, kind: string): Steps<Packed> {
  // Columns begin at multiples of 8, if the bytes do.
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

/** A column of the type asked for. Throws UnreadableBytesError when it is absent or of another type. */
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
