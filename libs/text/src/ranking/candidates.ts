import { activityAfter, lastAnswerBefore } from './activity.ts'
import { hashOfTag, termsOfQuestion } from './question-terms.ts'
import type { Ranker } from './ranker.ts'
import type { OpenQuestion } from './resolved-question.ts'
import { findSimilar } from './similar-questions.ts'

/** What speaks for one expert and one question. Every field is 0 when nothing is known. */
export type Signals = {
  /** Similarity-weighted answers to similar questions. */
  similar: number
  /** The same, accepted or well rated answers only. */
  similarWell: number
  /** Similar questions answered, a plain count. */
  similarCount: number
  /** Decayed counts of answers. */
  lately: number
  recently: number
  overTheYear: number
  /** How many of the question's words, tags and topic the profile names. */
  topic: number
  /** The declared level in the question's topic or tags, 0 to 1. */
  level: number
  /** Earlier questions of this asker answered by the expert. */
  asker: number
}

const newestAnswersScanned = 2_000
const mostByTopic = 200
const mostAskerQuestions = 50

/** Everyone with any reason to be considered for the question, by evidence strictly before `asOf`. */
export function gatherCandidates(ranker: Ranker, question: OpenQuestion, asOf: number): Map<number, Signals> {
  const gathered = new Map<number, Signals>()
  const terms = termsOfQuestion(question).frequencies
  gatherFromSimilar(ranker, gathered, terms, asOf)
  gatherFromActivity(ranker, gathered, asOf)
  gatherFromProfiles(ranker, gathered, question, terms)
  gatherFromAsker(ranker, gathered, question, asOf)
  for (const [expert, signals] of gathered) {
    const last = lastAnswerBefore(ranker.history, expert, asOf)
    if (last < 0) continue
    signals.lately = activityAfter(ranker.history.answers, last, 0, asOf)
    signals.recently = activityAfter(ranker.history.answers, last, 1, asOf)
    signals.overTheYear = activityAfter(ranker.history.answers, last, 2, asOf)
  }
  return gathered
}

export const noSignals = (): Signals => ({
  similar: 0,
  similarWell: 0,
  similarCount: 0,
  lately: 0,
  recently: 0,
  overTheYear: 0,
  topic: 0,
  level: 0,
  asker: 0,
})

function signalsOf(gathered: Map<number, Signals>, expert: number): Signals {
  let signals = gathered.get(expert)
  if (!signals) {
    signals = noSignals()
    gathered.set(expert, signals)
  }
  return signals
}

function gatherFromSimilar(
  { history, desk }: Ranker,
  gathered: Map<number, Signals>,
  terms: Map<number, number>,
  asOf: number,
): void {
  const { answers, questions } = history
  const similar = findSimilar(history, desk, terms, asOf)
  const best = similar[0]?.value ?? 1
  for (const { key, value } of similar) {
    const similarity = value / best
    for (let a = questions.firstAnswer.data[key]!; a >= 0; a = answers.nextOfQuestion.data[a]!) {
      if (!(answers.answeredAt.data[a]! < asOf)) continue
      const signals = signalsOf(gathered, answers.expert.data[a]!)
      signals.similar += similarity
      signals.similarCount++
      if (answers.acceptedAt.data[a]! < asOf) signals.similarWell += similarity
      if (answers.ratedAt.data[a]! < asOf) signals.similarWell += (similarity * answers.worth.data[a]!) / 2
    }
  }
}

function gatherFromActivity({ history }: Ranker, gathered: Map<number, Signals>, asOf: number): void {
  const { timeline, answers } = history
  const end = firstAtOrAfter(history, asOf)
  for (let i = end - 1; i >= 0 && i >= end - newestAnswersScanned; i--) {
    const expert = answers.expert.data[timeline.data[i]!]!
    if (expert >= 0) signalsOf(gathered, expert)
  }
}

/** The place in the timeline of the first answer not before a time. */
export function firstAtOrAfter({ timeline, answers }: Ranker['history'], asOf: number): number {
  let low = 0
  let high = timeline.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (answers.answeredAt.data[timeline.data[middle]!]! < asOf) low = middle + 1
    else high = middle
  }
  return low
}

function gatherFromProfiles(
  ranker: Ranker,
  gathered: Map<number, Signals>,
  question: OpenQuestion,
  terms: Map<number, number>,
): void {
  if (ranker.expertsByTopic.size === 0) return
  const wanted = new Set(terms.keys())
  if (question.topic !== undefined) wanted.add(hashOfTag(question.topic))
  for (const term of wanted) {
    let left = mostByTopic
    for (const expert of ranker.expertsByTopic.get(term) ?? []) {
      if (left-- === 0) break
      const signals = signalsOf(gathered, expert)
      signals.topic++
      const levels = ranker.profiles.get(expert)?.declaredLevels ?? {}
      for (const subject of [question.topic, ...(question.tags ?? [])])
        if (subject !== undefined) signals.level = Math.max(signals.level, levels[subject] ?? 0)
    }
  }
}

function gatherFromAsker(
  { history }: Ranker,
  gathered: Map<number, Signals>,
  question: OpenQuestion,
  asOf: number,
): void {
  const { answers, questions, people } = history
  const asker = question.askerId === undefined ? undefined : people.numbers.get(question.askerId)
  if (asker === undefined) return
  let left = mostAskerQuestions
  for (let q = people.lastQuestion.data[asker]!; q >= 0 && left > 0; q = questions.previousOfAsker.data[q]!, left--) {
    for (let a = questions.firstAnswer.data[q]!; a >= 0; a = answers.nextOfQuestion.data[a]!)
      if (answers.answeredAt.data[a]! < asOf) signalsOf(gathered, answers.expert.data[a]!).asker++
  }
}
