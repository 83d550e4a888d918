import { addHash, buildHashTable, type HashTable, indexOfHash } from '../columns/hash-table.ts'

/** Known questions by the marks they hold: those of the mark with index m in `table` are `starts[m]` to `starts[m + 1]`, ascending. */
export type QuestionsByMark = {
  readonly table: HashTable
  readonly starts: Int32Array
  readonly questions: Int32Array
}

/** Of questions whose marks are `marksFrom[q]` to `marksFrom[q + 1]`, each once. */
export function questionsByMark(marksFrom: Int32Array, marks: Int32Array): QuestionsByMark {
  const table = buildHashTable(1 << 10)
  const indices = marks.map((mark) => addHash(table, mark))
  const starts = new Int32Array(table.size + 1)
  for (const index of indices) starts[index + 1]!++
  for (let index = 0; index < table.size; index++) starts[index + 1]! += starts[index]!
  const questions = new Int32Array(marks.length)
  const next = starts.slice()
  for (let question = 0; question + 1 < marksFrom.length; question++)
    for (let i = marksFrom[question]!; i < marksFrom[question + 1]!; i++) questions[next[indices[i]!]!++] = question
  return { table, starts, questions }
}

/** Sums of the same weights in another order may differ by so much. */
const rounding = 1e-9

/**
 * Returns candidates in ascending order: all questions that hold `share` (0 to 1) of these marks by weight, and some others. A
 * question that lacks less than the rest must hold one of any marks that outweigh the rest. So only the rarest marks are looked up.
 */
export function candidatesFor(
  { table, starts, questions }: QuestionsByMark,
  marks: ReadonlyMap<number, number>,
  share: number,
): Int32Array {
  let total = 0
  const holders = [...marks].map(([mark, weight]) => {
    total += weight
    const index = indexOfHash(table, mark)
    return { weight, held: index < 0 ? questions.subarray(0, 0) : questions.subarray(starts[index], starts[index + 1]) }
  })
  holders.sort((a, b) => a.held.length - b.held.length)
  const most = total * (1 - share + rounding)
  const candidates = new Set<number>()
  let lacking = 0
  for (const { weight, held } of holders) {
    if (lacking > most) break
    lacking += weight
    for (const question of held) candidates.add(question)
  }
  return Int32Array.from(candidates).sort()
}
