/** Time a failed row is excluded, in ms, so that it neither blocks its neighbors nor keeps a loop busy. */
const excludedMs = 15_000
/** Time without a failure after which a row starts over, in ms. */
const forgetMs = 4 * excludedMs

/** Failures, each after a pause, from which a row becomes a dead letter. */
export const maxFailures = 5

/** Rows that failed a short time ago and are excluded from the next turns. */
export class FailureBackOff<Id extends string | number> {
  readonly #failed = new Map<Id, { until: number; times: number }>()

  /** Excludes a row for 15 s. Returns how often it has failed so far. */
  add(id: Id): number {
    const times = (this.#failed.get(id)?.times ?? 0) + 1
    this.#failed.set(id, { until: performance.now() + excludedMs, times })
    return times
  }

  /** Returns the ids that are excluded now. */
  ids(): Id[] {
    const now = performance.now()
    for (const [id, { until }] of this.#failed) if (until + forgetMs <= now) this.#failed.delete(id)
    return [...this.#failed].filter(([, { until }]) => until > now).map(([id]) => id)
  }
}
