import type { RoutingFinding, RoutingVerdict, TextQuery } from '@askline/contracts'
import { standardWeight } from '@askline/domain'
import type { CompanyEvidence } from '../evidence/company-evidence.ts'
import { policyVersionOf } from '../routing/explain.ts'
import { languageNeeded } from '../routing/plan-wave.ts'

const standardLimit = 10

/** What keeps somebody who could be asked at another time. */
const hindrances: Partial<Record<RoutingVerdict, string>> = {
  at_capacity: 'holds as many questions as the capacity allows',
  outside_hours: 'is outside the working hours just now',
  away: 'is away',
  offline: 'is offline',
}

/**
 * Whom a question of this text would go to, and whether it should, by the same evidence as routing: nobody is asked, and
 * nothing is noted. `predictedClass`: what the company's classifier says of the text.
 */
export function predictRouting(
  evidence: CompanyEvidence,
  { text, language: told, limit = standardLimit }: TextQuery,
  predictedClass: string | null,
): RoutingFinding {
  const { roster } = evidence
  const language = languageNeeded({ text, language: told ?? null }, roster)
  const need = { language, units: standardWeight, requirement: undefined, categoryId: '' }
  const free = roster.free(need)
  const candidates = free.size > 0 ? free : roster.able(need)
  const question = { text, ...(language === undefined ? {} : { language }) }
  const advice = evidence.advise(question, candidates)
  const { verdicts } = roster.situation(need)
  return {
    // Before enough questions were seen the confidence is a guess: whoever has experts for it should try them.
    shouldRoute: candidates.size > 0 && (advice.cases === 0 || advice.shouldRoute),
    confidence: candidates.size > 0 ? advice.confidence : 0,
    predictedClass,
    estimatedResponseMs:
      evidence.expectedResponse({ predictedClass: predictedClass ?? undefined, available: free.size })?.ms ?? null,
    experts: evidence.rank(question, candidates, limit).map(({ expertId, score, reasons }) => {
      const hindrance = hindrances[verdicts.get(expertId) ?? 'ranked_below']
      const all = hindrance === undefined ? reasons : [...reasons, hindrance]
      return { expertId, score, reasons: all.length > 0 ? all : ['could be asked now'] }
    }),
    modelVersion: `rules-${policyVersionOf({})}/questions-${evidence.size}`,
  }
}
