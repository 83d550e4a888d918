import { expect, it } from 'vitest'
import { Best } from '../columns/best.ts'
import { randomFrom } from '../columns/random.ts'
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
    const { known } = weighTerms(history, hashedTerms({ text }).terms, 2_000)
    // There is room for all questions, so none can be left out.
    const whole = { ...buildWorkingMemory(), similar: new Best(2_000) }
    const memory = buildWorkingMemory()

    findSimilar(history, whole, known, 2_000)
    findSimilar(history, memory, known, 2_000)

    const { length, values } = memory.similar
    expect(values.slice(0, length)).toEqual(whole.similar.values.slice(0, Math.min(200, whole.similar.length)))
  }
})
