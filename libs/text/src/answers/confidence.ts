import { fitLogistic, type Logistic, probabilityOf } from '../calibration/logistic.ts'
import { nearlySame } from './likeness.ts'
import type { Top } from './scores.ts'

/**
 * How sure an answer is: a logistic regression on score and margin, and less where a text reaches less than is usual, by the square.
 * `nearly`: how often one of the answers that are known for nearly the text's question is right. None of them is surer than its
 * share of that.
 */
export type Confidence = { readonly logistic: Logistic; readonly usualReach: number; readonly nearly: number }

type Clues = Pick<Top, 'score' | 'margin' | 'reach' | 'sameness' | 'agreed'>

/** An answer to a case. */
export type Tried = { readonly clues: Clues; readonly isRight: boolean }

/** Before questions were resolved. */
export const guessed: Confidence = {
  logistic: {
    weights: Float64Array.of(0.6, 0.9, 0.9),
    means: Float64Array.of(0.3, 0.35),
    deviations: Float64Array.of(0.6, 0.3),
  },
  usualReach: 0.5,
  nearly: 1,
}

const leastToCalibrate = 40
const leastUsual = 0.2
const unusual = 0.01
/**
 * As if so many nearly known questions more, or as many as this share of all others, each with one answer, had been answered right:
 * on a record where all is asked once, contradictions alone are nearly known.
 */
const imaginedRight = 20
const imaginedShare = 0.2

/**
 * Fits to cases that were held out. Those that are nearly known are found by their words and say nothing of others: the regression
 * knows the rest, if there are 40. Strangers are not among them either, so it cannot learn what to make of texts that are like
 * nothing known: the least alike hundredth of the cases that came out right says what is usual.
 */
export function fitConfidence(tried: readonly Tried[]): Confidence {
  const others = tried.filter(({ clues }) => !isNearlyKnown(clues))
  const nearly = nearlyOf(
    tried.filter(({ clues }) => isNearlyKnown(clues)),
    Math.max(imaginedRight, imaginedShare * others.length),
  )
  if (others.length < leastToCalibrate) return { ...guessed, nearly }
  const reaches = Float64Array.from(others.filter(({ isRight }) => isRight).map(({ clues }) => clues.reach)).sort()
  const usual = reaches[Math.floor(reaches.length * unusual)] ?? guessed.usualReach
  return {
    logistic: fitLogistic(
      others.map(({ clues }) => inputOf(clues)),
      others.map(({ isRight }) => isRight),
    ),
    usualReach: Math.max(leastUsual, usual),
    nearly,
  }
}

/** Right answers to what is nearly known, of those there would be if one of the known answers were always right. */
function nearlyOf(tried: readonly Tried[], imagined: number): number {
  const right = tried.filter(({ isRight }) => isRight).length
  const expected = tried.reduce((sum, { clues }) => sum + clues.agreed, 0)
  return Math.min(1, (right + imagined) / (expected + imagined))
}

/** The estimated probability, 0 to 1; 0 where the text shares nothing telling with the answer. */
export function confidenceOf(confidence: Confidence, clues: Clues): number {
  const { logistic, usualReach } = confidence
  const estimated = probabilityOf(logistic, inputOf(clues)) * Math.min(1, clues.reach / usualReach) ** 2
  return isNearlyKnown(clues) ? Math.min(estimated, mostOf(confidence, clues)) : estimated
}

/** How sure an answer to a nearly known question can be. */
export const mostOf = ({ nearly }: Confidence, { agreed }: Pick<Clues, 'agreed'>) => nearly * agreed

export const isNearlyKnown = ({ sameness }: Pick<Clues, 'sameness'>) => sameness >= nearlySame

const inputOf = ({ score, margin }: Clues) => Float64Array.of(score, margin)
