import { shuffle } from '../columns/random.ts'
import { drawEvenly } from './draw-evenly.ts'
import { type Features, featuresOf, readingOf } from './features.ts'
import { folds } from './folds.ts'
import type { LabelledText } from './model.ts'

/** Texts to learn from: first the examples and questions out of scope, by their places among those given, then class names. */
export type Corpus = {
  readonly features: readonly Features[]
  readonly labels: Int32Array
  readonly places: readonly number[]
  /** The normalized reading of each given text, by its place among the training texts. */
  readonly readings: readonly string[]
}

/** As `trainClassifier` is told. */
type CorpusOptions = { readonly outOfScope?: readonly string[]; readonly useClassNames?: boolean }

/** Upper limit for examples, because more of them cost much and teach little. An even draw over the classes is learned. */
const mostExamples = 50_000
/** Training takes time in examples times classes. */
const mostDecisions = 10_000_000

/**
 * Reads examples and out-of-scope questions into a corpus. Examples of a class that read the same count once. Above the limit, an
 * even draw over the classes is used. Class names that consist of words are examples, too.
 */
export function corpusOf(
  examples: readonly LabelledText[],
  classes: string[],
  language: string,
  options: CorpusOptions,
  random: () => number,
): Corpus {
  const numbers = new Map(classes.map((name, number) => [name, number]))
  const seen = new Set<string>()
  const isFirst = ({ label, reading }: Given) => {
    const known = seen.size
    return seen.add(`${label} ${reading}`).size > known
  }
  const given = [
    ...examples.map(({ text, class: name }, place) => givenOf(text, numbers.get(name)!, place)),
    ...(options.outOfScope ?? []).map((text, i) => givenOf(text, -1, examples.length + i)),
  ].filter(isFirst)
  const drawn = drawEvenly(
    Int32Array.from(given, ({ label }) => label),
    Math.min(mostExamples, Math.floor(mostDecisions / classes.length)),
    random,
  ).map((at) => given[at]!)
  const named = options.useClassNames === false ? [] : classes
  const names = named.map((name, label) => givenOf(spokenName(name), label, -1)).filter(isFirst)
  const learned = [...drawn, ...names]
  return {
    features: learned.map(({ text }) => featuresOf(text, language)),
    labels: Int32Array.from(learned, ({ label }) => label),
    places: drawn.map(({ place }) => place),
    readings: drawn.map(({ reading }) => reading),
  }
}

type Given = { readonly text: string; readonly label: number; readonly place: number; readonly reading: string }
const givenOf = (text: string, label: number, place: number): Given => ({
  text,
  label,
  place,
  reading: readingOf(text),
})

/** `card_arrival`, `card-arrival` and `cardArrival` read as words. */
function spokenName(name: string): string {
  return name.replace(/([\p{Ll}])([\p{Lu}])/gu, '$1 $2').replace(/[_\-./:]+/g, ' ')
}

/** A fold for each example, spread evenly within each class; a text that has two classes is in one fold with both. */
export function foldsOf({ labels, places, readings }: Corpus, random: () => number): Int32Array {
  const examples = places.length
  const order = Int32Array.from({ length: examples }, (_, i) => i)
  shuffle(order, random, examples)
  const byClass = Array.from(order).sort((a, b) => labels[a]! - labels[b]!)
  const folded = new Int32Array(examples)
  const foldOf = new Map<string, number>()
  byClass.forEach((example, place) => {
    const reading = readings[example]!
    const fold = foldOf.get(reading) ?? place % folds
    foldOf.set(reading, fold)
    folded[example] = fold
  })
  return folded
}
