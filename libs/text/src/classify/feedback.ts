import { nudge } from '../calibration/logistic.ts'
import { blendedClue, decisionOf } from './decision.ts'
import { featuresOf } from './features.ts'
import { decide, type Linear } from './linear.ts'
import type { Classifier } from './model.ts'
import { type Vector, vectorOf } from './vocabulary.ts'

/** What a person said of a prediction. `relabelled` names the right class, which the model must know. */
export type ClassFeedback =
  | { readonly text: string; readonly verdict: 'accepted' | 'rejected' }
  | { readonly text: string; readonly verdict: 'relabelled'; readonly class: string }

const boldest = 0.5
const confidenceRate = 0.02

/**
 * Takes one verdict into the model in place, within a millisecond: a passive-aggressive step (Crammer et al. 2006) towards the right
 * class and away from the wrong one, and a small step of the confidence. Returns false for a class the model does not know.
 */
export function takeFeedback(model: Classifier, feedback: ClassFeedback): boolean {
  const features = featuresOf(feedback.text, model.language)
  const vector = vectorOf(model.vocabulary, features)
  const decisions = decide(model.linear, vector)
  const { best, second, clues } = decisionOf(decisions, vector)
  const right = feedback.verdict === 'relabelled' ? model.classes.indexOf(feedback.class) : best
  if (right < 0) return false
  if (feedback.verdict === 'rejected') {
    move(model.linear, vector, best, -stepFor(vector, 1 + decisions[best]!))
  } else {
    const rival = right === best ? second : best
    const loss = 1 - decisions[right]! + (rival < 0 ? 0 : decisions[rival]!)
    const step = stepFor(vector, loss / 2)
    move(model.linear, vector, right, step)
    if (rival >= 0) move(model.linear, vector, rival, -step)
  }
  nudge(
    model.confidence,
    blendedClue(model.blend, clues),
    feedback.verdict !== 'rejected' && right === best,
    confidenceRate,
  )
  return true
}

function stepFor({ values }: Vector, loss: number): number {
  let square = 1
  for (const value of values) square += value * value
  return Math.min(boldest, Math.max(0, loss) / square)
}

function move({ bytes, classes, scales, biases }: Linear, { indices, values }: Vector, c: number, step: number): void {
  if (step === 0) return
  for (let k = 0; k < indices.length; k++) {
    const at = indices[k]! * classes + c
    const moved = bytes[at]! + (step * values[k]!) / scales[c]!
    bytes[at] = Math.max(-127, Math.min(127, Math.round(moved)))
  }
  biases[c]! += step
}
