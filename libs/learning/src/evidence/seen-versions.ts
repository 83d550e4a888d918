const keepMs = 10_000

/** Versions of recently read questions. Each is kept for 10 to 20 seconds, longer than read windows overlap. */
export class SeenVersions {
  #present = new Map<string, number>()
  #past = new Map<string, number>()
  #turnedAt = 0

  isNew(questionId: string, version: number): boolean {
    return this.#present.get(questionId) !== version && this.#past.get(questionId) !== version
  }

  add(questionId: string, version: number): void {
    this.#present.set(questionId, version)
  }

  /** Drops old versions. `now`: ms on any monotonic clock. */
  rotate(now: number): void {
    if (now - this.#turnedAt < keepMs) return
    this.#past = this.#present
    this.#present = new Map()
    this.#turnedAt = now
  }
}
