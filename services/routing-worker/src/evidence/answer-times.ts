/** So many of the newest answers tell how long an answer takes now. */
const mostTimes = 50

/** How long experts of one company took lately to give a first answer. */
export class AnswerTimes {
  // By the moment of the answer, ms since 1970: a question that changes again is not heard twice.
  readonly #times = new Map<number, number>()

  /** `at`: when the answer was given, ms since 1970; `ms`: how long it took. */
  heard(at: number, ms: number): void {
    this.#times.set(at, Math.max(0, ms))
    if (this.#times.size < 2 * mostTimes) return
    for (const [old] of [...this.#times].sort((a, b) => b[0] - a[0]).slice(mostTimes)) this.#times.delete(old)
  }

  /** How long the next answer will probably take, in ms: the median of the newest; null before any was given. */
  expectedMs(): number | null {
    const newest = [...this.#times].sort((a, b) => b[0] - a[0]).slice(0, mostTimes)
    const times = newest.map(([, ms]) => ms).sort((a, b) => a - b)
    return times[times.length >> 1] ?? null
  }
}
