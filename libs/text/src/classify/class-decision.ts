import { type Logistic, probabilityOf } from '../calibration/logistic.ts'
import type { Vector } from './vocabulary.ts'

/** The two best classes of a decision and what the confidence is estimated from: best value, mean value, margin, share of known stems. */
export type Decision = { readonly best: number; readonly second: number; readonly clues: Float64Array }

/** Picks the two highest decision values. With one class the second is -1. */
export function decisionOf(decisions: Float32Array, vector: Vector): Decision {
  let best = 0
  let second = -1
  for (let c = 1; c < decisions.length; c++) {
    if (decisions[c]! > decisions[best]!) {
      second = best
      best = c
    } else if (second < 0 || decisions[c]! > decisions[second]!) second = c
  }
  const top = decisions[best]!
  const mean = decisions.reduce((sum, decision) => sum + decision, 0) / decisions.length
  const margin = second < 0 ? 1 : top - decisions[second]!
  return { best, second, clues: Float64Array.of(top, mean, margin, vector.known) }
}

/** Returns the clues for the second best class as if it were the best. Its margin is negative. */
export function secondClues(decisions: Float32Array, { best, second, clues }: Decision): Float64Array {
  const behind = decisions[second]! - decisions[best]!
  return Float64Array.of(decisions[second]!, clues[1]!, behind, clues[3]!)
}

/**
 * Weights that blend the clues into one. Weights fitted to questions in scope would ignore unknown words, the sign of an
 * out-of-scope question. This blend ranks both kinds of mistake well on CLINC150 and HINT3.
 */
export const presentBlend = Float64Array.of(0.5, -0.5, 0.5, 1)
/** The blend of older models that store none. They were calibrated with it, except that margins above 1 counted as 1. */
export const earlierBlend = Float64Array.of(1, 0, 0.5, 1)

/** Returns one clue, the weighted sum of all. */
export function blendedClue(blend: Float64Array, clues: Float64Array): Float64Array {
  return Float64Array.of(clues.reduce((sum, clue, i) => sum + clue * blend[i]!, 0))
}

/** Returns the probability that the best class is right. It is 0 if no word of the text is known, even if characters match. */
export function confidenceOf(
  model: { readonly confidence: Logistic; readonly blend: Float64Array },
  clues: Float64Array,
): number {
  return clues[3] === 0 ? 0 : probabilityOf(model.confidence, blendedClue(model.blend, clues))
}
