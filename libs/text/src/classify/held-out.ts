import { randomFrom, shuffle } from '../columns/random.ts'
import { type Decision, decisionOf, secondClues } from './class-decision.ts'
import { type Corpus, foldsOf } from './corpus.ts'
import { decide } from './linear.ts'
import { type Machine, trainMachine } from './machine.ts'
import { vectorOf } from './vocabulary.ts'

/** The prediction for an example by a machine that had not learned it. */
export type HeldOutCase = {
  readonly actual: number
  readonly predicted: number
  readonly clues: Float64Array
  /** Position of the example in the list passed to `trainClassifier`. */
  readonly example: number
  /** `clues` is undefined if there is only one class. */
  readonly second: { readonly clues: Float64Array | undefined; readonly isRight: boolean }
}

/** Predicts the examples of `rounds` folds, each fold by a machine that was trained on the others. */
export function holdOutExamples(
  corpus: Corpus,
  classes: number,
  rounds: number,
  random: () => number,
  onProgress: (round: number, share: number) => void,
): HeldOutCase[] {
  const folded = foldsOf(corpus, random)
  const cases: HeldOutCase[] = []
  for (let fold = 0; fold < rounds; fold++) {
    const isHeldOut = (i: number) => i < corpus.places.length && folded[i] === fold
    const machine = trainMachine(
      corpus,
      classes,
      (i) => !isHeldOut(i),
      (share) => onProgress(fold, share),
    )
    for (let i = 0; i < corpus.places.length; i++) {
      if (!isHeldOut(i)) continue
      const { decisions, decision } = judge(machine, corpus, i)
      const { best, second, clues } = decision
      const actual = corpus.labels[i]!
      cases.push({
        actual,
        predicted: best,
        clues,
        example: corpus.places[i]!,
        second: { clues: second < 0 ? undefined : secondClues(decisions, decision), isRight: second === actual },
      })
    }
  }
  return cases
}

/**
 * Predicts the examples of whole classes by machines that do not know these classes. Every prediction is wrong, so the examples
 * stand in for out-of-scope questions. The classes are divided into `count` folds, of which `trained` are held out in turn. An example that reads like one of a known class is left out.
 */
export function holdOutClasses(
  corpus: Corpus,
  classes: number,
  { count, trained }: { readonly count: number; readonly trained: number },
  seed: number,
  onProgress: (round: number, share: number) => void,
): { actual: number; clues: Float64Array }[] {
  const order = Int32Array.from({ length: classes }, (_, label) => label)
  shuffle(order, randomFrom(seed), classes)
  const foldOf = new Int32Array(classes)
  order.forEach((label, place) => {
    foldOf[label] = place % count
  })
  const cases: { actual: number; clues: Float64Array }[] = []
  for (let fold = 0; fold < trained; fold++) {
    const isHeldOut = (i: number) => corpus.labels[i]! >= 0 && foldOf[corpus.labels[i]!] === fold
    const known = new Map<number, number>()
    for (let label = 0; label < classes; label++) if (foldOf[label] !== fold) known.set(label, known.size)
    const labels = corpus.labels.map((label) => known.get(label) ?? -1)
    const machine = trainMachine(
      { features: corpus.features, labels },
      known.size,
      (i) => !isHeldOut(i),
      (share) => onProgress(fold, share),
    )
    const knownReadings = new Set(corpus.readings.filter((_, i) => !isHeldOut(i)))
    for (let i = 0; i < corpus.places.length; i++)
      if (isHeldOut(i) && !knownReadings.has(corpus.readings[i]!))
        cases.push({ actual: corpus.labels[i]!, clues: judge(machine, corpus, i).decision.clues })
  }
  return cases
}

function judge(machine: Machine, corpus: Corpus, i: number): { decisions: Float32Array; decision: Decision } {
  const vector = vectorOf(machine.vocabulary, corpus.features[i]!)
  const decisions = decide(machine.linear, vector)
  return { decisions, decision: decisionOf(decisions, vector) }
}
