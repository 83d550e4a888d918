import type { Requirement } from '@askline/db'
import {
  type Lack,
  languageOfTag,
  type Need,
  type PatientQuestion,
  type RoutableQuestion,
  requirementInForce,
  standardTimes,
  standardWaveSizes,
  standardWeight,
  type WavePlan,
} from '@askline/domain'
import type { RankedExpert } from '@askline/text'
import { keptFeatures } from './kept-features.ts'
import { detectLanguage } from './language.ts'
import type { Roster } from './roster.ts'

export type Candidates = {
  /** Everyone who may be offered the question in this wave. */
  ids: ReadonlySet<string>
  /** How many of them it takes, at most. */
  size: number
  /** Nobody is left to widen to: this wave goes to everyone eligible, those of earlier waves too. */
  isLast: boolean
  /** What they must bring. */
  need: Need
  /** ms until less is required of them; undefined: it stays so. */
  relaxesInMs: number | undefined
  /** Requirements that would count if anybody could ever meet them. */
  passedOver: Requirement[]
  /** Kept free for a heavier question that has waited longer. */
  keptFree: string | undefined
}

/** Nobody can ever take the question. */
export type Lacking = { lack: Lack; passedOver: Requirement[] }

/** The language that whoever is offered the question must speak; undefined when it is in doubt. */
export const languageNeeded = (
  question: Pick<RoutableQuestion, 'language' | 'text'>,
  roster: Roster,
): string | undefined => languageOfTag(question.language) ?? detectLanguage(question.text, roster.spoken)

/** What of a question says whom it needs. */
export type Needy = Pick<RoutableQuestion, 'language' | 'text' | 'type' | 'settings' | 'categoryId'>

/** What whoever answers the question must bring at the least, when all that can relax has relaxed. */
export function leastNeed(question: Needy, roster: Roster): Need {
  const last = question.settings.requirements?.at(-1)
  const { forMs, ...requirement } = last ?? {}
  return {
    language: languageNeeded(question, roster),
    // Who answers beside others holds nothing.
    units: question.type === 'ONE_TO_MANY' ? 0 : (question.settings.weight ?? standardWeight),
    requirement: last && forMs === undefined ? requirement : undefined,
    categoryId: question.categoryId,
  }
}

/**
 * Who may be offered a question in its next wave, or what the company lacks for it: then nobody will ever answer it, as the
 * company is staffed, and agents take it. Whoever declined counts as nobody: they are not asked again.
 */
export function findCandidates(
  question: RoutableQuestion,
  roster: Roster,
  patient?: PatientQuestion,
): Candidates | Lacking {
  const others = (ids: ReadonlySet<string>) => ids.size - (ids.has(question.askerId) ? 1 : 0)
  if (others(roster.active) === 0) return { lack: 'BY_LACK_OF_EXPERTS', passedOver: [] }
  const least = leastNeed(question, roster)
  const anybody = { ...least, requirement: undefined, units: 0 }
  if (others(roster.able(anybody)) === 0) return { lack: 'BY_UNSUPPORTED_LANGUAGE', passedOver: [] }

  const never = [question.askerId, ...question.declinedExpertIds]
  const { inForce, passedOver } = requirementInForce(
    question.settings.requirements ?? [],
    question.ageMs,
    (requirement) => without(roster.able({ ...least, requirement }), never).size > 0,
  )
  if (!inForce) return { lack: 'BY_LACK_OF_EXPERTS', passedOver }

  const need = { ...least, requirement: inForce.requirement }
  const keptFree = patient && expertKeptFree(question, need, patient, roster)
  const eligible = without(roster.free(need), [
    ...never,
    ...question.pendingExpertIds,
    ...(keptFree === undefined ? [] : [keptFree]),
  ])
  const fresh = without(eligible, question.offeredExpertIds)
  const size = sizeOfWave(question)
  const more = { need, relaxesInMs: inForce.endsInMs, passedOver, keptFree }
  if (fresh.size > size) return { ids: fresh, size, isLast: false, ...more }
  return { ids: eligible, size: eligible.size, isLast: true, ...more }
}

/**
 * What is light and young passes a heavy question that fits on no desk, but not for ever: once that one has been `patient`, the
 * expert with the most room of those who can take it is offered nothing younger until it is claimed.
 */
function expertKeptFree(question: RoutableQuestion, { units }: Need, patient: PatientQuestion, roster: Roster) {
  if (units === 0 || patient.questionId === question.questionId || patient.ageMs <= question.ageMs) return undefined
  const { requirements = [], weight = standardWeight } = patient.settings
  const never = [patient.askerId, ...patient.declinedExpertIds]
  const language = languageOfTag(patient.language)
  const heavy = { language, units: weight, requirement: undefined, categoryId: patient.categoryId }
  const canMeet = (requirement: Need['requirement']) => roster.nearest({ ...heavy, requirement }, never) !== undefined
  const { inForce } = requirementInForce(requirements, patient.ageMs, canMeet)
  return inForce && roster.nearest({ ...heavy, requirement: inForce.requirement }, never)
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

/** A wave is not widened sooner than this. */
const leastBeforeWidening = 10_000

/**
 * ms until more experts are asked although the offers of a wave still run: half of what is left of the promised time is for
 * this wave, so that every wave before the answer is due reaches more experts, and faster. Undefined: in time without that.
 */
export function widenInMs(
  promiseLeftMs: number | null | undefined,
  { isLast }: Candidates,
  offerMs: number = standardTimes.offerMs,
): number | undefined {
  // A broken promise is no reason to hurry experts who have just been asked.
  if (isLast || promiseLeftMs == null || promiseLeftMs <= 0) return undefined
  const half = Math.max(leastBeforeWidening, promiseLeftMs / 2)
  return half < offerMs ? half : undefined
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
  more: Pick<WavePlan, 'available' | 'decision' | 'lookAgainMs' | 'predictedClass' | 'promisedMs' | 'widensInMs'> = {},
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
    widensInMs: candidates.relaxesInMs,
    language: candidates.need.language,
    lastResponseMs,
    ...more,
  }
}
