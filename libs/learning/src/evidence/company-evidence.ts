import { categoryDefaults } from '@askline/contracts'
import { levelShares } from '@askline/domain/people/requirements'
import type { RoutingExpert } from '@askline/domain/routing/routing-experts'
import { buildEventLoopYield } from '@askline/runtime'
import {
  acquaintances,
  addHistory,
  buildRanker,
  countQuestions,
  type Emphasis,
  finish,
  forgetQuestion,
  type Hopelessness,
  isHopeless,
  learn,
  learnedUpTo,
  type OpenQuestion,
  type RankedExpert,
  type Ranker,
  type RoutingAdvice,
  rank,
  refitProspects,
  type Steps,
  shouldRoute,
  tryNewcomer,
  updateExpert,
} from '@askline/text'
import { AnswerTimes } from './answer-times.ts'
import { Busyness } from './busyness.ts'
import type { CompanyTime } from './company-times.ts'
import type { AnswerEstimate } from './estimate-answer.ts'
import type { PastEvidence } from './past-evidence.ts'
import type { ResolvedEvidence } from './resolved-evidence.ts'
import { Roster } from './roster.ts'
import type { AnswerTimeRow } from './settled-questions.ts'

/** The evidence of one company in memory: its experts, who resolved what, and recent answer times. */
export class CompanyEvidence {
  readonly companyId: string
  readonly #ranker: Ranker
  readonly #roster = new Roster()
  #profiles = new Map<string, string>()
  readonly #busyness = new Busyness()
  // Company time when it was last read, and this process's clock at that moment.
  #companyNow = 0
  #readAt = 0
  #lastResponse = { at: 0, ms: 0 }
  readonly #answerTimes = new AnswerTimes()
  #wantsProspects = false
  #refittedAt = 0

  /** `ranker` holds the company's past; empty by default. */
  constructor(companyId: string, ranker = buildRanker([], [])) {
    this.companyId = companyId
    this.#ranker = ranker
  }

  get roster(): Roster {
    this.#roster.setTime(this.now())
    return this.#roster
  }

  /** Number of known questions, as a measure of memory. */
  get size(): number {
    return countQuestions(this.#ranker)
  }

  /** How long experts took to answer the last question, in ms; 0 if none was answered. */
  get lastResponseMs(): number {
    return this.#lastResponse.ms
  }

  /**
   * Returns the time within which an expert will answer a question, in ms, as `estimateAnswer` computes it. A first wave promises
   * it. `share` of all estimates must be long enough (.8 by default). Returns `undefined` if too little is known.
   */
  expectedResponse(about: {
    categoryId?: string | undefined
    predictedClass?: string | undefined
    /** Experts who can be offered the question now. */
    available: number
    share?: number | undefined
  }): AnswerEstimate | undefined {
    const { share = categoryDefaults.promiseShare, ...rest } = about
    return this.#answerTimes.estimate({ ...rest, share }, this.now())
  }

  /** Returns company time in ms since 1970: the last time read from the database plus the time elapsed since. */
  now(): number {
    return this.#companyNow + (performance.now() - this.#readAt)
  }

  /** `readAt`: this process's clock when the time was read. Processing the other news may take seconds. */
  setTime({ companyNow }: CompanyTime, readAt: number): void {
    // A sandbox clock may have been advanced while a refresh was processing other news.
    if (readAt < this.#readAt) return
    this.#companyNow = companyNow.getTime()
    this.#readAt = readAt
  }

  updateExpert(expert: RoutingExpert): void {
    const held = this.#roster.unitsOf(expert.expertId)
    this.#roster.update(expert)
    if (expert.load > held) this.#busyness.subtractClaimed(expert.expertId, expert.load - held, this.now())
    // Load and activity change constantly, so the profile is compared before it is indexed again.
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

  /** Adds a resolved question and updates the ranking weights. */
  learn(question: ResolvedEvidence | PastEvidence): void {
    learn(this.#ranker, question)
  }

  /** Adds a question without updating the ranking weights. Hundreds of times faster than `learn`, for bulk loads. */
  addHistory(question: ResolvedEvidence | PastEvidence): void {
    addHistory(this.#ranker, question)
  }

  /** Removes a question whose asker was forgotten. */
  forget(questionId: string): void {
    forgetQuestion(this.#ranker, questionId)
  }

  /** Records recent offers, so that a burst is spread over experts who are nearly as good. */
  addOffers(expertIds: Iterable<string>): void {
    for (const expertId of expertIds) this.#busyness.addOffers(expertId, this.now())
  }

  /** Adds how long experts took to give the first answer, or that they gave none. */
  addAnswerTime(row: AnswerTimeRow): void {
    this.#answerTimes.add(row)
  }

  setLastResponse(at: Date, ms: number): void {
    if (at.getTime() >= this.#lastResponse.at)
      this.#lastResponse = { at: at.getTime(), ms: Math.max(0, Math.round(ms)) }
  }

  /**
   * Returns at most `limit` candidates, most likely to resolve the question first. Experts who helped this asker before get a
   * bonus that fades.
   */
  rank(question: OpenQuestion, candidates: ReadonlySet<string>, limit: number, wish: RankingWish = {}): RankedExpert[] {
    return finish(this.rankInSteps(question, candidates, limit, wish))
  }

  /**
   * Ranks as `rank` does, in steps. Each takes milliseconds with ten thousand candidates. In a `wave`, a new expert may get the last
   * place.
   */
  *rankInSteps(
    question: OpenQuestion,
    candidates: ReadonlySet<string>,
    limit: number,
    wish: RankingWish = {},
    wave?: { places: number; seed: string },
  ): Steps<RankedExpert[]> {
    if (limit === 0) return []
    const options = {
      asOf: this.#asOf(),
      load: this.#busyness.over(this.roster, this.now()),
      emphasis: wish.weights,
    }
    const { askerId } = question
    const bonuses =
      askerId === undefined ? undefined : acquaintances(this.#ranker, askerId, this.now(), wish.preference)
    const best = rank(this.#ranker, question, { ...options, limit, candidates, bonuses })
    if (!wave) return best
    yield
    const explore = { share: wish.exploration ?? categoryDefaults.exploration, seed: wave.seed, place: wave.places }
    return yield* tryNewcomer(this.#ranker, question, best, { ...options, asOf: this.#asOf(), candidates, explore })
  }

  /**
   * Returns a time just after everything learned. An earlier time would fit the ranking weights again, which takes minutes in a
   * large company.
   */
  #asOf(): number {
    return Math.max(this.now(), learnedUpTo(this.#ranker)) + 1_000
  }

  /** Returns whether experts would certainly hardly ever resolve the question. The first call requests a fit: see `isRefitDue`. */
  isHopeless(question: OpenQuestion, candidates: ReadonlySet<string>, least: number): Hopelessness {
    this.#wantsProspects = true
    return isHopeless(this.#ranker, question, { asOf: this.#asOf(), candidates, least })
  }

  /** Takes over the requests that were made of the company's previous evidence. */
  takeOverRequests(earlier: CompanyEvidence): void {
    this.#wantsProspects ||= earlier.#wantsProspects
  }

  /** Whether the chances of resolution must be fitted again: they were requested, and a tenth more questions are known. */
  get isRefitDue(): boolean {
    return this.#wantsProspects && this.size >= this.#refittedAt * 1.1 + 20
  }

  /** Fits the chances of resolution again, yielding to the event loop. Must not run twice concurrently. */
  async refit(): Promise<void> {
    const { size } = this
    await refitProspects(this.#ranker, buildEventLoopYield())
    this.#refittedAt = size
  }

  /**
   * Advises whether one of the candidates is likely to resolve the question. The first call requests a fit: see `isRefitDue`. The
   * answer time is that of similar questions, unless the company's own settled questions tell it. `least`: minimum confidence for
   * routing.
   */
  advise(question: OpenQuestion, candidates: ReadonlySet<string>, least: number | undefined): RoutingAdvice {
    this.#wantsProspects = true
    const advice = shouldRoute(this.#ranker, question, { asOf: this.#asOf(), candidates, ...(least ? { least } : {}) })
    return this.#answerTimes.isEmpty ? advice : { ...advice, estimatedResponseTimeInMillis: undefined }
  }
}

/** Ranking settings of a category: see `CategorySettings`. */
export type RankingWish = {
  weights?: Emphasis | undefined
  preference?: number | undefined
  exploration?: number | undefined
}
