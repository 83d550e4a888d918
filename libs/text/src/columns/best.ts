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

  offer(key: number, value: number): void {
    if (this.length < this.#size) this.#rise(this.length++, key, value)
    else if (value > this.values[0]!) this.#sink(key, value)
  }

  /** Keys by falling value. */
  sorted(): { key: number; value: number }[] {
    const all = Array.from({ length: this.length }, (_, i) => ({ key: this.keys[i]!, value: this.values[i]! }))
    return all.sort((a, b) => b.value - a.value || a.key - b.key)
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
