import { readingOf } from '../classify/features.ts'
import type { AnsweredQuestion, KnownAnswer } from './known-answer.ts'

/**
 * A question whose answer is known. `verdicts`: how many more accepted than rejected it. `wording`: nobody asked it, it is an
 * entry's; `first`, an earlier entry's, has the same answer.
 */
export type AnswerCase = AnsweredQuestion & {
  readonly answer: number
  readonly verdicts: number
  readonly wording?: { readonly entry: number; readonly first: string }
}

/** The rounds in which cases are held out, each once. */
export const folds = 5

/** Cases by what is known of them. `asEntries`, by `readingAs`, read as an entry of their answer does, and cannot be held out. */
export type Cases = { readonly toHoldOut: readonly AnswerCase[]; readonly asEntries: ReadonlyMap<string, AnswerCase> }

/** What is the same for questions of one answer that read the same. */
export const readingAs = (answer: number, text: string) => `${answer} ${readingOf(text)}`

/**
 * What can say how often answers are right: questions that were resolved by an answer or not, those that read the same once and as
 * most verdicts say; and where several entries are one answer, the questions of all but the first. What is nearly a question that
 * the index knows all the same is found by its words, and says nothing of texts in other words, only of what is as nearly known.
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
