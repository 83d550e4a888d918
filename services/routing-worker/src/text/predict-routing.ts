import type { RoutingFinding, RoutingVerdict, TextQuery } from '@askline/contracts'
import { requirementInForce } from '@askline/domain/people/requirements'
import type { RoutedCategory } from '@askline/domain/routing/category'
import type { Need } from '@askline/domain/routing/hindrance'
import type { CompanyEvidence } from '@askline/learning/evidence/company-evidence'
import { leastCases } from '@askline/text'
import { policyVersionOf } from '../routing/explain-routing.ts'
import type { WithLikelyLanguage } from '../routing/language.ts'
import { leastNeed } from '../routing/plan-wave.ts'
import { hardlyResolved, whyNobody } from './discouragement.ts'

const standardLimit = 10

/** Sentences for verdicts that are temporary. */
const hindrances: Partial<Record<RoutingVerdict, string>> = {
  at_capacity: 'holds as many questions as the capacity allows',
  outside_hours: 'is outside the working hours just now',
  away: 'is away',
  offline: 'is offline',
}

/**
 * Predicts which experts a question of this text and category would go to, by the same evidence and needs as routing. Offers and
 * records nothing. `predictedClass`: the class that the company's classifier found.
 */
export function predictRouting(
  evidence: CompanyEvidence,
  { text, language: told, likelyLanguage, limit = standardLimit }: WithLikelyLanguage<TextQuery>,
  category: RoutedCategory,
  predictedClass: string | null,
): RoutingFinding {
  const { roster } = evidence
  const { categoryId, settings } = category
  const least = leastNeed({ language: told ?? null, likelyLanguage, ...category }, roster)
  const canMeet = (requirement: Need['requirement']) => roster.able({ ...least, requirement }).size > 0
  const { inForce } = requirementInForce(settings.requirements ?? [], 0, canMeet)
  const need = { ...least, requirement: inForce?.requirement }
  const free = inForce ? roster.free(need) : nobody
  const candidates = free.size > 0 || !inForce ? free : roster.able(need)
  const question = {
    text,
    ...(need.language === undefined ? {} : { language: need.language }),
    ...(predictedClass === null ? {} : { topic: predictedClass }),
  }
  // Among all who speak the language, because an expert who is away now can resolve it later.
  const speakers = roster.able({ ...least, requirement: undefined, units: 0 })
  const advice = evidence.advise(question, speakers, settings.leastChance)
  const situation = roster.situation(need)
  const expected = evidence.expectedResponse({
    categoryId,
    predictedClass: predictedClass ?? undefined,
    available: free.size,
    share: settings.promiseShare,
  })
  // With few or no similar questions, experts should try.
  const isAdvised = advice.cases < leastCases || advice.shouldRoute
  const discouraged = isAdvised ? null : hardlyResolved(advice, settings.leastChance)
  const reason = candidates.size === 0 ? whyNobody(roster, least) : discouraged
  return {
    shouldRoute: reason === null,
    reason,
    confidence: candidates.size > 0 ? advice.confidence : 0,
    predictedClass,
    cases: advice.cases,
    estimatedResponseMs: reason ? null : (expected?.ms ?? advice.estimatedResponseTimeInMillis ?? null),
    experts: evidence.rank(question, candidates, limit, settings).map(({ expertId, score, reasons }) => {
      const hindrance = hindrances[situation.verdictOf(expertId) ?? 'ranked_below']
      const all = hindrance === undefined ? reasons : [...reasons, hindrance]
      return { expertId, score, reasons: all.length > 0 ? all : ['could be asked now'] }
    }),
    modelVersion: `rules-${policyVersionOf(settings)}/questions-${evidence.size}`,
  }
}

const nobody: ReadonlySet<string> = new Set()
