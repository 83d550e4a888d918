import { fitLogistic, type Logistic, probabilityOf } from '../calibration/logistic.ts'
import { nearlySame } from './likeness.ts'
import type { Top } from './scores.ts'

/**
 * The confidence in an answer: a logistic regression on score and margin. If the reach of a text is below `usualReach`, the result is
 * multiplied by the square of their ratio. The observed precision for nearly known questions, `nearly`, limits the confidence in
 * each of their answers.
 */
export type Confidence = { readonly logistic: Logistic; readonly usualReach: number; readonly nearly: number }

type Clues = Pick<Top, 'score' | 'margin' | 'reach' | 'sameness' | 'agreed'>

/** An answer to a case. */
export type Tried = { readonly clues: Clues; readonly isRight: boolean }

/** The confidence until enough questions are resolved. */
const guessed: Confidence = {
  logistic: {
    weights: Float64Array.of(0.6, 0.9, 0.9),
    means: Float64Array.of(0.3, 0.35),
    deviations: Float64Array.of(0.6, 0.3),
  },
  usualReach: 0.5,
  nearly: 1,
}

/** With fewer held-out cases the confidence is a guess. */
const leastToCalibrate = 40
/** Weight of all questions without a known answer together, in cases. */
const weightOfUnknown = 3
/** The usual reach is that of the least alike hundredth of the cases that came out right, and at least `leastUsual`. */
const leastUsual = 0.2
const unusual = 0.01
/**
 * Pseudo-cases of nearly known questions that were answered right, as a number and as a share of all other cases. They are needed
 * because a history without repeated questions shows only contradictions.
 */
const imaginedRight = 20
const imaginedShare = 0.2

/**
 * Fits the confidence to held-out cases. Cases that are nearly known are found by their words and are no evidence for others. So the
 * regression is fitted to the rest if there are at least 40.
 *
 * `unknown` are questions without a known answer. They have little weight, and prevent a confidence of 1 for everything if all cases
 * came out right. The least similar hundredth of the right cases defines the usual reach.
 */
export function fitConfidence(tried: readonly Tried[], unknown: readonly Clues[] = []): Confidence {
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
      [...others.map(({ clues }) => inputOf(clues)), ...unknown.map(inputOf)],
      [...others.map(({ isRight }) => isRight), ...unknown.map(() => false)],
      { weights: [...others.map(() => 1), ...unknown.map(() => weightOfUnknown / unknown.length)] },
    ),
    usualReach: Math.max(leastUsual, usual),
    nearly,
  }
}

/** Returns the right answers to nearly known questions, relative to their number if one of the known answers were always right. */
function nearlyOf(tried: readonly Tried[], imagined: number): number {
  const right = tried.filter(({ isRight }) => isRight).length
  const expected = tried.reduce((sum, { clues }) => sum + clues.agreed, 0)
  return Math.min(1, (right + imagined) / (expected + imagined))
}

/** Returns the estimated probability, 0 to 1. It is 0 if the text shares no informative word with the answer. */
export function confidenceOf(confidence: Confidence, clues: Clues): number {
  const { logistic, usualReach } = confidence
  const estimated = probabilityOf(logistic, inputOf(clues)) * Math.min(1, clues.reach / usualReach) ** 2
  return isNearlyKnown(clues) ? Math.min(estimated, mostOf(confidence, clues)) : estimated
}

/** Returns the highest possible confidence in an answer to a nearly known question. */
export const mostOf = ({ nearly }: Confidence, { agreed }: Pick<Clues, 'agreed'>) => nearly * agreed

export const isNearlyKnown = ({ sameness }: Pick<Clues, 'sameness'>) => sameness >= nearlySame

const inputOf = ({ score, margin }: Clues) => Float64Array.of(score, margin)
