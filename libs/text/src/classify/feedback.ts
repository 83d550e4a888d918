import { decisionOf } from './class-decision.ts'
import { featuresOf } from './features.ts'
import { decide, type Linear } from './linear.ts'
import type { Classifier } from './model.ts'
import { type Vector, type Vocabulary, vectorOf } from './vocabulary.ts'

/** A person's verdict on a prediction. A relabeled text names the right class, which the model must know. */
export type ClassFeedback =
  | { readonly text: string; readonly verdict: 'accepted' | 'rejected' }
  | { readonly text: string; readonly verdict: 'relabelled'; readonly class: string }

/**
 * Share of a training step that is taken if the predicted class was wrong, and if it was right or no class is. With even shares,
 * true corrections drew questions of other classes to the corrected one (measured on HWU64).
 */
const correction = 0.5
const confirmation = 0.25
/** A text teaches nothing more if its class leads by this much. Corrections go a little further, so that one is enough. */
const clearLead = 0.5
const correctedLead = 0.55
const mostLifts = 10
/** 1 / (2 cost), as in training. */
const slack = 0.5
const noClass = -1

/**
 * Learns one verdict in place. It takes part of the dual coordinate descent step (Hsieh et al. 2008) that training would take for
 * one more example. A rejected text is an example of no class. A relabeled text is then lifted until its class leads.
 *
 * Biases and confidence stay, because people correct mistakes and accept what is right, so verdicts are not a random sample of
 * questions. Returns false if nothing can be learned: the class or all words are unknown, or every example has all the words.
 */
export function takeFeedback(model: Classifier, feedback: ClassFeedback): boolean {
  const vector = vectorOf(model.vocabulary, featuresOf(feedback.text, model.language))
  const decisions = decide(model.linear, vector)
  const { best } = decisionOf(decisions, vector)
  const named = feedback.verdict === 'relabelled' ? model.classes.indexOf(feedback.class) : best
  const lesson = lessonOf(model.vocabulary, vector)
  if (named < 0 || vector.known === 0 || lesson.size === 0) return false
  if (feedback.verdict === 'rejected') {
    approach(model.linear, lesson, decisions, noClass, confirmation)
  } else if (named !== best) {
    approach(model.linear, lesson, decisions, named, correction)
    lift(model.linear, lesson, named)
  } else if (behind(decisions, vector, named, clearLead).by > 0) {
    approach(model.linear, lesson, decisions, named, confirmation)
  }
  return true
}

/**
 * The step for a verdict: each feature moves by its share in `pulls`. A step of 1 changes the decision by `size`, the squared length
 * of the text.
 */
type Lesson = { readonly vector: Vector; readonly pulls: Float64Array; readonly size: number }

/**
 * Returns the step for a text. Rare features move more, by the square of the logarithm of their rarity. Otherwise features that all
 * texts share would add up over verdicts for one class and draw every question to it.
 */
function lessonOf({ idf }: Vocabulary, vector: Vector): Lesson {
  const pulls = Float64Array.from(vector.values, (value, k) => value * (idf[vector.indices[k]!]! ** 2 - 1) ** 2)
  const square = vector.values.reduce((sum, value) => sum + value * value, 0)
  const pulled = pulls.reduce((sum, pull, k) => sum + pull * vector.values[k]!, 0)
  if (pulled === 0) return { vector, pulls, size: 0 }
  return { vector, pulls: pulls.map((pull) => (pull * square) / pulled), size: square }
}

/** Moves every class a part of the way to its margin: the right one up to 1, all others down to -1. */
function approach(linear: Linear, lesson: Lesson, decisions: Float32Array, right: number, part: number): void {
  for (let c = 0; c < decisions.length; c++) {
    const side = c === right ? 1 : -1
    const loss = 1 - side * decisions[c]!
    if (loss > 0) move(linear, lesson, c, (side * part * loss) / (lesson.size + slack))
  }
}

/**
 * Moves the right class up and its rival down until the right class leads. Uses passive-aggressive steps (Crammer et al. 2006), more
 * than one if there are several rivals.
 */
function lift(linear: Linear, lesson: Lesson, right: number): void {
  const { vector, size } = lesson
  for (let times = 0; times < mostLifts; times++) {
    const { rival, by } = behind(decide(linear, vector), vector, right, correctedLead)
    if (by < 1e-3) return
    move(linear, lesson, right, by / (2 * size))
    move(linear, lesson, rival, -by / (2 * size))
  }
}

/** Returns the best other class and how much the right class lacks to lead it by `lead`; 0 or less if it lacks nothing. */
function behind(
  decisions: Float32Array,
  vector: Vector,
  right: number,
  lead: number,
): { readonly rival: number; readonly by: number } {
  const { best, second } = decisionOf(decisions, vector)
  const rival = right === best ? second : best
  return { rival, by: rival < 0 ? 0 : lead - decisions[right]! + decisions[rival]! }
}

function move({ bytes, classes, scales }: Linear, { vector, pulls }: Lesson, c: number, step: number): void {
  const { indices } = vector
  for (let k = 0; k < indices.length; k++) {
    const at = indices[k]! * classes + c
    const moved = bytes[at]! + (step * pulls[k]!) / scales[c]!
    bytes[at] = Math.max(-127, Math.min(127, Math.round(moved)))
  }
}
