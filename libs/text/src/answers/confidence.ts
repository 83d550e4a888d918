import { fitLogistic, type Logistic, probabilityOf } from '../calibration/logistic.ts'
import type { Top } from './scores.ts'

/** How sure an answer is: a logistic regression on score and margin, and less where a text reaches less than is usual, by the square. */
export type Confidence = { readonly logistic: Logistic; readonly usualReach: number }

type Clues = Pick<Top, 'score' | 'margin' | 'reach'>

/** Before questions were resolved. */
export const guessed: Confidence = {
  logistic: {
    weights: Float64Array.of(0.6, 0.9, 0.9),
    means: Float64Array.of(0.3, 0.35),
    deviations: Float64Array.of(0.6, 0.3),
  },
  usualReach: 0.5,
}

const leastUsual = 0.2
const unusual = 0.01

/**
 * Fits to cases that were held out. Strangers are not among them, so the regression cannot learn what to make of texts that are like
 * nothing known: the least alike hundredth of the cases that came out right says what is usual.
 */
export function fitConfidence(held: readonly { readonly clues: Clues; readonly isRight: boolean }[]): Confidence {
  const reaches = Float64Array.from(held.filter(({ isRight }) => isRight).map(({ clues }) => clues.reach)).sort()
  const usual = reaches[Math.floor(reaches.length * unusual)] ?? guessed.usualReach
  return {
    logistic: fitLogistic(
      held.map(({ clues }) => inputOf(clues)),
      held.map(({ isRight }) => isRight),
    ),
    usualReach: Math.max(leastUsual, usual),
  }
}

/** The estimated probability, 0 to 1; 0 where the text shares nothing telling with the answer. */
export function confidenceOf({ logistic, usualReach }: Confidence, clues: Clues): number {
  return probabilityOf(logistic, inputOf(clues)) * Math.min(1, clues.reach / usualReach) ** 2
}

const inputOf = ({ score, margin }: Clues) => Float64Array.of(score, margin)
