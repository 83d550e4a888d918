/** A prediction for a case that the predicting model had not learned. */
export type Judged = { readonly confidence: number; readonly isRight: boolean }

/** A prediction for a question without a right answer. */
export type OutOfScopeCase = {
  readonly confidence: number
  /** Relative to the other out-of-scope cases. */
  readonly weight: number
  /** Number of cases of the same kind, for example of the same held-out class. They are alike, and so they are less evidence. */
  readonly alike: number
}

/** The least confidence that achieves a requested precision, or the reason why no confidence does. */
export type PrecisionRule =
  | {
      readonly enough: true
      readonly threshold: number
      /** Precision above the threshold among the cases and the assumed share of out-of-scope questions. */
      readonly expectedPrecision: number
      /** Share of all questions, out-of-scope ones included, that get a prediction. */
      readonly coverage: number
      readonly cases: number
      /** Share of out-of-scope questions up to which the precision is promised, 0 to 1. */
      readonly outOfScope: number
    }
  /** `needed`: the least number of cases for any promise. */
  | { readonly enough: false; readonly reason: 'too_few_cases'; readonly cases: number; readonly needed: number }
  /** `reached`: the highest precision that can be promised. */
  | {
      readonly enough: false
      readonly reason: 'precision_out_of_reach'
      readonly cases: number
      readonly reached: number
    }

export type PrecisionOptions = {
  /** Standard deviations between the observed share and the bound that must reach the precision; 0.84 by default. */
  readonly caution?: number
  /** The threshold is at least this confidence; 0 by default. */
  readonly floor?: number
  /** Out-of-scope questions to expect: their share of all questions, 0 to 1, and cases that show how confident they look. */
  readonly outOfScope?: { readonly share: number; readonly cases: readonly OutOfScopeCase[] }
}

/** The share of out-of-scope questions that is assumed until a setting or feedback says otherwise. */
export const assumedOutOfScope = 0.1

/** The least number of cases for any promise. */
export const leastCases = 60
/** The least number of cases above a threshold. */
const leastAbove = 20
/** Pseudo-cases whose share of right predictions is the mean confidence. */
const pseudoCases = 10
/** Correlation of out-of-scope cases of the same kind. With .2, nine classes of CLINC150 missed .95 at 20 % out of scope. */
const correlation = 0.6
/** One-sided 80 %: four of five samples as good as the held-out one keep the promise. */
const defaultCaution = 0.84

/**
 * Finds the lowest confidence at which held-out predictions support a precision of at least `precision` (0 to 1).
 *
 * The test is the lower bound of the share of right predictions (Wilson 1927), because the share itself is luck if cases are few.
 * Use a caution of 0 if the cases were predicted with clearly less knowledge than later questions will be.
 *
 * Out-of-scope cases count as wrong predictions. They are weighted so that they make up their share of all questions.
 */
export function precisionRule(
  judged: readonly Judged[],
  precision: number,
  { caution = defaultCaution, floor = 0, outOfScope }: PrecisionOptions = {},
): PrecisionRule {
  const cases = judged.length
  if (cases < leastCases) return { enough: false, reason: 'too_few_cases', cases, needed: leastCases }
  const share = outOfScope && outOfScope.cases.length > 0 ? outOfScope.share : 0
  const all = weigh(judged, share > 0 ? outOfScope!.cases : [], share)
  let above = 0
  let right = 0
  let claimed = 0
  let weight = 0
  let wrong = 0
  let reached = 0
  let best: PrecisionRule | undefined
  for (let i = 0; i < all.length && all[i]!.confidence >= floor; i++) {
    const one = all[i]!
    if (one.isInScope) {
      above++
      claimed += one.confidence
    }
    if (one.isRight) right++
    else wrong += one.weight ** 2 * (1 + correlation * (one.alike - 1))
    weight += one.weight
    if (above < leastAbove || all[i + 1]?.confidence === one.confidence) continue
    const expectedPrecision = (right + (pseudoCases * claimed) / weight) / (weight + pseudoCases)
    const supported = lowerBound(expectedPrecision, effectiveCases(expectedPrecision, right, wrong, weight), caution)
    reached = Math.max(reached, supported)
    if (supported >= precision) {
      const coverage = (weight / cases) * (1 - share)
      best = { enough: true, threshold: one.confidence, expectedPrecision, coverage, cases, outOfScope: share }
    }
  }
  return best ?? { enough: false, reason: 'precision_out_of_reach', cases, reached }
}

type Weighted = Judged & Omit<OutOfScopeCase, 'confidence'> & { readonly isInScope: boolean }

/** Returns all cases by falling confidence. Cases in scope weigh 1 each. */
function weigh(judged: readonly Judged[], outOfScope: readonly OutOfScopeCase[], share: number): Weighted[] {
  const total = outOfScope.reduce((sum, { weight }) => sum + weight, 0)
  const scale = (judged.length * share) / (1 - share) / total
  return [
    ...judged.map((one) => ({ ...one, weight: 1, alike: 1, isInScope: true })),
    ...outOfScope.map((one) => ({ ...one, isRight: false, weight: one.weight * scale, isInScope: false })),
  ].sort((a, b) => b.confidence - a.confidence)
}

/**
 * Returns how many independent cases of equal weight would estimate the share `precision` equally well, including pseudo-cases.
 * The argument `right` is a count, `wrong` a sum of squared weights, and `weight` the sum of all weights.
 */
function effectiveCases(precision: number, right: number, wrong: number, weight: number): number {
  const variance = (right * (1 - precision) ** 2 + wrong * precision ** 2) / weight ** 2
  return (precision * (1 - precision)) / variance + pseudoCases
}

/** Returns Wilson's lower bound of a share that was observed in `cases` cases. */
function lowerBound(share: number, cases: number, caution: number): number {
  const square = caution ** 2 / cases
  const spread = caution * Math.sqrt((share * (1 - share)) / cases + square / (4 * cases))
  return (share + square / 2 - spread) / (1 + square)
}
