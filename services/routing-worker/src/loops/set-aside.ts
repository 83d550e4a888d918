/** What failed by itself is left alone for so long, so that it neither stops its neighbours nor keeps a loop busy. */
const setAsideMs = 15_000
/** Who has not failed again for so long, in ms, begins anew. */
const forgetMs = 4 * setAsideMs

/** What failed so often, each time after it was left alone for a while, will not succeed by itself. */
export const mostTimes = 5

/** Ids to leave alone for a while. */
export class SetAside {
  readonly #failed = new Map<string, { until: number; times: number }>()

  /** Yields how often it failed so far. */
  add(id: string): number {
    const times = (this.#failed.get(id)?.times ?? 0) + 1
    this.#failed.set(id, { until: performance.now() + setAsideMs, times })
    return times
  }

  ids(): string[] {
    const now = performance.now()
    for (const [id, { until }] of this.#failed) if (until + forgetMs <= now) this.#failed.delete(id)
    return [...this.#failed].filter(([, { until }]) => until > now).map(([id]) => id)
  }
}
