import { Failures } from './failures.ts'

/** Rates and latencies in ms of one run of one workload against one server. `failures`: the `errors` by reason. */
export type Run = {
  rate: number
  p50: number
  p99: number
  count: number
  errors: number
  failures: Record<string, number>
}

/** Summary of the pairs of one workload. */
export type Summary = { median: number; min: number; max: number }

/** Returns median, minimum and maximum of `values`, all NaN if there are none. */
export function summarise(values: readonly number[]): Summary {
  return { median: percentile(values, 0.5), min: percentile(values, 0), max: percentile(values, 1) }
}

/** Returns the quantile `share` (0 to 1) of `values` by the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN
}

/** Returns the figures of a run from what was measured in `seconds`. */
export function runOf(
  latencies: readonly number[],
  seconds: number,
  failures = new Failures(),
  count = latencies.length,
): Run {
  const p = (share: number) => percentile(latencies, share)
  return {
    rate: count / seconds,
    p50: p(0.5),
    p99: p(0.99),
    count,
    errors: failures.total,
    failures: failures.byReason,
  }
}

/** Formats a count with thousands separators. */
export const whole = (value: number) => Math.round(value).toLocaleString('en-US')
/** Formats a duration in ms. */
export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
/** Formats a ratio with its smallest and largest value. */
export const spread = ({ median, min, max }: Summary) => `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`
