import { expect, it } from 'vitest'
import { Best } from '../columns/best.ts'
import { randomFrom } from '../columns/random.ts'
import type { History } from './history-columns.ts'
import { hashedTerms } from './question-terms.ts'
import { buildHistory, recordQuestion } from './ranking-history.ts'
import { findSimilar } from './similar-questions.ts'
import { weighTerms } from './term-weights.ts'
import { buildWorkingMemory } from './working-memory.ts'

it('finds the same best questions whether or not it scores all that share a common word', () => {
  const random = randomFrom(3)
  const textOf = (words: number) =>
    Array.from({ length: words }, () => `word${Math.floor(60 * random() ** 3)}`).join(' ')
  const history = buildHistory()
  for (let i = 0; i < 2_000; i++)
    recordQuestion(history, { questionId: `q${i}`, text: textOf(6), askedAt: i, answers: [] })
  for (let i = 0; i < 50; i++) {
    const text = textOf(2 + (i % 8))
    expectAll(history, text)
  }
})

it('finds questions by words that only together outweigh a rare one', () => {
  const history = buildHistory()
  const add = (text: string, count: number) => {
    const { length } = history.questions.ids
    for (let i = length; i < length + count; i++)
      recordQuestion(history, { questionId: `q${i}`, text, askedAt: i, answers: [] })
  }
  add('whistle', 300)
  add('umbrella ferry', 1_000)
  add('museum', 3_700)

  const found = expectAll(history, 'whistle umbrella ferry')

  expect(found.every((question) => question >= 300 && question < 1_300)).toBe(true)
})

/** Expects the same best questions as with room for all of them, and returns them. */
function expectAll(history: History, text: string): Int32Array {
  const asOf = 10_000
  const { known } = weighTerms(history, hashedTerms({ text }).terms, asOf)
  const whole = { ...buildWorkingMemory(), similar: new Best(10_000) }
  const memory = buildWorkingMemory()

  findSimilar(history, whole, known, asOf)
  findSimilar(history, memory, known, asOf)

  const { keys, length, values } = memory.similar
  expect(values.slice(0, length)).toEqual(whole.similar.values.slice(0, Math.min(200, whole.similar.length)))
  return keys.slice(0, length)
}
