import { fitLogistic, type Logistic, probabilityOf } from '../calibration/logistic.ts'
import type { Judged } from '../calibration/precision-rule.ts'
import type { History } from './history.ts'
import type { Mix } from './mix.ts'
import { type Judging, outcomeOf, timeOfOutcome, type View, viewOf } from './question-view.ts'
import { learnedUpTo, type Ranker } from './ranker.ts'
import { afterTheFirst, boundaryBefore, isPast, mixUpTo } from './taught.ts'

/** The chance of resolution by clues, fitted to `cases` past questions; a plain share while they are too few. */
export type Prospects = {
  readonly cases: number
  readonly share: number
  readonly logistic: Logistic | undefined
  /** Half of how close to an earlier question the one was that was less so than 99 of 100: what is less like any is not judged by them. */
  readonly leastClosest: number
  /** Past questions as the half that was fitted without them predicted them; empty unless asked for. */
  readonly judged: readonly Judged[]
  /** A question counts as resolved when somebody answered it, accepted or not. */
  readonly byAnswers?: boolean | undefined
  /** The latest time of anything it was fitted to, where that is known. */
  readonly knownUpTo?: number | undefined
}

export const noProspects: Prospects = { cases: 0, share: 0.5, logistic: undefined, leastClosest: 0, judged: [] }

const unlikeShare = 0.01

/** Fewer past questions fit nothing, and advise against nothing. */
export const leastCases = 60
const leastOfEach = 10
const mostCases = 2_000
/** By past mix, the chance as of the same time. */
const pastProspects = new WeakMap<Mix, Prospects>()

/**
 * What to judge by at a time: all there is when everything it was fitted to is earlier; else what was known at a boundary before it,
 * as with `mixAsOf`, fitted on first need and kept. The latter is for replaying the past.
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

/** Fits the chance of resolution to the newest past questions, answered or not, each with the evidence before it. */
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

/** At the age by which so many of the resolved questions were resolved, a question is ripe to be judged. */
const ripeShare = 0.9
/** So many questions are judged at least, the eldest: where resolutions take long, few would be left. */
const leastRipe = 0.5

/**
 * The questions, in order of time, without those so young at the end that their resolution may be still to come: counted as
 * unresolved they would make every chance look worse than it is.
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

/** When the last of these questions was asked, answered or judged. */
function lastTimeOf({ questions, answers }: History, numbers: readonly number[]): number {
  let last = Number.NEGATIVE_INFINITY
  // A question that was forgotten meanwhile bears no time.
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
 * Fits the chance of resolution anew to the newest 600 questions, a few at a time: `breathe` is awaited after each, so that a
 * thread that routes can do it. Here a question is resolved when somebody answered it: for histories that hold only questions
 * that were settled, by experts or by others. Each half is also predicted by what the other half says, for `isHopeless`.
 */
export async function refitProspects(ranker: Ranker, breathe: () => Promise<void> | undefined): Promise<void> {
  const { history } = ranker
  const cases: Case[] = []
  const wasResolved = outcomeOf(true)
  const numbers = afterTheFirst(history.questions, Number.POSITIVE_INFINITY).slice(-mostRefitted)
  for (const number of numbers) {
    const isResolved = wasResolved(history, number, Number.POSITIVE_INFINITY)
    cases.push({ ...viewThen(ranker, number, { mix: ranker.mix, byAnswers: true }), isResolved })
    await breathe()
  }
  // By a hash of their place: whatever comes in turns is in both.
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

/** What spoke for a past question before it was asked. */
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
  const logistic = enough ? fitLogistic(clues, outcomes, 5) : undefined
  return { cases: outcomes.length, share, logistic, leastClosest, judged: [] }
}
