/** A prediction on a case that was not trained on. */
export type Judged = { readonly confidence: number; readonly isRight: boolean }

/** "Be right so often": what confidence that takes. `enough` is false when the company should gather more cases first. */
export type PrecisionRule =
  | {
      readonly enough: true
      readonly threshold: number
      readonly expectedPrecision: number
      readonly coverage: number
      readonly cases: number
    }
  | { readonly enough: false; readonly reason: 'too_few_cases' | 'precision_out_of_reach'; readonly cases: number }

/** Wrong cases that must be expected above the threshold before a precision can be promised. */
const leastCases = 60

/**
 * The lowest confidence at which held-out predictions were right at least `precision` (0 to 1) of the time.
 * The count above the threshold is smoothed towards the mean confidence there, as if ten more cases had come out as promised.
 */
export function precisionRule(judged: readonly Judged[], precision: number): PrecisionRule {
  const cases = judged.length
  if (cases < leastCases) return { enough: false, reason: 'too_few_cases', cases }
  const sorted = [...judged].sort((a, b) => b.confidence - a.confidence)
  let right = 0
  let promised = 0
  let best: PrecisionRule = { enough: false, reason: 'precision_out_of_reach', cases }
  for (let i = 0; i < sorted.length; i++) {
    if (sorted[i]!.isRight) right++
    promised += sorted[i]!.confidence
    const count = i + 1
    if (sorted[i + 1]?.confidence === sorted[i]!.confidence) continue
    const expectedPrecision = (right + (10 * promised) / count) / (count + 10)
    if (count >= 20 && expectedPrecision >= precision)
      best = { enough: true, threshold: sorted[i]!.confidence, expectedPrecision, coverage: count / cases, cases }
  }
  return best
}

/** Expected calibration error: mean distance of confidence and accuracy over `bins` equally wide bins, weighted by cases. */
export function calibrationError(judged: readonly Judged[], bins = 15): number {
  const sums = Array.from({ length: bins }, () => ({ confidence: 0, right: 0 }))
  for (const { confidence, isRight } of judged) {
    const bin = sums[Math.min(bins - 1, Math.floor(confidence * bins))]!
    bin.confidence += confidence
    if (isRight) bin.right++
  }
  return sums.reduce((total, bin) => total + Math.abs(bin.confidence - bin.right), 0) / Math.max(1, judged.length)
}
