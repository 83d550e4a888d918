import { percentile } from '../figures.ts'
import type { Run } from './orders.ts'

/** Collects what a run measures. */
export class Tally {
  #latencies: Record<string, number[]> = {}
  #failures: Record<string, number> = {}
  #cpu = process.cpuUsage()

  /** Adds a latency of `what` in ms. */
  add(what: string, ms: number): void {
    this.#latencies[what] ??= []
    this.#latencies[what].push(ms)
  }

  /** Counts a failed operation. `reason`: such as `ask, status 503`. */
  fail(reason: string): void {
    this.#failures[reason] = (this.#failures[reason] ?? 0) + 1
  }

  /** Forgets everything. */
  clear(): void {
    this.#latencies = {}
    this.#failures = {}
    this.#cpu = process.cpuUsage()
  }

  /** Returns the figures of `seconds`. */
  sum(seconds: number): Run {
    const latencies = Object.fromEntries(
      Object.entries(this.#latencies).map(([what, all]) => [
        what,
        { p50: percentile(all, 0.5), p95: percentile(all, 0.95), p99: percentile(all, 0.99), count: all.length },
      ]),
    )
    const count = latencies['conversation']?.count ?? 0
    const errors = Object.values(this.#failures).reduce((sum, one) => sum + one, 0)
    const { user, system } = process.cpuUsage(this.#cpu)
    const cpuMs = (user + system) / 1_000
    return { rate: count / seconds, count, errors, cpuMs, failures: this.#failures, latencies }
  }
}
