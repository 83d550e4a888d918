const shards = 256

/**
 * Numbers by ids, like a Map, but split into small maps. A Map that grows to a million entries copies all of them at once.
 * That blocks the event loop for some hundred milliseconds.
 */
export class IdNumbers {
  readonly #shards: readonly Map<string, number>[] = Array.from({ length: shards }, () => new Map())

  /** Returns the number of an id, or `undefined` if it has none. */
  get(id: string): number | undefined {
    return this.#shardOf(id).get(id)
  }

  set(id: string, number: number): void {
    this.#shardOf(id).set(id, number)
  }

  /** The ends of ids differ most: those of uuids are random, and those of other ids often count up. */
  #shardOf(id: string): Map<string, number> {
    const last = id.length - 1
    const hash =
      ((id.charCodeAt(last) * 31) ^ (id.charCodeAt(last - 1) * 7) ^ (id.charCodeAt(last - 2) * 131)) & (shards - 1)
    return this.#shards[hash]!
  }
}
