import { fitLogistic, type Logistic } from '../calibration/logistic.ts'

/** As if so many questions had come that no class fits, by no margin, without a known word, and had been given a wrong class. */
const imagined = 3
const clueOfNothing = 0

/**
 * Fits the confidence to held-out predictions, one blended clue each. Where all of them were right they say nothing of what makes a
 * prediction wrong, and whatever is asked would be as sure as they are; the imagined questions say so, and weigh nothing once
 * held-out ones do.
 */
export function fitConfidence(clues: readonly number[], wereRight: readonly boolean[]): Logistic {
  const odd = Array.from({ length: imagined }, () => clueOfNothing)
  return fitLogistic(
    [...clues, ...odd].map((clue) => Float64Array.of(clue)),
    [...wereRight, ...odd.map(() => false)],
  )
}
