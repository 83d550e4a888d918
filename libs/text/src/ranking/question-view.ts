import { choose, type Eligible, gather, type HashedQuestion } from './gather.ts'
import type { History } from './history-columns.ts'
import { type Mix, setLift, standardise, weigh } from './mix.ts'
import type { Ranker } from './ranker-state.ts'
import { place, width } from './signals.ts'
import { weighTerms } from './term-weights.ts'

const similarRead = 30
const leastTimes = 5
const day = 86_400_000

/** Number of clues of a view. */
export const clueCount = 4

/** How past questions are judged: by a mix, by answers or verdicts, and by outcomes before a time. */
export type Judging = { readonly mix: Mix; readonly byAnswers?: boolean | undefined; readonly upTo?: number }

/**
 * Evidence about a question: inputs of a logistic regression, the number of candidates, and the similarity of the closest past
 * question. It also has the median first response to similar questions in ms. The similarity is the share of common words, weighted
 * by rarity.
 */
export type View = {
  readonly clues: Float64Array
  readonly candidates: number
  /** 0 without common words, about 1 if the past question has all words, and more if it repeats them. */
  readonly closest: number
  readonly responseTime: number | undefined
}

/** Returns the view of a question as of a time, with evidence strictly before it. */
export function viewOf(
  ranker: Ranker,
  question: HashedQuestion,
  asOf: number,
  isEligible: Eligible,
  { mix, byAnswers }: Judging,
): View {
  const wasResolved = outcomeOf(byAnswers)
  const { history, memory } = ranker
  const seats = choose(gather(ranker, question, asOf), isEligible)
  const row = new Float32Array(width)
  let total = 0
  let active = 0
  for (const seat of seats) {
    row.set(memory.rows.data.subarray(seat * width, (seat + 1) * width))
    if (row[place.active15d]! > 1) active++
    standardise(row, 0)
    // The hour predicts who answers first, not whether there is an answer.
    row[place.hour] = 0
    setLift(mix, row, 0, memory.people.data[seat]!)
    total += Math.exp(weigh(mix.base, row, 0))
  }
  const { known, total: whole } = weighTerms(history, question.terms, asOf)
  const heard = known.reduce((sum, { weight }) => sum + weight, 0)
  const { similar } = memory
  const read = Math.min(similar.length, similarRead)
  let resolved = 0
  const times: number[] = []
  for (const question of similar.keys.subarray(0, read)) {
    if (wasResolved(history, question, asOf)) resolved++
    const time = firstResponseTime(history, question, asOf)
    if (time !== undefined) times.push(time)
  }
  const best = read === 0 ? 0 : similar.values[0]!
  const closest = best === 0 ? 0 : best / whole
  const share = (resolved + 2) / (read + 4)
  const clues = Float64Array.of(
    Math.log(total + 1e-3),
    Math.log1p(active),
    best === 0 ? 0 : best / heard,
    Math.log(share / (1 - share)),
  )
  return { clues, candidates: seats.length, closest, responseTime: medianTime(times) }
}

/** Returns the median, or `undefined` if there are few times or most are whole days, because those are dates only. */
function medianTime(times: readonly number[]): number | undefined {
  const told = times.filter((time) => time % day !== 0).sort((a, b) => a - b)
  return told.length >= leastTimes && 2 * told.length > times.length ? told[told.length >> 1] : undefined
}

function firstResponseTime({ questions, answers }: History, number: number, asOf: number): number | undefined {
  let first = Number.POSITIVE_INFINITY
  for (let a = questions.firstAnswer.data[number]!; a >= 0; a = answers.nextOfQuestion.data[a]!)
    first = Math.min(first, answers.answeredAt.data[a]!)
  return first < asOf ? Math.max(0, first - questions.askedAt.data[number]!) : undefined
}

/** Returns whether a question was resolved before a time: answered, or answered and judged well. */
export const outcomeOf = (byAnswers: boolean | undefined) => (history: History, number: number, asOf: number) =>
  timeOfOutcome(history, number, byAnswers) < asOf

/** Returns the time of the first answer, or of the first accepted or well-rated answer; infinity without one. */
export function timeOfOutcome({ questions, answers }: History, number: number, byAnswers: boolean | undefined): number {
  let first = Number.POSITIVE_INFINITY
  // NaN means not accepted, and compares false.
  const take = (time: number) => {
    if (time < first) first = time
  }
  for (let a = questions.firstAnswer.data[number]!; a >= 0; a = answers.nextOfQuestion.data[a]!) {
    if (byAnswers) take(answers.answeredAt.data[a]!)
    else take(answers.acceptedAt.data[a]!)
    if (!byAnswers && answers.worth.data[a]! > 0) take(answers.ratedAt.data[a]!)
  }
  return first
}
