import { readingOf } from '../classify/features.ts'
import type { AnsweredQuestion, KnownAnswer } from './known-answer.ts'

/** A question whose answer is known. `wording`: nobody asked it, it is an entry's; `first`, an earlier entry's, has the same answer. */
export type AnswerCase = AnsweredQuestion & {
  readonly answer: number
  readonly wording?: { readonly entry: number; readonly first: string }
}

/** The rounds in which cases are held out, each once. */
export const folds = 5

/**
 * What can say how often answers are right: questions that were resolved by an answer or not, those that read the same once and as
 * most verdicts say, and none that reads as an entry of the answer does; and where several entries are one answer, the questions of
 * all but the first. Held out, a case that is nearly a question which the index knows all the same is none: it is found by its
 * words, and says nothing of texts in other words.
 */
export function casesOf(
  entries: readonly KnownAnswer[],
  answerOf: Int32Array,
  resolved: readonly AnsweredQuestion[],
  numbers: ReadonlyMap<string, number>,
): AnswerCase[] {
  const readings = new Set(entries.map(({ question = '' }, entry) => `${answerOf[entry]} ${readingOf(question)}`))
  const balances = new Map<string, { first: AnswerCase; balance: number }>()
  for (const question of resolved) {
    const number = numbers.get(question.answerId)
    if (number === undefined) continue
    const answer = answerOf[number]!
    const reading = `${answer} ${readingOf(question.text)}`
    if (readings.has(reading)) continue
    const one = balances.get(reading) ?? { first: { ...question, answer }, balance: 0 }
    one.balance += question.accepted ? 1 : -1
    balances.set(reading, one)
  }
  const asked = [...balances.values()].map(({ first, balance }) => ({ ...first, accepted: balance > 0 }))
  return [...asked, ...furtherWordings(entries, answerOf)]
}

function furtherWordings(entries: readonly KnownAnswer[], answerOf: Int32Array): AnswerCase[] {
  const firsts = new Map<number, string>()
  return entries.flatMap(({ question, answerId }, entry) => {
    if (question === undefined) return []
    const answer = answerOf[entry]!
    const first = firsts.get(answer)
    if (first !== undefined) return [{ text: question, answerId, accepted: true, answer, wording: { entry, first } }]
    firsts.set(answer, question)
    return []
  })
}

/** What is known without the cases of a fold: an entry whose question is held out repeats the first one of its answer. */
export function withoutFold(
  entries: readonly KnownAnswer[],
  cases: readonly AnswerCase[],
  fold: number,
): { known: KnownAnswer[]; others: AnswerCase[] } {
  const known = [...entries]
  const others: AnswerCase[] = []
  cases.forEach((one, i) => {
    if (i % folds !== fold) {
      if (!one.wording) others.push(one)
    } else if (one.wording) known[one.wording.entry] = { ...known[one.wording.entry]!, question: one.wording.first }
  })
  return { known, others }
}
