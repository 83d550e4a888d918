import { createHash } from 'node:crypto'
import type { RoutingVerdict } from '@askline/contracts'
import type { RoutingFacts } from '@askline/db'
import { mostNamed, type RoutingDecision } from '@askline/domain/routing/decision'
import type { RoutableQuestion } from '@askline/domain/routing/routable'
import type { Roster } from '@askline/learning/evidence/roster'
import type { RankedExpert } from '@askline/text'
import { type Candidates, type DecidedQuestion, type Lacking, leastNeed, opensWithoutOffers } from './plan-wave.ts'

/** Version of the routing rules. Increase it with every change of them. */
const rules = 8

/** Experts ranked below the wave whose scores are stored. */
export const runnersUp = 3

/** Returns the version of the rules plus a hash of the category's own settings. */
export function policyVersionOf(settings: RoutableQuestion['settings']): string {
  const own = JSON.stringify(settings)
  return own === '{}' ? `${rules}` : `${rules}-${createHash('sha1').update(own).digest('hex').slice(0, 8)}`
}

/** Returns the requirements that were passed over, for the decision; empty if there were none. */
export const passedOverOf = ({ passedOver }: Pick<Candidates, 'passedOver'>): RoutingFacts =>
  passedOver.length === 0 ? {} : { passedOver }

/** Explains why the best of `ranked` are offered the question and the others are not. */
export function explainChoice(
  question: RoutableQuestion,
  roster: Roster,
  candidates: Candidates,
  ranked: readonly RankedExpert[],
): RoutingDecision {
  const { ids, size, need, keptFree } = candidates
  const isOpening = opensWithoutOffers(candidates)
  const situation = roster.situation(need)
  const counts = situation.countsOf()
  const add = (verdict: RoutingVerdict, by: number) => counts.set(verdict, (counts.get(verdict) ?? 0) + by)
  const offered = isOpening ? ids.size : Math.min(size, ranked.length)
  add('ranked_below', -offered)
  add('offered', offered)

  // An expert who is asked has an offer. One who was planned but is no longer available has none, and is only ranked.
  const named: RoutingDecision['candidates'] = ranked.slice(0, mostNamed).map((expert) => ({
    expertId: expert.expertId,
    verdict: isOpening ? 'offered' : 'ranked_below',
    score: keptFigure(expert.score),
    features: keptFeatures(expert),
  }))
  const known = new Set<string>()
  // The history of this question takes precedence over the roster.
  const ruleOut = (verdict: RoutingVerdict, expertIds: readonly string[]) => {
    for (const expertId of expertIds) {
      const otherwise = situation.verdictOf(expertId)
      if (otherwise === undefined || ids.has(expertId) || known.has(expertId)) continue
      known.add(expertId)
      add(otherwise, -1)
      add(verdict, 1)
      if (named.length < mostNamed) named.push({ expertId, verdict })
    }
  }
  ruleOut('asker', [question.askerId])
  ruleOut('declined', question.declinedExpertIds)
  ruleOut('offer_open', question.pendingExpertIds)
  ruleOut('already_offered', question.offeredExpertIds)
  ruleOut('kept_free', keptFree === undefined ? [] : [keptFree])
  return {
    policyVersion: policyVersionOf(question.settings),
    language: need.language,
    requirement: need.requirement,
    candidates: named,
    counts: Object.fromEntries([...counts].filter(([, count]) => count > 0)),
    ...situation.picture(),
  }
}

/** Explains why no expert of the company can ever take the question. */
export function explainLack(question: DecidedQuestion, roster: Roster, { passedOver }: Lacking): RoutingDecision {
  const need = leastNeed(question, roster)
  const nobody = {
    ids: new Set<string>(),
    size: 0,
    isLast: true,
    isOpen: false,
    need,
    relaxesInMs: undefined,
    keptFree: undefined,
  }
  return { ...explainChoice(question, roster, { ...nobody, passedOver }, []), facts: passedOverOf({ passedOver }) }
}

/** Returns the ranking features that are not zero. Most are zero for most experts. */
function keptFeatures({ features }: RankedExpert): Record<string, number> {
  const kept: Record<string, number> = {}
  for (const name in features) {
    const value = keptFigure(features[name] ?? 0)
    if (value !== 0) kept[name] = value
  }
  return kept
}

/** Rounds to a thousandth. */
const keptFigure = (value: number) => Math.round(value * 1_000) / 1_000
