import { finish, type Steps } from './take-steps.ts'

type Column = Uint8Array | Int32Array | Uint16Array | Float32Array | Float64Array

type ColumnMaker<C extends Column> = { new (length: number): C }

/** A typed array that grows by doubling. Read `data` only below `length`; it is replaced when it grows. */
export class Growing<C extends Column> {
  data: C
  length = 0
  readonly #make: ColumnMaker<C>

  constructor(make: ColumnMaker<C>, capacity = 16) {
    this.#make = make
    this.data = new make(capacity)
  }

  push(value: number): number {
    this.reserve(1)
    this.data[this.length] = value
    return this.length++
  }

  /** Makes room for `count` more entries. Newly allocated room holds zeros. */
  reserve(count: number): void {
    if (this.length + count <= this.data.length) return
    const grown = new this.#make(Math.max(this.length + count, this.data.length * 2))
    grown.set(this.data)
    this.data = grown
  }

  /** Returns a view of the entries. It is outdated after the array grows. */
  used(): C {
    return this.data.subarray(0, this.length) as C
  }

  /** Adds `count` entries and returns the index of the first. They are zero unless the room was used before. */
  extend(count: number): number {
    this.reserve(count)
    const first = this.length
    this.length += count
    return first
  }
}

export const ints = (capacity?: number) => new Growing<Int32Array>(Int32Array, capacity)
export const bytes = (capacity?: number) => new Growing<Uint8Array>(Uint8Array, capacity)
export const shorts = (capacity?: number) => new Growing<Uint16Array>(Uint16Array, capacity)
export const floats = (capacity?: number) => new Growing<Float32Array>(Float32Array, capacity)
export const doubles = (capacity?: number) => new Growing<Float64Array>(Float64Array, capacity)

/** Returns a growing column that starts with a copy of `entries`. */
export function grownFrom<C extends Column>(make: ColumnMaker<C>, entries: C): Growing<C> {
  return finish(growInSteps(make, entries))
}

const entriesOfStep = 1 << 17

/** Does the same in steps of 131,072 entries. It reserves a fifth more, so that small growth does not copy again. */
export function* growInSteps<C extends Column>(make: ColumnMaker<C>, entries: C): Steps<Growing<C>> {
  const column = new Growing(make, Math.max(16, Math.ceil(entries.length * 1.2)))
  for (let from = 0; from < entries.length; from += entriesOfStep) {
    column.data.set(entries.subarray(from, from + entriesOfStep) as C, from)
    yield
  }
  column.length = entries.length
  return column
}
