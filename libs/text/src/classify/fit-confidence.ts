import { fitLogistic, type Logistic } from '../calibration/logistic.ts'

/**
 * Number of pseudo-cases: questions with a wrong class that have no matching class, no margin and no known word. Without them, a
 * model whose held-out predictions are all right is sure of unknown words.
 */
const imagined = 3
const clueOfNothing = 0

/**
 * Fits the confidence to held-out predictions, one blended clue each. If all of them were right, they do not show what makes a
 * prediction wrong, and every question would get the same confidence. The pseudo-cases show it, and have little weight once there
 * are wrong predictions.
 */
export function fitConfidence(clues: readonly number[], wereRight: readonly boolean[]): Logistic {
  const odd = Array.from({ length: imagined }, () => clueOfNothing)
  return fitLogistic(
    [...clues, ...odd].map((clue) => Float64Array.of(clue)),
    [...wereRight, ...odd.map(() => false)],
  )
}
