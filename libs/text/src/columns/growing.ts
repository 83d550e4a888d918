import { finish, type Steps } from './steps.ts'

type Column = Int32Array | Uint16Array | Float32Array | Float64Array

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

  /** Makes room for so many more and returns nothing; the room holds zeros. */
  reserve(count: number): void {
    if (this.length + count <= this.data.length) return
    const grown = new this.#make(Math.max(this.length + count, this.data.length * 2))
    grown.set(this.data)
    this.data = grown
  }

  /** The entries so far, as a view that the next growth leaves behind. */
  used(): C {
    return this.data.subarray(0, this.length) as C
  }

  /** Appends so many zeros and returns the index of the first. */
  extend(count: number): number {
    this.reserve(count)
    const first = this.length
    this.length += count
    return first
  }
}

export const ints = (capacity?: number) => new Growing<Int32Array>(Int32Array, capacity)
export const shorts = (capacity?: number) => new Growing<Uint16Array>(Uint16Array, capacity)
export const floats = (capacity?: number) => new Growing<Float32Array>(Float32Array, capacity)
export const doubles = (capacity?: number) => new Growing<Float64Array>(Float64Array, capacity)

/** A growing column that starts with a copy of the entries given. */
export function grownFrom<C extends Column>(make: ColumnMaker<C>, entries: C): Growing<C> {
  return finish(growInSteps(make, entries))
}

const entriesOfStep = 1 << 17

/** The same in steps of 131,072 entries, with room for a fifth more: what grows a little is not copied again. */
export function* growInSteps<C extends Column>(make: ColumnMaker<C>, entries: C): Steps<Growing<C>> {
  const column = new Growing(make, Math.max(16, Math.ceil(entries.length * 1.2)))
  for (let from = 0; from < entries.length; from += entriesOfStep) {
    column.data.set(entries.subarray(from, from + entriesOfStep) as C, from)
    yield
  }
  column.length = entries.length
  return column
}
