import type { ExpertProfile } from './expert-profile.ts'
import { buildHistory, forgetQuestionIn, type History, numberOfPerson, recordQuestion } from './history.ts'
import { hashOfTag, termsOfQuestion } from './question-terms.ts'
import type { ResolvedQuestion } from './resolved-question.ts'
import { buildSearchDesk, type SearchDesk } from './similar-questions.ts'

/** A company's evidence of who resolves what. Opaque: use the functions of this package. */
export type Ranker = {
  readonly history: History
  readonly profiles: Map<number, ExpertProfile>
  /** Hash of a topic, its words or a tag → experts whose profile names it. */
  readonly expertsByTopic: Map<number, Set<number>>
  readonly removed: Set<number>
  readonly desk: SearchDesk
}

export type RankerOptions = {
  /** False when times of day and durations in the history mean nothing, as after an import without real dates. */
  readonly timesAreReal?: boolean
  /** Seed of everything random in fitting. */
  readonly seed?: number
}

/** Builds a ranker from past questions, in any order, and the profiles of the company's experts. */
export function buildRanker(
  history: readonly ResolvedQuestion[],
  experts: readonly ExpertProfile[],
  _options: RankerOptions = {},
): Ranker {
  const ranker: Ranker = {
    history: buildHistory(),
    profiles: new Map(),
    expertsByTopic: new Map(),
    removed: new Set(),
    desk: buildSearchDesk(),
  }
  for (const profile of experts) updateExpert(ranker, profile)
  for (const question of [...history].sort((a, b) => a.askedAt - b.askedAt)) recordQuestion(ranker.history, question)
  return ranker
}

/** Counts a question's outcome from now on. The same `questionId` again brings it up to date: new answers, new verdicts, edited text. */
export function learn(ranker: Ranker, outcome: ResolvedQuestion): void {
  recordQuestion(ranker.history, outcome)
}

/** Takes a question out of all evidence, as when it is forgotten or contested. Unknown ids are ignored. */
export function forgetQuestion(ranker: Ranker, questionId: string): void {
  forgetQuestionIn(ranker.history, questionId)
}

/** Adds an expert or replaces the profile of one; a removed expert becomes rankable again with the old record. */
export function updateExpert(ranker: Ranker, profile: ExpertProfile): void {
  const expert = numberOfPerson(ranker.history, profile.expertId)
  unlist(ranker, expert)
  ranker.removed.delete(expert)
  ranker.profiles.set(expert, profile)
  for (const term of termsOfProfile(profile)) {
    const named = ranker.expertsByTopic.get(term)
    if (named) named.add(expert)
    else ranker.expertsByTopic.set(term, new Set([expert]))
  }
}

/** The expert is never ranked again, unless updated. The answers stay evidence of what the company was asked. */
export function removeExpert(ranker: Ranker, expertId: string): void {
  const expert = numberOfPerson(ranker.history, expertId)
  unlist(ranker, expert)
  ranker.profiles.delete(expert)
  ranker.removed.add(expert)
}

function unlist(ranker: Ranker, expert: number): void {
  const profile = ranker.profiles.get(expert)
  if (!profile) return
  for (const term of termsOfProfile(profile)) ranker.expertsByTopic.get(term)?.delete(expert)
}

/** Hashes under which a profile is found: each topic as a tag, and its stems. */
export function termsOfProfile(profile: ExpertProfile): Set<number> {
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
