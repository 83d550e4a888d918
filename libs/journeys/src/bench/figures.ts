/** Returns the quantile `share` (0 to 1) of `values` by the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN
}

/** Returns median, minimum and maximum of `values`, all NaN if there are none. */
export function summarise(values: readonly number[]): { median: number; min: number; max: number } {
  return { median: percentile(values, 0.5), min: percentile(values, 0), max: percentile(values, 1) }
}
