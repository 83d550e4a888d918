import type { Logistic } from '../calibration/logistic.ts'
import type { Linear } from './linear.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A question with the class a person gave it. */
export type LabelledText = { readonly text: string; readonly class: string }

/** What held-out examples were predicted to be; -1 stands for out of scope. Basis of every precision promised. */
export type HeldOut = {
  readonly actual: Int32Array
  readonly predicted: Int32Array
  readonly confidence: Float64Array
  /** Which of the examples each was, by its place among them. */
  readonly example: Int32Array
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
