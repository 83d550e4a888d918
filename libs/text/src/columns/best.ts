/** Keeps the `size` highest of the values offered, in a binary heap with the lowest on top. Ties keep the earlier offer. */
export class Best {
  readonly keys: Int32Array
  readonly values: Float64Array
  length = 0
  readonly #size: number

  constructor(size: number) {
    this.#size = size
    this.keys = new Int32Array(size)
    this.values = new Float64Array(size)
  }

  clear(): void {
    this.length = 0
  }

  /** The lowest value kept; minus infinity while there is room for more. */
  get least(): number {
    return this.length < this.#size ? Number.NEGATIVE_INFINITY : this.values[0]!
  }

  offer(key: number, value: number): void {
    if (this.length < this.#size) this.#rise(this.length++, key, value)
    else if (value > this.values[0]!) this.#sink(key, value)
  }

  /** Sorts keys and values in place, by falling value, then by key. No more may be offered until it is cleared. */
  sort(): void {
    const { keys, values, length } = this
    for (let at = length >> 1; at-- > 0; ) this.#settle(at, keys[at]!, values[at]!, length)
    for (let last = length - 1; last > 0; last--) {
      const key = keys[last]!
      const value = values[last]!
      this.#set(last, keys[0]!, values[0]!)
      this.#settle(0, key, value, last)
    }
  }

  /** Sinks an entry to its place in a heap of `length` whose ties are ordered by key. */
  #settle(from: number, key: number, value: number, length: number): void {
    const { keys, values } = this
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= length) break
      if (child + 1 < length && isBehind(values[child + 1]!, keys[child + 1]!, values[child]!, keys[child]!)) child++
      if (!isBehind(values[child]!, keys[child]!, value, key)) break
      this.#set(at, keys[child]!, values[child]!)
      at = child
    }
    this.#set(at, key, value)
  }

  #rise(from: number, key: number, value: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.values[parent]! <= value) break
      this.#set(at, this.keys[parent]!, this.values[parent]!)
      at = parent
    }
    this.#set(at, key, value)
  }

  #sink(key: number, value: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.length) break
      if (child + 1 < this.length && this.values[child + 1]! < this.values[child]!) child++
      if (this.values[child]! >= value) break
      this.#set(at, this.keys[child]!, this.values[child]!)
      at = child
    }
    this.#set(at, key, value)
  }

  #set(at: number, key: number, value: number): void {
    this.keys[at] = key
    this.values[at] = value
  }
}

const isBehind = (value: number, key: number, otherValue: number, otherKey: number) =>
  value < otherValue || (value === otherValue && key > otherKey)
