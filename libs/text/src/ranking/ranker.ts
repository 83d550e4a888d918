import { expectObject, expectResolved, expectText } from './expected.ts'
import type { ExpertProfile, WholeProfile } from './expert-profile.ts'
import { lessonOf } from './fit-mix.ts'
import { teachLater } from './living-mix.ts'
import { buildPriorMix } from './mix.ts'
import { fitProspects } from './prospects.ts'
import { hashOfTag, termsOfQuestion } from './question-terms.ts'
import { noProspects, type Ranker } from './ranker-state.ts'
import { buildHistory, forgetQuestionIn, numberOfPerson, recordQuestion } from './ranking-history.ts'
import type { ResolvedQuestion } from './resolved-question.ts'
import { afterTheFirst, teachMix } from './taught.ts'
import { buildWorkingMemory } from './working-memory.ts'

export type RankerOptions = {
  /** False when times of day and durations in the history mean nothing, as after an import without real dates. */
  readonly timesAreReal?: boolean
  /** Seed of everything random in fitting. */
  readonly seed?: number
}

/**
 * Builds a ranker from past questions, in any order, and the profiles of the company's experts, and fits the mix of signals to them.
 * Takes about a second per 500 questions fitted, at most 4,000: build in a worker thread.
 */
export function buildRanker(
  history: readonly ResolvedQuestion[],
  experts: readonly ExpertProfile[] = [],
  options: RankerOptions = {},
): Ranker {
  const ranker: Ranker = {
    history: buildHistory(),
    profiles: new Map(),
    expertsByTopic: new Map(),
    memory: buildWorkingMemory(),
    timesAreReal: options.timesAreReal ?? true,
    seed: options.seed ?? 1,
    mix: buildPriorMix(Number.POSITIVE_INFINITY),
    learnedUpTo: Number.NEGATIVE_INFINITY,
    prospects: noProspects,
    pastMixes: new Map(),
    taught: new Set(),
    pending: [],
  }
  for (const profile of experts) updateExpert(ranker, profile)
  for (const question of history) expectResolved(question)
  for (const question of [...history].sort((a, b) => a.askedAt - b.askedAt)) recordQuestion(ranker.history, question)
  refit(ranker)
  return ranker
}

/** Fits the mix of signals anew to everything learned so far. For worker threads; `learn` keeps the mix moving between. */
export function refit(ranker: Ranker): void {
  const { answers, timeline, questions } = ranker.history
  ranker.mix = teachMix(ranker, Number.POSITIVE_INFINITY)
  ranker.prospects = fitProspects(ranker, afterTheFirst(questions, Number.POSITIVE_INFINITY))
  ranker.pastMixes.clear()
  ranker.taught.clear()
  const lastAnswer = timeline.length === 0 ? -Infinity : answers.answeredAt.data[timeline.data[timeline.length - 1]!]!
  ranker.learnedUpTo = lastAnswer
  ranker.pending.length = 0
}

/**
 * Learns the outcome of a question. The same `questionId` again updates it: new answers, new verdicts, edited text. New answers are
 * evidence immediately. The mix takes one step towards their authors before the next ranking as of a later time.
 */
export function learn(ranker: Ranker, outcome: ResolvedQuestion): void {
  expectResolved(outcome)
  const { answers } = ranker.history
  const firstNew = answers.expert.length
  recordQuestion(ranker.history, outcome)
  const number = ranker.history.questions.ids.numberOf(outcome.questionId)!
  if (answers.expert.length === firstNew) return
  const lesson = lessonOf(ranker, number, Number.POSITIVE_INFINITY, firstNew)
  if (!lesson) return
  const at = answers.answeredAt
    .used()
    .subarray(firstNew)
    .reduce((latest, time) => Math.max(latest, time), -Infinity)
  teachLater(ranker, { at, question: number, lesson })
}

/**
 * Adds or updates a past question without a step of the mix, to build a ranker from more questions than fit in a list. Call `refit`
 * after the last one. Chronological order is fastest.
 */
export function addHistory(ranker: Ranker, question: ResolvedQuestion): void {
  expectResolved(question)
  recordQuestion(ranker.history, question)
}

/** How many questions it holds, the forgotten not counted. */
export function countQuestions(ranker: Ranker): number {
  return ranker.history.questions.byTime.length
}

/** Takes a question out of all evidence, as when it is forgotten or contested. Unknown ids are ignored. */
export function forgetQuestion(ranker: Ranker, questionId: string): void {
  forgetQuestionIn(ranker.history, questionId)
}

/** Adds an expert, or replaces the profile of one. */
export function updateExpert(ranker: Ranker, profile: ExpertProfile): void {
  expectObject('profile', profile)
  expectText('expertId', profile.expertId)
  const expert = numberOfPerson(ranker.history, profile.expertId)
  unlist(ranker, expert)
  enlist(ranker, expert, profile)
}

/** Files an expert's profile under all it names. */
export function enlist(ranker: Ranker, expert: number, profile: ExpertProfile): void {
  const whole = { ...profile, languages: profile.languages ?? [], topics: profile.topics ?? [] }
  ranker.profiles.set(expert, whole)
  for (const term of termsOfProfile(whole)) {
    const named = ranker.expertsByTopic.get(term)
    if (named) named.add(expert)
    else ranker.expertsByTopic.set(term, new Set([expert]))
  }
}

function unlist(ranker: Ranker, expert: number): void {
  const profile = ranker.profiles.get(expert)
  if (!profile) return
  for (const term of termsOfProfile(profile)) ranker.expertsByTopic.get(term)?.delete(expert)
}

/** Hashes under which a profile is found: each topic as a tag, and its stems. */
function termsOfProfile(profile: WholeProfile): Set<number> {
  const topics = [...profile.topics, ...Object.keys(profile.declaredLevels ?? {})]
  const terms = new Set<number>()
  for (const topic of topics) {
    terms.add(hashOfTag(topic))
    for (const language of profile.languages.length > 0 ? profile.languages : ['en'])
      for (const term of termsOfQuestion({ text: topic.replaceAll('-', ' '), language }).frequencies.keys())
        terms.add(term)
  }
  return terms
}
