import { readingOf } from '../classify/features.ts'
import type { AnsweredQuestion, KnownAnswer } from './known-answer.ts'

/**
 * A question whose answer is known. The number `verdicts` is accepted minus rejected verdicts. If `wording` is set, the question
 * comes from an entry and was never asked. Its `first` is the question of an earlier entry with the same answer.
 */
export type AnswerCase = AnsweredQuestion & {
  readonly answer: number
  readonly verdicts: number
  readonly wording?: { readonly entry: number; readonly first: string }
}

/** Number of rounds. Each case is held out in one of them. */
export const folds = 5

/** The cases. Those in `asEntries`, keyed by `readingAs`, read the same as an entry of their answer and cannot be held out. */
export type Cases = { readonly toHoldOut: readonly AnswerCase[]; readonly asEntries: ReadonlyMap<string, AnswerCase> }

/** Returns a key that is equal for questions of one answer that read the same. */
export const readingAs = (answer: number, text: string) => `${answer} ${readingOf(text)}`

/**
 * Returns the cases that show how often answers are right. These are resolved questions, and the questions of all but the first
 * entry of an answer. Questions that read the same are one case with the majority verdict.
 *
 * A question that is nearly known after being held out is found by its words. It is evidence for nearly known questions only.
 */
export function casesOf(
  entries: readonly KnownAnswer[],
  answerOf: Int32Array,
  resolved: readonly AnsweredQuestion[],
  numbers: ReadonlyMap<string, number>,
): Cases {
  const ofEntries = new Set(entries.map(({ question = '' }, entry) => readingAs(answerOf[entry]!, question)))
  const judged = new Map<string, AnswerCase>()
  for (const question of resolved) {
    const number = numbers.get(question.answerId)
    if (number === undefined) continue
    const answer = answerOf[number]!
    const reading = readingAs(answer, question.text)
    const first = judged.get(reading) ?? { ...question, answer, verdicts: 0 }
    const verdicts = first.verdicts + (question.accepted ? 1 : -1)
    judged.set(reading, { ...first, verdicts, accepted: verdicts > 0 })
  }
  const inOtherWords = [...judged].filter(([reading]) => !ofEntries.has(reading)).map(([, one]) => one)
  return {
    toHoldOut: [...inOtherWords, ...furtherWordings(entries, answerOf)],
    asEntries: new Map([...judged].filter(([reading]) => ofEntries.has(reading))),
  }
}

function furtherWordings(entries: readonly KnownAnswer[], answerOf: Int32Array): AnswerCase[] {
  const firsts = new Map<number, string>()
  return entries.flatMap(({ question, answerId }, entry) => {
    if (question === undefined) return []
    const answer = answerOf[entry]!
    const first = firsts.get(answer)
    if (first !== undefined) {
      const wording = { entry, first }
      return [{ text: question, answerId, accepted: true, verdicts: 0, answer, wording }]
    }
    firsts.set(answer, question)
    return []
  })
}

/** Returns the entries and cases without a fold. An entry whose question is held out gets the first question of its answer instead. */
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
