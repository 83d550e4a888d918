import { fitLogistic, type Logistic, probabilityOf } from '../calibration/logistic.ts'
import type { Judged } from '../calibration/precision-rule.ts'
import { type Eligible, gather, type HashedQuestion } from './gather.ts'
import type { History } from './history.ts'
import { type Mix, setLift, standardise, weigh } from './mix.ts'
import { termsOfQuestion } from './question-terms.ts'
import { checked, eligibility, type RankOptions } from './rank.ts'
import { learnedUpTo, type Ranker } from './ranker.ts'
import type { OpenQuestion } from './resolved-question.ts'
import { place, width } from './signals.ts'
import { byRarity } from './similar-questions.ts'
import { afterTheFirst, boundaryBefore, isPast, mixUpTo } from './taught.ts'

/** The chance of resolution by clues, fitted to `cases` past questions; a plain share while they are too few. */
export type Prospects = {
  readonly cases: number
  readonly share: number
  readonly logistic: Logistic | undefined
  /** Past questions as the half that was fitted without them predicted them; empty unless asked for. */
  readonly judged: readonly Judged[]
  /** A question counts as resolved when somebody answered it, accepted or not. */
  readonly byAnswers?: boolean | undefined
  /** The latest time of anything it was fitted to, where that is known. */
  readonly knownUpTo?: number | undefined
}

export type RoutingAdvice = {
  readonly shouldRoute: boolean
  /** Estimated probability, 0 to 1, that an expert resolves the question: accepted, or well voted or rated. */
  readonly confidence: number
  /** Median time to the first answer of similar questions in milliseconds; absent when times mean nothing, are mostly whole days, or fewer than five are known. */
  readonly estimatedResponseTimeInMillis: number | undefined
  /** Past questions the confidence was fitted to; 0 means it is a guess. */
  readonly cases: number
}

export const noProspects: Prospects = { cases: 0, share: 0.5, logistic: undefined, judged: [] }

const leastCases = 60
const leastOfEach = 10
const mostCases = 2_000
const similarRead = 30
const leastTimes = 5
const day = 86_400_000

/**
 * Whether experts can be expected to resolve a question at all. `least` is the confidence worth routing for, .3 when absent.
 * Without any eligible expert the confidence is 0. The chance is that among past questions, so leave enough time for answers to come.
 */
export function shouldRoute(
  ranker: Ranker,
  question: OpenQuestion,
  asked: RankOptions & { readonly least?: number },
): RoutingAdvice {
  const options = checked(question, asked)
  const asker = question.askerId === undefined ? -1 : (ranker.history.people.numbers.get(question.askerId) ?? -1)
  const terms = new Set(termsOfQuestion(question).frequencies.keys())
  const { mix, prospects } = prospectsAsOf(ranker, options.asOf)
  const { logistic, share, cases, byAnswers } = prospects
  const isEligible = eligibility(ranker, asker, options)
  const view = viewOf(ranker, { terms, asker }, options.asOf, isEligible, { mix, byAnswers })
  const hasProfile = ranker.profiles.size > 0 && options.candidates?.size !== 0
  const confidence =
    view.candidates > 0 ? (logistic ? probabilityOf(logistic, view.clues) : share) : hasProfile ? share / 2 : 0
  return {
    shouldRoute: confidence >= (options.least ?? 0.3),
    confidence,
    estimatedResponseTimeInMillis: ranker.timesAreReal ? view.responseTime : undefined,
    cases: logistic ? cases : 0,
  }
}

/** By past mix, the chance as of the same time. */
const pastProspects = new WeakMap<Mix, Prospects>()

/**
 * What to judge by at a time: all there is when everything it was fitted to is earlier; else what was known at a boundary before it,
 * as with `mixAsOf`, fitted on first need and kept. The latter is for replaying the past.
 */
function prospectsAsOf(ranker: Ranker, asOf: number): { mix: Mix; prospects: Prospects } {
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

/** What past questions are judged by: a mix, answers or verdicts, and outcomes before a time. */
type Judging = { readonly mix: Mix; readonly byAnswers?: boolean | undefined; readonly upTo?: number }

/** Fits the chance of resolution to the newest past questions, answered or not, each with the evidence before it. */
export function fitProspects(
  ranker: Ranker,
  numbers: readonly number[],
  judging: Judging = { mix: ranker.mix },
): Prospects {
  const { byAnswers, upTo = Number.POSITIVE_INFINITY } = judging
  const wasResolved = byAnswers ? isAnswered : isResolved
  const judged = numbers.slice(-mostCases)
  const cases: Case[] = judged.map((number) => ({
    clues: cluesOf(ranker, number, judging),
    isResolved: wasResolved(ranker.history, number, upTo),
  }))
  return { ...prospectsOf(cases), byAnswers, knownUpTo: lastTimeOf(ranker.history, judged) }
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
  const numbers = afterTheFirst(history.questions, Number.POSITIVE_INFINITY).slice(-mostRefitted)
  for (const number of numbers) {
    const isResolved = isAnswered(history, number, Number.POSITIVE_INFINITY)
    cases.push({ clues: cluesOf(ranker, number, { mix: ranker.mix, byAnswers: true }), isResolved })
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

/** Past questions that `isHopeless` must have, and so many of them as hopeless as this one. */
const leastJudged = 200
const leastAsHopeless = 20

export type Hopelessness = { readonly isHopeless: boolean; readonly chance: number; readonly cases: number }

/**
 * Whether experts resolve a question with less than the probability `least`, and certainly so: `refitProspects` has judged
 * 200 past questions, it found 20 at least as hopeless as this one among them, and of those no larger share was resolved.
 */
export function isHopeless(
  ranker: Ranker,
  question: OpenQuestion,
  options: RankOptions & { readonly least: number },
): Hopelessness {
  const { judged, logistic } = prospectsAsOf(ranker, options.asOf).prospects
  const { confidence: chance } = shouldRoute(ranker, question, options)
  const alike = judged.filter(({ confidence }) => confidence < options.least)
  const resolved = alike.filter(({ isRight }) => isRight).length
  const isSure = logistic !== undefined && judged.length >= leastJudged && alike.length >= leastAsHopeless
  const isTrue = resolved / Math.max(1, alike.length) <= options.least
  return { isHopeless: isSure && isTrue && chance < options.least, chance, cases: judged.length }
}

type Case = { readonly clues: Float64Array; readonly isResolved: boolean }

/** What spoke for a past question before it was asked. */
function cluesOf(ranker: Ranker, number: number, judging: Judging): Float64Array {
  const { questions } = ranker.history
  const asker = questions.asker.data[number]!
  const terms = new Set(
    questions.terms.data.subarray(questions.firstTerm.data[number]!, questions.firstTerm.data[number + 1]!),
  )
  return viewOf(ranker, { terms, asker }, questions.askedAt.data[number]!, (person) => person !== asker, judging).clues
}

function prospectsOf(cases: readonly Case[]): Prospects {
  const clues = cases.map((one) => one.clues)
  const outcomes = cases.map((one) => one.isResolved)
  const resolved = outcomes.filter((outcome) => outcome).length
  const share = (resolved + 1) / (outcomes.length + 2)
  const enough = outcomes.length >= leastCases && resolved >= leastOfEach && outcomes.length - resolved >= leastOfEach
  return { cases: outcomes.length, share, logistic: enough ? fitLogistic(clues, outcomes, 5) : undefined, judged: [] }
}

/** Whether an answer known before a time was accepted, or voted or rated well. */
function isResolved({ questions, answers }: History, number: number, asOf: number): boolean {
  for (let a = questions.firstAnswer.data[number]!; a >= 0; a = answers.nextOfQuestion.data[a]!) {
    if (answers.acceptedAt.data[a]! < asOf) return true
    if (answers.ratedAt.data[a]! < asOf && answers.worth.data[a]! > 0) return true
  }
  return false
}

/** Whether somebody answered before a time. */
function isAnswered({ questions, answers }: History, number: number, asOf: number): boolean {
  for (let a = questions.firstAnswer.data[number]!; a >= 0; a = answers.nextOfQuestion.data[a]!)
    if (answers.answeredAt.data[a]! < asOf) return true
  return false
}

type View = { readonly clues: Float64Array; readonly candidates: number; readonly responseTime: number | undefined }

function viewOf(
  ranker: Ranker,
  question: HashedQuestion,
  asOf: number,
  isEligible: Eligible,
  { mix, byAnswers }: Judging,
): View {
  const wasResolved = byAnswers ? isAnswered : isResolved
  const { history, desk } = ranker
  const seats = gather(ranker, question, asOf, isEligible)
  const row = new Float32Array(width)
  let total = 0
  let active = 0
  for (const seat of seats) {
    row.set(desk.rows.data.subarray(seat * width, (seat + 1) * width))
    if (row[place.active15d]! > 1) active++
    standardise(row, 0)
    setLift(mix, row, 0, desk.people.data[seat]!)
    total += Math.exp(weigh(mix.base, row, 0))
  }
  const rare = byRarity(history, question.terms)
  const all = rare.reduce((sum, { weight }) => sum + weight, 0)
  const similar = desk.similar.sorted().slice(0, similarRead)
  let resolved = 0
  const times: number[] = []
  for (const { key } of similar) {
    if (wasResolved(history, key, asOf)) resolved++
    const time = firstResponseTime(history, key, asOf)
    if (time !== undefined) times.push(time)
  }
  const closest = all === 0 ? 0 : (similar[0]?.value ?? 0) / all
  const share = (resolved + 2) / (similar.length + 4)
  const clues = Float64Array.of(
    Math.log(total + 1e-3),
    Math.log1p(active),
    closest,
    share,
    Math.log1p(question.terms.size),
  )
  return { clues, candidates: seats.length, responseTime: medianTime(times) }
}

/** Nothing from a few, nor where most are whole days: those are dates, and tell no time. */
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
