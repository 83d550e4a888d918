import { probabilityOf } from '../calibration/logistic.ts'
import { prospectsAsOf } from './prospects.ts'
import { hashedTerms } from './question-terms.ts'
import { viewOf } from './question-view.ts'
import { checked, eligibility, type RankOptions } from './rank.ts'
import type { Ranker } from './ranker-state.ts'
import { noProspects } from './ranker-state.ts'
import type { OpenQuestion } from './resolved-question.ts'

export type RoutingAdvice = {
  readonly shouldRoute: boolean
  /** The confidence worth routing for. */
  readonly least: number
  /** Estimated probability, 0 to 1, that an expert resolves the question: accepted, or well voted or rated. */
  readonly confidence: number
  /**
   * Median time to the first answer of similar questions in ms. Absent if dates are made up or mostly whole days, or if fewer than
   * five times are known.
   */
  readonly estimatedResponseTimeInMillis: number | undefined
  /** Past questions the confidence rests on; 0 means it is a guess. */
  readonly cases: number
}

/** The default confidence worth routing for. */
const standardLeast = 0.3

/**
 * Returns the probability that experts resolve a question. `least` is the confidence worth routing for, .3 by default. Without an
 * eligible expert the confidence is 0.
 *
 * The probability is that among past questions, so leave enough time for answers. If one outcome is too rare to fit a regression, it
 * is the plain share. For a question that is less than half as similar to past ones as 99 of 100 of those were, it is a guess.
 */
export function shouldRoute(
  ranker: Ranker,
  question: OpenQuestion,
  asked: RankOptions & { readonly least?: number },
): RoutingAdvice {
  const options = checked(question, asked)
  const asker = question.askerId === undefined ? -1 : (ranker.history.people.numbers.get(question.askerId) ?? -1)
  const { mix, prospects } = prospectsAsOf(ranker, options.asOf)
  const { logistic, share, cases, leastClosest, byAnswers } = prospects
  const isEligible = eligibility(ranker, asker, options)
  const view = viewOf(ranker, { ...hashedTerms(question), asker }, options.asOf, isEligible, { mix, byAnswers })
  const hasProfile = ranker.profiles.size > 0 && options.candidates?.size !== 0
  const { least = standardLeast } = options
  const isLike = view.closest > 0 && view.closest >= leastClosest
  const plain = isLike ? share : noProspects.share
  const chance = isLike && logistic ? probabilityOf(logistic, view.clues) : plain
  const confidence = view.candidates > 0 ? chance : hasProfile ? plain / 2 : 0
  return {
    shouldRoute: confidence >= least,
    least,
    confidence,
    estimatedResponseTimeInMillis: ranker.timesAreReal ? view.responseTime : undefined,
    cases: isLike ? cases : 0,
  }
}

/** Past questions that `isHopeless` requires, and how many of them must be as hopeless as this one. */
const leastJudged = 200
const leastAsHopeless = 20

export type Hopelessness = { readonly isHopeless: boolean; readonly chance: number; readonly cases: number }

/**
 * Returns whether the probability that experts resolve a question is reliably below `least`.
 *
 * This requires that `refitProspects` judged 200 past questions, at least 20 of them below `least`. Of these, at most the share
 * `least` was resolved. If one outcome was too rare to fit a regression, 200 past questions are enough. A guess never counts.
 */
export function isHopeless(
  ranker: Ranker,
  question: OpenQuestion,
  options: RankOptions & { readonly least: number },
): Hopelessness {
  const { judged, logistic } = prospectsAsOf(ranker, options.asOf).prospects
  const { confidence: chance, cases } = shouldRoute(ranker, question, options)
  if (cases === 0) return { isHopeless: false, chance, cases }
  if (!logistic) return { isHopeless: cases >= leastJudged && chance < options.least, chance, cases }
  const alike = judged.filter(({ confidence }) => confidence < options.least)
  const resolved = alike.filter(({ isRight }) => isRight).length
  const isSure = judged.length >= leastJudged && alike.length >= leastAsHopeless
  const isTrue = resolved / Math.max(1, alike.length) <= options.least
  return { isHopeless: isSure && isTrue && chance < options.least, chance, cases: judged.length }
}
