import type { Logistic } from '../calibration/logistic.ts'
import type { Linear } from './linear.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A question with the class a person gave it. */
export type LabelledText = { readonly text: string; readonly class: string }

/** Predictions for held-out examples, the basis of every promised precision. A class of -1 means out of scope. */
export type HeldOut = {
  readonly actual: Int32Array
  readonly predicted: Int32Array
  readonly confidence: Float64Array
  /** Position of each in the list of examples. */
  readonly example: Int32Array
  /** Examples of classes that the predicting machine did not know: their class, and the confidence in the class predicted instead. */
  readonly ofUnknownClass: { readonly actual: Int32Array; readonly confidence: Float64Array }
}

/** A trained classifier. Opaque: use the functions of this package. */
export type Classifier = {
  readonly language: string
  readonly classes: readonly string[]
  readonly vocabulary: Vocabulary
  readonly linear: Linear
  /** How the clues of a decision are blended into the one that `confidence` reads. */
  readonly blend: Float64Array
  readonly confidence: Logistic
  /** The part of the confidence that a runner-up would have as the best which it has as the runner-up, 0 to 1. */
  readonly secondShare: number
  readonly heldOut: HeldOut
}
