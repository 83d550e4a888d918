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
  /** `needed`: with fewer cases nothing is promised. */
  | { readonly enough: false; readonly reason: 'too_few_cases'; readonly cases: number; readonly needed: number }
  /** `reached`: the highest precision that the cases can promise. */
  | {
      readonly enough: false
      readonly reason: 'precision_out_of_reach'
      readonly cases: number
      readonly reached: number
    }

/** Fewer held-out cases than this promise nothing. */
const leastCases = 60
/** Fewer cases above a threshold than this say nothing of it. */
const leastAbove = 20
/** As if so many more cases had come out as their confidence says. */
const imaginedCases = 10
/** One-sided 80 %: four of five samples as good as the held-out one would back the promise. */
const cautious = 0.84

/**
 * The lowest confidence at which held-out predictions back a precision of at least `precision` (0 to 1): not by their share of right
 * ones, which is luck where cases are few and optimistic where questions to come are less like the examples, but by the lower bound
 * of that share (Wilson 1927), `caution` standard deviations below it; with plenty of cases both come together. A caution of 0 is for
 * cases that were predicted with clearly less knowledge than those to come. No confidence below `floor` will do, however often such
 * predictions are right. `expectedPrecision` is the share itself.
 */
export function precisionRule(
  judged: readonly Judged[],
  precision: number,
  caution = cautious,
  floor = 0,
): PrecisionRule {
  const cases = judged.length
  if (cases < leastCases) return { enough: false, reason: 'too_few_cases', cases, needed: leastCases }
  const sorted = [...judged].sort((a, b) => b.confidence - a.confidence)
  let right = 0
  let promised = 0
  let reached = 0
  let best: PrecisionRule | undefined
  for (let i = 0; i < sorted.length && sorted[i]!.confidence >= floor; i++) {
    if (sorted[i]!.isRight) right++
    promised += sorted[i]!.confidence
    const count = i + 1
    if (count < leastAbove || sorted[i + 1]?.confidence === sorted[i]!.confidence) continue
    const expectedPrecision = (right + (imaginedCases * promised) / count) / (count + imaginedCases)
    const promise = lowerBound(expectedPrecision, count + imaginedCases, caution)
    reached = Math.max(reached, promise)
    if (promise >= precision)
      best = { enough: true, threshold: sorted[i]!.confidence, expectedPrecision, coverage: count / cases, cases }
  }
  return best ?? { enough: false, reason: 'precision_out_of_reach', cases, reached }
}

/** Wilson's lower bound of a share seen in so many cases. */
function lowerBound(share: number, cases: number, caution: number): number {
  const square = caution ** 2 / cases
  const spread = caution * Math.sqrt((share * (1 - share)) / cases + square / (4 * cases))
  return (share + square / 2 - spread) / (1 + square)
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
