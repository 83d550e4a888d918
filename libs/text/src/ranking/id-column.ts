import { UnreadableBytesError } from '../columns/bytes.ts'
import { bytes, type Growing, growInSteps, ints } from '../columns/growing.ts'
import type { Steps } from '../columns/take-steps.ts'
import { escapedLine, readLines } from './id-lines.ts'

const lineBreak = 10
const idsOfStep = 4_096
const removed = -1
const encoder = new TextEncoder()

/**
 * Numbers by ids in typed arrays, in the order in which the ids were added. With a million strings in a Map, the garbage collector
 * and each doubling of the Map would block the event loop for some hundred milliseconds. Its lines are those of `linesOf`.
 */
export class IdColumn {
  /** The escaped ids, each followed by a line break. A forgotten id is overwritten with line breaks. */
  #lines: Growing<Uint8Array> = bytes()
  /** Place of the line break after each id. */
  #ends: Growing<Int32Array> = ints()
  #hashes: Growing<Int32Array> = ints()
  /** Open addressing by hash: number + 1, 0 for a free slot, -1 for a forgotten id. Never more than half full. */
  #slots = new Int32Array(32)
  #forgotten = 0

  /** Ids ever added, forgotten ones included. */
  get length(): number {
    return this.#ends.length
  }

  /** Adds an id that is not in the column, and returns its number. */
  add(id: string): number {
    const line = encoder.encode(escapedLine(id))
    const from = this.#lines.extend(line.length + 1)
    this.#lines.data.set(line, from)
    this.#lines.data[from + line.length] = lineBreak
    return this.#enter(from, from + line.length)
  }

  /** Returns the number of an id, or `undefined` if it was not added or was forgotten. */
  numberOf(id: string): number | undefined {
    const slot = this.#slotOf(id)
    return slot === undefined ? undefined : this.#slots[slot]! - 1
  }

  /** Erases an id. Its number is not given again. */
  forget(id: string): void {
    const slot = this.#slotOf(id)
    if (slot === undefined) return
    const number = this.#slots[slot]! - 1
    this.#slots[slot] = removed
    this.#lines.data.fill(lineBreak, this.#startOf(number), this.#ends.data[number])
    this.#forgotten++
  }

  /** Returns the lines that `read` reads: one line per id, an empty one for a forgotten id. */
  toLines(): Uint8Array {
    const { data, length } = this.#lines
    if (this.#forgotten === 0) return data.slice(0, Math.max(0, length - 1))
    const kept = new Uint8Array(length)
    let to = 0
    for (let number = 0; number < this.length; number++) {
      const line = data.subarray(this.#startOf(number), this.#ends.data[number])
      if (line[0] !== lineBreak) {
        kept.set(line, to)
        to += line.length
      }
      kept[to++] = lineBreak
    }
    return kept.subarray(0, to - 1)
  }

  /**
   * Reads `count` ids from the lines that `toLines` or `linesOf` wrote, in steps of some thousand ids. Throws
   * UnreadableBytesError if there are not as many lines.
   */
  static *read(lines: Uint8Array, count: number, { areEscaped }: { readonly areEscaped: boolean }): Steps<IdColumn> {
    const column = new IdColumn()
    if (areEscaped) yield* column.#readLines(lines, count)
    else {
      const { ids } = yield* readLines(lines, count, { areEscaped })
      for (const id of ids) column.add(id)
    }
    if (column.length !== count)
      throw new UnreadableBytesError(`These bytes hold ${column.length} ids for ${count} rows.`)
    return column
  }

  *#readLines(lines: Uint8Array, count: number): Steps<void> {
    if (count === 0) return
    this.#lines = yield* growInSteps(Uint8Array, lines)
    this.#lines.data[this.#lines.extend(1)] = lineBreak
    // Each is a step, because zeroing the megabytes of a million ids takes milliseconds.
    this.#slots = new Int32Array(slotsFor(Math.ceil(count * 1.2)))
    yield
    this.#ends.reserve(Math.ceil(count * 1.2))
    yield
    this.#hashes.reserve(Math.ceil(count * 1.2))
    yield
    const { data, length } = this.#lines
    for (let from = 0; from < length; ) {
      const end = data.indexOf(lineBreak, from)
      this.#enter(from, end)
      from = end + 1
      if (this.length % idsOfStep === 0) yield
    }
  }

  /** Gives the line between two places the next number. An empty line is a forgotten id, which no lookup finds. */
  #enter(from: number, end: number): number {
    const number = this.#ends.push(end)
    const hash = hashOfLine(this.#lines.data, from, end)
    this.#hashes.push(hash)
    if ((number + 1) * 2 > this.#slots.length) this.#growSlots()
    else if (from !== end) put(this.#slots, hash, number)
    return number
  }

  #growSlots(): void {
    this.#slots = new Int32Array(slotsFor(this.length))
    for (let number = 0; number < this.length; number++) {
      if (this.#lines.data[this.#startOf(number)] !== lineBreak) put(this.#slots, this.#hashes.data[number]!, number)
    }
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends.data[number - 1]! + 1
  }

  #slotOf(id: string): number | undefined {
    if (id === '') return undefined
    const line = encoder.encode(escapedLine(id))
    const hash = hashOfLine(line, 0, line.length)
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot]!
      if (entry === 0) return undefined
      if (entry !== removed && this.#hashes.data[entry - 1] === hash && this.#isLine(entry - 1, line)) return slot
    }
  }

  #isLine(number: number, line: Uint8Array): boolean {
    const from = this.#startOf(number)
    if (this.#ends.data[number]! - from !== line.length) return false
    for (let i = 0; i < line.length; i++) if (this.#lines.data[from + i] !== line[i]) return false
    return true
  }
}

/** FNV-1a of the bytes of a line, with a final avalanche. */
function hashOfLine(data: Uint8Array, from: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < end; i++) hash = Math.imul(hash ^ data[i]!, 0x01000193)
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  return hash ^ (hash >>> 13)
}

/** Slots for this many ids, at most half of them used: a power of two. */
const slotsFor = (ids: number) => 2 ** Math.max(5, Math.ceil(Math.log2(ids * 2)))

function put(slots: Int32Array, hash: number, number: number): void {
  const mask = slots.length - 1
  let slot = hash & mask
  while (slots[slot] !== 0) slot = (slot + 1) & mask
  slots[slot] = number + 1
}
