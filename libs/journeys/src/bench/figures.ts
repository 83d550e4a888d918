/** Rates and latencies of one run of one workload against one server. Latencies are ms. */
export type Run = { rate: number; p50: number; p99: number; count: number; errors: number }

/** What the pairs of one workload say together. */
export type Summary = { median: number; min: number; max: number }

/** Median, least and greatest of `values`; NaN throughout when there are none. */
export function summarise(values: readonly number[]): Summary {
  return { median: percentile(values, 0.5), min: percentile(values, 0), max: percentile(values, 1) }
}

/** The value below which the share `share` (0 to 1) of `values` lies, by the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN
}

/** Puts what was measured in `seconds` into a run. */
export function runOf(latencies: readonly number[], seconds: number, errors: number, count = latencies.length): Run {
  const p = (share: number) => percentile(latencies, share)
  return { rate: count / seconds, p50: p(0.5), p99: p(0.99), count, errors }
}
