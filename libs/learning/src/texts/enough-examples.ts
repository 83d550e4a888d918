import { type LabelledText, readingOf } from '@askline/text'

/** Different texts that a class needs. */
export const leastOfClass = 5

/** Returns the examples of classes that have enough of them. Texts that read the same count once. */
export function enoughOf(examples: readonly LabelledText[]): LabelledText[] {
  const readings = new Map<string, Set<string>>()
  for (const { text, class: name } of examples) {
    const known = readings.get(name) ?? new Set()
    readings.set(name, known.add(readingOf(text)))
  }
  return examples.filter(({ class: name }) => (readings.get(name)?.size ?? 0) >= leastOfClass)
}
