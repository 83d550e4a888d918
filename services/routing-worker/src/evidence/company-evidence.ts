import {
  type AnswerTimeRow,
  type CompanyTime,
  levelShares,
  type PastEvidence,
  type ResolvedEvidence,
  type RoutingExpert,
  standardExploration,
  standardPromiseShare,
} from '@askline/domain'
import {
  acquaintances,
  buildRanker,
  countQuestions,
  type Emphasis,
  forgetQuestion,
  type Hopelessness,
  isHopeless,
  learn,
  learnedUpTo,
  type OpenQuestion,
  prefer,
  type RankedExpert,
  type Ranker,
  type RankOptions,
  type RoutingAdvice,
  rank,
  recall,
  refitProspects,
  shouldRoute,
  tryNewcomer,
  updateExpert,
} from '@askline/text'
import { buildBreathing } from '../loops/breathing.ts'
import { Roster } from '../routing/roster.ts'
import { AnswerTimes } from './answer-times.ts'
import { Busyness } from './busyness.ts'
import type { AnswerEstimate } from './estimate-answer.ts'

/** What this process remembers of one company: its experts now, who resolved what, how fast experts answered last. */
export class CompanyEvidence {
  readonly companyId: string
  readonly #ranker: Ranker
  readonly #roster = new Roster()
  #profiles = new Map<string, string>()
  readonly #busyness = new Busyness()
  // The company's time when it was last read, and where this process's stopwatch stood.
  #companyNow = 0
  #readAt = 0
  #lastResponse = { at: 0, ms: 0 }
  readonly #answerTimes = new AnswerTimes()
  #wantsProspects = false
  #refittedAt = 0

  /** `ranker`: what is known of the company's past; nothing unless told. */
  constructor(companyId: string, ranker = buildRanker([], [])) {
    this.companyId = companyId
    this.#ranker = ranker
  }

  get roster(): Roster {
    this.#roster.keepTime(this.now())
    return this.#roster
  }

  /** Questions it knows, as a measure of memory. */
  get size(): number {
    return countQuestions(this.#ranker)
  }

  /** How long experts took to answer the last question, in ms; 0 before any was answered. */
  get lastResponseMs(): number {
    return this.#lastResponse.ms
  }

  /**
   * In how many ms after it is offered an expert will answer a question: what `estimateAnswer` says of this company's newest
   * questions, and what a first wave promises. `share`: so often it must be long enough, .8 unless told. Undefined where too
   * little is known.
   */
  expectedResponse(about: {
    categoryId?: string | undefined
    predictedClass?: string | undefined
    /** How many experts can be asked now. */
    available: number
    share?: number | undefined
  }): AnswerEstimate | undefined {
    const { share = standardPromiseShare, ...rest } = about
    return this.#answerTimes.estimate({ ...rest, share }, this.now())
  }

  /** The company's time, ms since 1970: read from the database lately and carried on by this process's stopwatch. */
  now(): number {
    return this.#companyNow + (performance.now() - this.#readAt)
  }

  /** `readAt`: where this process's stopwatch stood when the time was read; what is done with other news may take seconds. */
  keepTime({ companyNow }: CompanyTime, readAt: number): void {
    // A sandbox was set forward while a refresh had other news to learn.
    if (readAt < this.#readAt) return
    this.#companyNow = companyNow.getTime()
    this.#readAt = readAt
  }

  updateExpert(expert: RoutingExpert): void {
    const held = this.#roster.unitsOf(expert.expertId)
    this.#roster.update(expert)
    if (expert.load > held) this.#busyness.noteTaken(expert.expertId, expert.load - held, this.now())
    // Load and activity change all the time; the profile is read again only when it says something else.
    const profile = JSON.stringify([
      expert.languages,
      expert.topics,
      expert.isOfficial,
      expert.isCertified,
      expert.isElite,
      expert.topicLevels,
    ])
    if (this.#profiles.get(expert.expertId) === profile) return
    this.#profiles.set(expert.expertId, profile)
    updateExpert(this.#ranker, {
      expertId: expert.expertId,
      languages: expert.languages,
      topics: expert.topics,
      isOfficial: expert.isOfficial,
      isCertified: expert.isCertified,
      isElite: expert.isElite,
      declaredLevels: levelShares(expert.topicLevels),
    })
  }

  /** A resolved question, of this company or of its uploaded history. */
  learn(question: ResolvedEvidence | PastEvidence): void {
    learn(this.#ranker, question)
  }

  /** As `learn`, without a lesson in whom to prefer: hundreds of times faster, for what comes in crowds. */
  recall(question: ResolvedEvidence | PastEvidence): void {
    recall(this.#ranker, question)
  }

  /** The asker was forgotten: their question is evidence no more. */
  forget(questionId: string): void {
    forgetQuestion(this.#ranker, questionId)
  }

  /** These experts were just shown a question: in a burst the next one rather goes to others who are nearly as good. */
  noteOffered(expertIds: Iterable<string>): void {
    for (const expertId of expertIds) this.#busyness.noteOffered(expertId, this.now())
  }

  /** How long experts took to answer a question for the first time, or that they never did. */
  heardAnswerTime(row: AnswerTimeRow): void {
    this.#answerTimes.heard(row)
  }

  heardResponse(at: Date, ms: number): void {
    if (at.getTime() >= this.#lastResponse.at)
      this.#lastResponse = { at: at.getTime(), ms: Math.max(0, Math.round(ms)) }
  }

  /**
   * The candidates who will most probably resolve the question, best first, `limit` at most. Who knows the asker has a bonus
   * that fades; it only orders those who can be asked, so nobody waits for somebody who is gone. In a `wave` somebody may be
   * tried in its last place.
   */
  rank(
    question: OpenQuestion,
    candidates: ReadonlySet<string>,
    limit: number,
    wish: RankingWish = {},
    wave?: { places: number; seed: string },
  ): RankedExpert[] {
    if (limit === 0) return []
    const options = {
      asOf: this.#asOf(),
      load: this.#busyness.over(this.roster, this.now()),
      emphasis: wish.weights,
    }
    const best = this.#best(question, candidates, limit, wish, options)
    if (!wave) return best
    const explore = { share: wish.exploration ?? standardExploration, seed: wave.seed, place: wave.places }
    return tryNewcomer(this.#ranker, question, best, { ...options, candidates, explore })
  }

  #best(
    question: OpenQuestion,
    candidates: ReadonlySet<string>,
    limit: number,
    wish: RankingWish,
    options: RankOptions,
  ): RankedExpert[] {
    const best = rank(this.#ranker, question, { ...options, limit, candidates })
    const bonuses =
      question.askerId === undefined
        ? undefined
        : acquaintances(this.#ranker, question.askerId, this.now(), wish.preference)
    const known = new Set([...(bonuses?.keys() ?? [])].filter((expertId) => candidates.has(expertId)))
    if (!bonuses || known.size === 0) return best
    const acquainted = rank(this.#ranker, question, { ...options, limit: known.size, candidates: known })
    return prefer(best, acquainted, bonuses, limit)
  }

  /**
   * Evidence counts strictly before this: what was read a moment ago must not be a moment too young. Whatever was learned counts,
   * also what bears a time to come: a mix as of an earlier time would be fitted first, which takes minutes of a large company.
   */
  #asOf(): number {
    return Math.max(this.now(), learnedUpTo(this.#ranker)) + 1_000
  }

  /** Whether experts hardly ever resolve such a question, and certainly so. Asked for, it is learned: see `isRefitDue`. */
  isHopeless(question: OpenQuestion, candidates: ReadonlySet<string>, least: number): Hopelessness {
    this.#wantsProspects = true
    return isHopeless(this.#ranker, question, { asOf: this.#asOf(), candidates, least })
  }

  /** What somebody asked for of the company's evidence of before, they ask for of this. */
  follow(earlier: CompanyEvidence): void {
    this.#wantsProspects ||= earlier.#wantsProspects
  }

  /** Whether it is time to learn anew what experts resolve: somebody asks for it, and a tenth more is known than the last time. */
  get isRefitDue(): boolean {
    return this.#wantsProspects && this.size >= this.#refittedAt * 1.1 + 20
  }

  /** Learns anew what experts resolve. Breathes; never twice at the same time. */
  async refit(): Promise<void> {
    const { size } = this
    await refitProspects(this.#ranker, buildBreathing())
    this.#refittedAt = size
  }

  /**
   * Whether one of the candidates can be expected to resolve the question. Asked for, it is learned: see `isRefitDue`. Its time
   * to an answer is that of similar questions, and there only where no settled question of this company's own has told of any.
   * `least`: the confidence worth routing for, where the category says it.
   */
  advise(question: OpenQuestion, candidates: ReadonlySet<string>, least: number | undefined): RoutingAdvice {
    this.#wantsProspects = true
    const advice = shouldRoute(this.#ranker, question, { asOf: this.#asOf(), candidates, ...(least ? { least } : {}) })
    return this.#answerTimes.isEmpty ? advice : { ...advice, estimatedResponseTimeInMillis: undefined }
  }
}

/** What a category wants of the ranking: see `CategorySettings`. */
export type RankingWish = {
  weights?: Emphasis | undefined
  preference?: number | undefined
  exploration?: number | undefined
}
