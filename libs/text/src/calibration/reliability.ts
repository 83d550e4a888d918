import type { Judged } from './precision-rule.ts'

/** Predictions with a confidence from `from` to below `to`; the last bin includes a confidence of 1. */
export type ReliabilityBin = {
  readonly from: number
  readonly to: number
  readonly cases: number
  /** Mean confidence, 0 to 1; 0 without cases. */
  readonly confidence: number
  readonly right: number
}

/** Divides predictions into equal bins of confidence, lowest first. Bins without cases are included. */
export function reliabilityOf(judged: readonly Judged[], bins = 10): ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ cases: 0, claimed: 0, right: 0 }))
  for (const { confidence, isRight } of judged) {
    const bin = sums[Math.min(bins - 1, Math.floor(confidence * bins))]!
    bin.cases++
    bin.claimed += confidence
    if (isRight) bin.right++
  }
  return sums.map(({ cases, claimed, right }, at) => ({
    from: at / bins,
    to: (at + 1) / bins,
    cases,
    confidence: cases === 0 ? 0 : claimed / cases,
    right,
  }))
}

/** Returns the expected calibration error: the mean distance of confidence and accuracy over `bins` equal bins, weighted by cases. */
export function calibrationError(judged: readonly Judged[], bins = 15): number {
  const distances = reliabilityOf(judged, bins).map(({ cases, confidence, right }) =>
    Math.abs(cases * confidence - right),
  )
  return distances.reduce((total, distance) => total + distance, 0) / Math.max(1, judged.length)
}
