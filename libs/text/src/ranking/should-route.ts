import { probabilityOf } from '../calibration/logistic.ts'
import { noProspects, prospectsAsOf } from './prospects.ts'
import { hashedTerms } from './question-terms.ts'
import { viewOf } from './question-view.ts'
import { checked, eligibility, type RankOptions } from './rank.ts'
import type { Ranker } from './ranker.ts'
import type { OpenQuestion } from './resolved-question.ts'

export type RoutingAdvice = {
  readonly shouldRoute: boolean
  /** The confidence worth routing for. */
  readonly least: number
  /** Estimated probability, 0 to 1, that an expert resolves the question: accepted, or well voted or rated. */
  readonly confidence: number
  /** Median time to the first answer of similar questions in milliseconds; absent when times mean nothing, are mostly whole days, or fewer than five are known. */
  readonly estimatedResponseTimeInMillis: number | undefined
  /** Past questions the confidence rests on; 0 means it is a guess. */
  readonly cases: number
}

/** The confidence worth routing for, unless told. */
const standardLeast = 0.3

/**
 * Whether experts can be expected to resolve a question at all. `least` is the confidence worth routing for, .3 when absent.
 * Without any eligible expert the confidence is 0. The chance is that among past questions, so leave enough time for answers to come.
 * Where they are too few of an outcome to fit it to, it is their plain share. It is a guess, whatever they say, for a question that is
 * less than half as like any of them as 99 of 100 of them were like an earlier one.
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

/** Past questions that `isHopeless` must have, and so many of them as hopeless as this one. */
const leastJudged = 200
const leastAsHopeless = 20

export type Hopelessness = { readonly isHopeless: boolean; readonly chance: number; readonly cases: number }

/**
 * Whether experts resolve a question with less than the probability `least`, and certainly so: `refitProspects` has judged
 * 200 past questions, it found 20 at least as hopeless as this one among them, and of those no larger share was resolved; or of 200
 * so few were resolved that nothing can be fitted. Never by a guess.
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
