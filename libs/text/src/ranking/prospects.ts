import { fitLogistic, probabilityOf } from '../calibration/logistic.ts'
import type { Judged } from '../calibration/precision-rule.ts'
import type { History } from './history-columns.ts'
import type { Mix } from './mix.ts'
import { type Judging, outcomeOf, timeOfOutcome, type View, viewOf } from './question-view.ts'
import { learnedUpTo, type Prospects, type Ranker } from './ranker-state.ts'
import { afterTheFirst, boundaryBefore, isPast, mixUpTo } from './taught.ts'

const unlikeShare = 0.01

/** With fewer past questions nothing is fitted, and no question is advised against. */
export const leastCases = 60
const leastOfEach = 10
const mostCases = 2_000
/** Cached prospects as of the time of each past mix. */
const pastProspects = new WeakMap<Mix, Prospects>()

/**
 * Returns the evidence to judge by at a time. If everything it was fitted to is earlier, that is the current fit. Otherwise it is
 * fitted to the history before an earlier boundary, as in `mixAsOf`, and cached. Replays need the latter.
 */
export function prospectsAsOf(ranker: Ranker, asOf: number): { mix: Mix; prospects: Prospects } {
  const { mix: living, prospects: latest, history } = ranker
  if (!isPast(asOf, learnedUpTo(ranker))) return { mix: living, prospects: latest }
  const upTo = boundaryBefore(ranker, asOf)
  const mix = mixUpTo(ranker, upTo)
  const { byAnswers } = latest
  let prospects = pastProspects.get(mix)
  if (!prospects || prospects.byAnswers !== byAnswers) {
    const numbers = afterTheFirst(history.questions, upTo)
    prospects = fitProspects(ranker, numbers, { mix, upTo, byAnswers })
    pastProspects.set(mix, prospects)
  }
  return { mix, prospects }
}

/** Fits the probability of resolution to the newest past questions, answered or not, each with the evidence before it. */
export function fitProspects(
  ranker: Ranker,
  numbers: readonly number[],
  judging: Judging = { mix: ranker.mix },
): Prospects {
  const { byAnswers, upTo = Number.POSITIVE_INFINITY } = judging
  const wasResolved = outcomeOf(byAnswers)
  const judged = ripe(ranker.history, numbers, judging).slice(-mostCases)
  const cases: Case[] = judged.map((number) => ({
    ...viewThen(ranker, number, judging),
    isResolved: wasResolved(ranker.history, number, upTo),
  }))
  return { ...prospectsOf(cases), byAnswers, knownUpTo: lastTimeOf(ranker.history, numbers.slice(-mostCases)) }
}

/** A question may be judged at the age by which this share of the resolved questions was resolved. */
const ripeShare = 0.9
/** At least this share of the questions is judged, oldest first, because few would be left if resolutions take long. */
const leastRipe = 0.5

/**
 * Returns the questions in order of time, without those so recent that they may still be resolved. Counted as unresolved, they would
 * bias every estimate down.
 */
function ripe(history: History, numbers: readonly number[], judging: Judging): readonly number[] {
  const { byAnswers, upTo = Number.POSITIVE_INFINITY } = judging
  const { askedAt } = history.questions
  const ages = numbers
    .map((number) => ({ number, at: timeOfOutcome(history, number, byAnswers) }))
    .filter(({ at }) => at < upTo)
    .map(({ number, at }) => at - askedAt.data[number]!)
    .sort((a, b) => a - b)
  const age = ages[Math.floor(ages.length * ripeShare)] ?? 0
  const latest = Math.min(upTo, lastTimeOf(history, numbers)) - age
  const judged = numbers.filter((number) => askedAt.data[number]! <= latest)
  const least = Math.ceil(numbers.length * leastRipe)
  return judged.length < least ? numbers.slice(0, least) : judged
}

/** Returns the latest time at which one of these questions was asked, answered or judged. */
function lastTimeOf({ questions, answers }: History, numbers: readonly number[]): number {
  let last = Number.NEGATIVE_INFINITY
  // A forgotten question has no time.
  const take = (time: number) => {
    if (time > last && time < Number.POSITIVE_INFINITY) last = time
  }
  for (const number of numbers) {
    take(questions.askedAt.data[number]!)
    for (let a = questions.firstAnswer.data[number]!; a >= 0; a = answers.nextOfQuestion.data[a]!)
      for (const times of [answers.answeredAt, answers.acceptedAt, answers.ratedAt]) take(times.data[a]!)
  }
  return last
}

const mostRefitted = 600

/**
 * Fits the probability of resolution to the newest 600 questions. Awaits `yieldToEventLoop` after each question, so that a routing
 * thread can run it.
 *
 * A question counts as resolved if it was answered, so the history must hold only settled questions. Each half is also predicted
 * from the other half, for `isHopeless`.
 */
export async function refitProspects(ranker: Ranker, yieldToEventLoop: () => Promise<void> | undefined): Promise<void> {
  const { history } = ranker
  const cases: Case[] = []
  const wasResolved = outcomeOf(true)
  const numbers = afterTheFirst(history.questions, Number.POSITIVE_INFINITY).slice(-mostRefitted)
  for (const number of numbers) {
    const isResolved = wasResolved(history, number, Number.POSITIVE_INFINITY)
    cases.push({ ...viewThen(ranker, number, { mix: ranker.mix, byAnswers: true }), isResolved })
    await yieldToEventLoop()
  }
  // Split by a hash of the position, so that periodic patterns occur in both halves.
  const halves = [0, 1].map((half) => cases.filter((_, i) => Math.imul(i, 2_654_435_761) >>> 31 === half)) as [
    Case[],
    Case[],
  ]
  const judged = [judge(halves[0], halves[1]), judge(halves[1], halves[0])].flat()
  ranker.prospects = { ...prospectsOf(cases), judged, byAnswers: true, knownUpTo: lastTimeOf(history, numbers) }
}

function judge(known: Case[], unknown: Case[]): Judged[] {
  const { logistic } = prospectsOf(known)
  if (!logistic) return []
  return unknown.map(({ clues, isResolved: isRight }) => ({ confidence: probabilityOf(logistic, clues), isRight }))
}

type Case = Pick<View, 'clues' | 'closest'> & { readonly isResolved: boolean }

/** Returns the evidence about a past question from before it was asked. */
function viewThen(ranker: Ranker, number: number, judging: Judging): Pick<View, 'clues' | 'closest'> {
  const { questions } = ranker.history
  const asker = questions.asker.data[number]!
  const terms = new Set(
    questions.terms.data.subarray(questions.firstTerm.data[number]!, questions.firstTerm.data[number + 1]!),
  )
  const askedAt = questions.askedAt.data[number]!
  const { clues, closest } = viewOf(ranker, { terms, asker }, askedAt, (person) => person !== asker, judging)
  return { clues, closest }
}

function prospectsOf(cases: readonly Case[]): Prospects {
  const clues = cases.map((one) => one.clues)
  const outcomes = cases.map((one) => one.isResolved)
  const resolved = outcomes.filter((outcome) => outcome).length
  const share = (resolved + 1) / (outcomes.length + 2)
  const enough = outcomes.length >= leastCases && resolved >= leastOfEach && outcomes.length - resolved >= leastOfEach
  const closest = cases.map((one) => one.closest).sort((a, b) => a - b)
  const leastClosest = (closest[Math.floor(closest.length * unlikeShare)] ?? 0) / 2
  const logistic = enough ? fitLogistic(clues, outcomes, { ridge: 5 }) : undefined
  return { cases: outcomes.length, share, logistic, leastClosest, judged: [] }
}
