import { type LabelledText, readingOf } from '@askline/text'

/** Fewer texts than this say too little of a class. */
export const leastOfClass = 5

/** The examples of the classes that have enough of them; those that read the same count as one. */
export function enoughOf(examples: readonly LabelledText[]): LabelledText[] {
  const readings = new Map<string, Set<string>>()
  for (const { text, class: name } of examples) {
    const known = readings.get(name) ?? new Set()
    readings.set(name, known.add(readingOf(text)))
  }
  return examples.filter(({ class: name }) => (readings.get(name)?.size ?? 0) >= leastOfClass)
}
