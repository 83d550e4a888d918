import { type Lack, type RoutableQuestion, standardTimes, type WavePlan } from '@askline/domain'
import type { RankedExpert } from '@askline/text'
import { keptFeatures } from './kept-features.ts'
import { detectLanguage, languageOfTag } from './language.ts'
import type { Roster } from './roster.ts'

/** Experts of the first waves, decisions §8; after them everyone eligible. */
export const standardWaveSizes = [3, 6, 12] as const

export type Candidates = {
  /** Everyone who may be offered the question in this wave. */
  ids: ReadonlySet<string>
  /** How many of them it takes, at most. */
  size: number
  /** Nobody is left to widen to: this wave goes to everyone eligible, those of earlier waves too. */
  isLast: boolean
  /** The language they must speak. */
  language: string | undefined
}

/** The language that whoever is offered the question must speak; undefined when it is in doubt. */
export const languageNeeded = (
  question: Pick<RoutableQuestion, 'language' | 'text'>,
  roster: Roster,
): string | undefined => languageOfTag(question.language) ?? detectLanguage(question.text, roster.spoken)

/**
 * Who may be offered a question in its next wave, or what the company lacks for it: then nobody will ever answer it, as the
 * company is staffed, and agents take it.
 */
export function findCandidates(question: RoutableQuestion, roster: Roster): Candidates | Lack {
  const others = (ids: ReadonlySet<string>) => ids.size - (ids.has(question.askerId) ? 1 : 0)
  if (others(roster.active) === 0) return 'BY_LACK_OF_EXPERTS'
  const language = languageNeeded(question, roster)
  if (others(roster.speakers(language)) === 0) return 'BY_UNSUPPORTED_LANGUAGE'

  const eligible = without(roster.free(language), [
    question.askerId,
    ...question.declinedExpertIds,
    ...question.pendingExpertIds,
  ])
  const fresh = without(eligible, question.offeredExpertIds)
  const size = sizeOfWave(question)
  if (fresh.size > size) return { ids: fresh, size, isLast: false, language }
  return { ids: eligible, size: eligible.size, isLast: true, language }
}

function sizeOfWave({ wave, settings }: RoutableQuestion): number {
  return (settings.waveSizes ?? standardWaveSizes)[wave] ?? Number.POSITIVE_INFINITY
}

function without(ids: ReadonlySet<string>, excluded: readonly string[]): ReadonlySet<string> {
  if (!excluded.some((id) => ids.has(id))) return ids
  const rest = new Set(ids)
  for (const id of excluded) rest.delete(id)
  return rest
}

/**
 * The next wave of a question: the best of the candidates, who come `ranked` best first. Without any it is a plan without
 * experts: the question waits for somebody to come.
 */
export function planWave(
  question: RoutableQuestion,
  candidates: Candidates,
  ranked: readonly RankedExpert[],
  lastResponseMs: number,
  more: Pick<WavePlan, 'available' | 'decision' | 'lookAgainMs' | 'promisedMs'> = {},
): WavePlan {
  return {
    questionId: question.questionId,
    companyId: question.companyId,
    expectedWave: question.wave,
    expectedRound: question.round,
    isLast: candidates.isLast,
    offerMs: question.settings.offerMs ?? standardTimes.offerMs,
    experts: ranked.slice(0, candidates.size).map((expert) => ({
      expertId: expert.expertId,
      score: expert.score,
      reasons: expert.reasons,
      features: keptFeatures(expert),
    })),
    language: candidates.language,
    lastResponseMs,
    ...more,
  }
}
