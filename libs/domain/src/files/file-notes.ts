import { createHash } from 'node:crypto'
import { type FileNote, outOfScopeClass } from '@askline/contracts'
import type { Utterance } from './row-rules.ts'

/** Number of classes, rows or texts that a note is about, by its code. Zeros are not shown. */
export type NoteCounts = Partial<Record<FileNote['code'], number>>

/** Different texts that a class needs to be learned. */
const leastTexts = 5

// Normalizes nearly as the classifier does: texts that read the same here read the same there.
const readingOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}$+<=>^`|~]+/gu, ' ')
    .trim()
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** Counts rows with little training value while a file is read. Unlabelled rows do not count. */
export class NoteCounter {
  readonly #seen = new Set<string>()
  readonly #classesOf = new Map<string, number>()
  readonly #textsOf = new Map<string, number>()
  #repeated = 0
  #ambiguous = 0

  add({ text, class: name }: Utterance): void {
    if (name === null) return
    const reading = hashOf(readingOf(text))
    const place = hashOf(`${reading} ${name}`)
    if (this.#seen.has(place)) {
      this.#repeated++
      return
    }
    this.#seen.add(place)
    if (name !== outOfScopeClass) this.#textsOf.set(name, (this.#textsOf.get(name) ?? 0) + 1)
    const classes = (this.#classesOf.get(reading) ?? 0) + 1
    this.#classesOf.set(reading, classes)
    if (classes === 2) this.#ambiguous++
  }

  counts(): NoteCounts {
    return {
      one_class: Number(this.#textsOf.size === 1),
      classes_too_small: [...this.#textsOf.values()].filter((texts) => texts < leastTexts).length,
      rows_repeated: this.#repeated,
      texts_of_several_classes: this.#ambiguous,
    }
  }
}

const sentences: Record<FileNote['code'], (count: number) => string> = {
  one_class: () =>
    'All rows with a class have the same class. Training requires two classes with five different texts each.',
  classes_too_small: (count) =>
    `Classes with fewer than five different texts in this file: ${count}. They are learned only if other files have more texts.`,
  rows_repeated: (count) =>
    `Rows that differ from another row of their class only in case, punctuation or white space: ${count}. Each group counts once.`,
  texts_of_several_classes: (count) =>
    `Texts that have more than one class: ${count}. No prediction can be right for all of them.`,
}
const codes = Object.keys(sentences) as FileNote['code'][]

/** Returns warnings about rows with little training value, each with a count and a sentence. */
export function notesOf(counts: NoteCounts): FileNote[] {
  return codes.flatMap((code) => {
    const count = counts[code] ?? 0
    return count > 0 ? [{ code, count, message: sentences[code](count) }] : []
  })
}
