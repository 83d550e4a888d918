import { decide, trainLinear } from '../classify/linear.ts'
import type { LabelledText } from '../classify/model.ts'
import type { Vector } from '../classify/vocabulary.ts'
import { hashOf } from '../columns/hash.ts'
import { addHash, buildHashTable, indexOfHash } from '../columns/hash-table.ts'
import { wordsOf } from '../tokens/tokens.ts'

/** The reference of the issue: word 1-2-gram and character 2-5-gram TF-IDF with a linear support vector machine, one against the rest. */
export type ReferenceSvm = { readonly predict: (text: string) => { class: string; decision: number } }

export function trainReferenceSvm(examples: readonly LabelledText[]): ReferenceSvm {
  const classes = [...new Set(examples.map((example) => example.class))]
  const table = buildHashTable(1 << 16)
  const frequency: number[] = []
  const documents = examples.map(({ text }) => gramsOf(text))
  for (const groups of documents)
    for (const grams of groups)
      for (const gram of grams.keys()) {
        const index = addHash(table, gram)
        frequency[index] = (frequency[index] ?? 0) + 1
      }
  const idf = frequency.map((count) => Math.log((1 + documents.length) / (1 + count)) + 1)
  const vectorOf = (groups: readonly Map<number, number>[]): Vector => {
    const indices: number[] = []
    const values: number[] = []
    for (const grams of groups) {
      const first = values.length
      let square = 0
      for (const [gram, count] of grams) {
        const index = indexOfHash(table, gram)
        if (index < 0) continue
        const value = (1 + Math.log(count)) * idf[index]!
        indices.push(index)
        values.push(value)
        square += value * value
      }
      for (let i = first; i < values.length; i++) values[i]! /= Math.sqrt(square)
    }
    return { indices: Int32Array.from(indices), values: Float32Array.from(values), known: 1 }
  }
  const labels = Int32Array.from(examples, (example) => classes.indexOf(example.class))
  const options = { cost: 1, seed: 1, passes: 12 }
  const linear = trainLinear(documents.map(vectorOf), labels, classes.length, table.size, options, () => {})
  return {
    predict: (text) => {
      const decisions = decide(linear, vectorOf(gramsOf(text)))
      let best = 0
      for (let c = 1; c < decisions.length; c++) if (decisions[c]! > decisions[best]!) best = c
      return { class: classes[best]!, decision: decisions[best]! }
    },
  }
}

function gramsOf(text: string): [Map<number, number>, Map<number, number>] {
  const words = wordsOf(text)
  const ofWords = [...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)].map((gram) => hashOf(gram, 1))
  const line = ` ${text.toLowerCase().replace(/\s+/g, ' ')} `
  const ofCharacters: number[] = []
  for (let n = 2; n <= 5; n++)
    for (let i = 0; i + n <= line.length; i++) ofCharacters.push(hashOf(line.slice(i, i + n), 2))
  return [counted(ofWords), counted(ofCharacters)]
}

function counted(grams: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  return counts
}
