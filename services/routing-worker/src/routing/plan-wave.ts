import { isDeepStrictEqual } from 'node:util'
import { categoryDefaults, type Requirement } from '@askline/contracts'
import { languageOfTag } from '@askline/domain/people/language-tag'
import { requirementInForce } from '@askline/domain/people/requirements'
import type { Lack } from '@askline/domain/routing/decision'
import type { Need } from '@askline/domain/routing/hindrance'
import type { WavePlan } from '@askline/domain/routing/offer'
import type { PatientQuestion, RoutableQuestion } from '@askline/domain/routing/routable'
import type { Roster } from '@askline/learning/evidence/roster'
import type { EventLoopYield } from '@askline/runtime'
import type { RankedExpert } from '@askline/text'
import { languageOf, type WithLikelyLanguage } from './language.ts'

export type Candidates = {
  /** Experts who may be offered the question in this wave. */
  ids: ReadonlySet<string>
  /** Maximum number of experts in the wave. 0: none is offered it. */
  size: number
  /** Whether no more experts are left to widen to. The question is then open to all. */
  isLast: boolean
  /** Whether it is open to all already, under the same requirement, so that routing has nothing to do. */
  isOpen: boolean
  /** The requirements of the question on an expert. */
  need: Need
  /** Time until the requirement relaxes, in ms; undefined if it does not. */
  relaxesInMs: number | undefined
  /** Requirements that were skipped because no expert can ever meet them. */
  passedOver: Requirement[]
  /** Expert reserved for a heavier question that has waited longer. */
  keptFree: string | undefined
}

/** No expert can ever take the question. */
export type Lacking = { lack: Lack; passedOver: Requirement[] }

/** A question as it is decided: with the likely language of its text. */
export type DecidedQuestion = WithLikelyLanguage<RoutableQuestion>

/** The properties of a question that determine its need. */
export type Needy = Pick<DecidedQuestion, 'language' | 'likelyLanguage' | 'type' | 'settings' | 'categoryId'>

/** Returns what the question requires of experts at the least, after everything relaxed that can. */
export function leastNeed(question: Needy, roster: Roster): Need {
  const last = question.settings.requirements?.at(-1)
  const { forMs, ...requirement } = last ?? {}
  return {
    language: languageOf(question, roster.spoken),
    // Several experts may answer, so none of them holds the question.
    units: question.type === 'ONE_TO_MANY' ? 0 : (question.settings.weight ?? categoryDefaults.weight),
    requirement: last && forMs === undefined ? requirement : undefined,
    categoryId: question.categoryId,
  }
}

const anybodyWho = (least: Need): Need => ({ ...least, requirement: undefined, units: 0 })

/**
 * Builds the lists of experts that the decision on a question usually reads, and yields to the event loop meanwhile. `least`: its
 * `leastNeed`. Lists that the decision needs beyond them are built when it reads them.
 */
export async function prepareLists(
  { settings, ageMs }: Pick<RoutableQuestion, 'settings' | 'ageMs'>,
  roster: Roster,
  least: Need,
  yieldToEventLoop: EventLoopYield,
): Promise<void> {
  const { inForce } = requirementInForce(settings.requirements ?? [], ageMs, () => true)
  await roster.prepare(anybodyWho(least), ['able'], yieldToEventLoop)
  await roster.prepare({ ...least, requirement: inForce?.requirement }, ['able', 'free', 'situation'], yieldToEventLoop)
}

/**
 * Returns the experts who may be offered a question in its next wave, or what the company lacks to answer it at all. Experts who
 * declined are never asked again.
 */
export function findCandidates(
  question: DecidedQuestion,
  roster: Roster,
  patient?: PatientQuestion,
  least = leastNeed(question, roster),
): Candidates | Lacking {
  const others = (ids: ReadonlySet<string>) => ids.size - (ids.has(question.askerId) ? 1 : 0)
  if (others(roster.active) === 0) return { lack: 'BY_LACK_OF_EXPERTS', passedOver: [] }
  if (others(roster.able(anybodyWho(least))) === 0) return { lack: 'BY_UNSUPPORTED_LANGUAGE', passedOver: [] }

  const never = [question.askerId, ...question.declinedExpertIds]
  const { inForce, passedOver } = requirementInForce(
    question.settings.requirements ?? [],
    question.ageMs,
    (requirement) => without(roster.able({ ...least, requirement }), never).size > 0,
  )
  if (!inForce) return { lack: 'BY_LACK_OF_EXPERTS', passedOver }

  const need = { ...least, requirement: inForce.requirement }
  const inAnyCase = { need, relaxesInMs: inForce.endsInMs, passedOver }
  if (question.isOpen && isDeepStrictEqual(openRequirement(question), need.requirement))
    return { ids: nobody, size: 0, isLast: true, isOpen: true, keptFree: undefined, ...inAnyCase }
  const keptFree = patient && expertKeptFree(question, need, patient, roster)
  const eligible = without(roster.free(need), [
    ...never,
    ...question.pendingExpertIds,
    ...(keptFree === undefined ? [] : [keptFree]),
  ])
  const shown = question.isOpen ? roster.able({ ...need, units: 0, requirement: openRequirement(question) }) : nobody
  const fresh = without(eligible, [...question.offeredExpertIds, ...shown])
  const size = sizeOfWave(question)
  const more = { keptFree, isOpen: false, ...inAnyCase }
  if (fresh.size > size) return { ids: fresh, size, isLast: false, ...more }
  // The experts of the last named wave get offers. All others see an open question without one.
  if (fresh.size > 0 && size < Number.POSITIVE_INFINITY) return { ids: fresh, size: fresh.size, isLast: true, ...more }
  return { ids: eligible, size: 0, isLast: true, ...more }
}

const nobody: ReadonlySet<string> = new Set()
const openRequirement = ({ openRequirement }: RoutableQuestion) => openRequirement ?? undefined

/**
 * A light question may overtake a heavy one that no expert has capacity for. After `patienceMs` the able expert with the most free
 * capacity gets no younger offers until the heavy question is claimed.
 */
function expertKeptFree(question: RoutableQuestion, { units }: Need, patient: PatientQuestion, roster: Roster) {
  if (units === 0 || patient.questionId === question.questionId || patient.ageMs <= question.ageMs) return undefined
  const { requirements = [], weight = categoryDefaults.weight } = patient.settings
  const never = [patient.askerId, ...patient.declinedExpertIds]
  const language = languageOfTag(patient.language)
  const heavy = { language, units: weight, requirement: undefined, categoryId: patient.categoryId }
  const canMeet = (requirement: Need['requirement']) => roster.nearest({ ...heavy, requirement }, never) !== undefined
  const { inForce } = requirementInForce(requirements, patient.ageMs, canMeet)
  return inForce && roster.nearest({ ...heavy, requirement: inForce.requirement }, never)
}

function sizeOfWave({ wave, settings }: RoutableQuestion): number {
  return (settings.waveSizes ?? categoryDefaults.waveSizes)[wave] ?? Number.POSITIVE_INFINITY
}

function without(ids: ReadonlySet<string>, excluded: readonly string[]): ReadonlySet<string> {
  if (!excluded.some((id) => ids.has(id))) return ids
  const rest = new Set(ids)
  for (const id of excluded) rest.delete(id)
  return rest
}

/** Minimum time before a wave is widened, in ms. */
const leastBeforeWidening = 10_000

/**
 * Returns the time until more experts are offered the question although offers are open, in ms. Half of the remaining promised
 * time is for this wave, so that each wave reaches more experts sooner. Returns `undefined` if the wave ends in time anyway.
 */
export function widenInMs(
  promiseLeftMs: number | null | undefined,
  { isLast }: Candidates,
  offerMs: number = categoryDefaults.offerMs,
): number | undefined {
  // A broken promise is no reason to hurry experts who have just been offered the question.
  if (isLast || promiseLeftMs == null || promiseLeftMs <= 0) return undefined
  const half = Math.max(leastBeforeWidening, promiseLeftMs / 2)
  return half < offerMs ? half : undefined
}

/** Returns whether the question becomes open to all without an offer to anyone. */
export const opensWithoutOffers = ({ ids, size, isLast, isOpen }: Candidates): boolean =>
  isLast && !isOpen && size === 0 && ids.size > 0

/**
 * Plans the next wave: the best of the candidates, who are `ranked` best first. Without candidates the plan has no experts, and
 * the question waits.
 */
export function planWave(
  question: RoutableQuestion,
  candidates: Candidates,
  ranked: readonly RankedExpert[],
  lastResponseMs: number,
  more: Pick<WavePlan, 'available' | 'decision' | 'lookAgainMs' | 'predictedClass' | 'promisedMs' | 'widensInMs'> = {},
): WavePlan {
  const isWithoutOffers = opensWithoutOffers(candidates)
  // Only experts with an offer are named to the asker, so that forgetting an expert finds the name.
  const named = isWithoutOffers
    ? ranked.filter(({ expertId }) => question.offeredExpertIds.includes(expertId))
    : ranked.slice(0, candidates.size)
  return {
    questionId: question.questionId,
    companyId: question.companyId,
    expectedWave: question.wave,
    expectedRound: question.round,
    isLast: candidates.isLast,
    isOpen: candidates.isOpen,
    isWithoutOffers,
    requirement: candidates.need.requirement,
    offerMs: question.settings.offerMs ?? categoryDefaults.offerMs,
    experts: named.map((expert) => ({
      expertId: expert.expertId,
      score: expert.score,
      reasons: expert.reasons,
    })),
    widensInMs: candidates.relaxesInMs,
    language: candidates.need.language,
    lastResponseMs,
    ...more,
  }
}
