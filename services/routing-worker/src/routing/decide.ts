import { limits, type TextFinding } from '@askline/contracts'
import type { RoutingFacts } from '@askline/db'
import type { Lack, RoutingDecision } from '@askline/domain/routing/decision'
import type { Need } from '@askline/domain/routing/hindrance'
import type { WavePlan } from '@askline/domain/routing/offer'
import type { PatientQuestion, RoutableQuestion } from '@askline/domain/routing/routable'
import type { CompanyEvidence } from '@askline/learning/evidence/company-evidence'
import type { EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildEventLoopYield, type EventLoopYield } from '@askline/runtime'
import { finish, type OpenQuestion, type Steps } from '@askline/text'
import { explainChoice, explainLack, passedOverOf, runnersUp } from './explain-routing.ts'
import {
  type DecidedQuestion,
  findCandidates,
  leastNeed,
  opensWithoutOffers,
  planWave,
  prepareLists,
  widenInMs,
} from './plan-wave.ts'

/** No expert can take the question, so agents get it. */
export type GivenUp = { lack: Lack | 'HOPELESS'; decision: RoutingDecision }
/** The next wave of a question, or that agents get it. An error belongs to this question only. */
export type Decision = WavePlan | GivenUp | Error

/** Inputs of routing decisions other than the evidence. */
export type Known = {
  /** Per company, the heavy question that has waited longest beyond its category's patience. */
  patient: ReadonlyMap<string, PatientQuestion>
  /** Class and known answer found in the text, per question. */
  findings: ReadonlyMap<string, TextFinding>
}

/** Decides each question from memory. Yields to the event loop between questions and within one. Writes nothing. */
export async function decide(
  evidenceCache: Pick<EvidenceCache, 'find'>,
  questions: DecidedQuestion[],
  known: Known,
  yieldToEventLoop: EventLoopYield = buildEventLoopYield(),
): Promise<Map<string, Decision>> {
  const decisions = new Map<string, Decision>()
  for (const question of questions) {
    const find = () => evidenceCache.find(question.companyId)
    const decision = await decideOne(find, question, known, yieldToEventLoop).catch((error) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    decisions.set(question.questionId, decision)
    await yieldToEventLoop()
  }
  return decisions
}

/**
 * Decides one question. If its experts change during a pause, or the cache loads their evidence again, it decides again without
 * pauses, so that all facts agree.
 */
async function decideOne(
  find: () => CompanyEvidence | undefined,
  question: DecidedQuestion,
  known: Known,
  yieldToEventLoop: EventLoopYield,
): Promise<Decision> {
  const evidence = find()
  if (!evidence) return evicted()
  const { roster } = evidence
  const { spoken } = roster
  const least = leastNeed(question, roster)
  await prepareLists(question, roster, least, yieldToEventLoop)
  if (find() !== evidence || roster.spoken !== spoken) return decideAtOnce(find(), question, known)
  const { version } = roster
  for (const steps = decideInSteps(evidence, question, least, known); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    const pause = yieldToEventLoop()
    if (!pause) continue
    await pause
    if (find() !== evidence || roster.version !== version) return decideAtOnce(find(), question, known)
  }
}

const decideAtOnce = (evidence: CompanyEvidence | undefined, question: DecidedQuestion, known: Known): Decision =>
  evidence ? finish(decideInSteps(evidence, question, leastNeed(question, evidence.roster), known)) : evicted()

const evicted = () => new Error('The cache evicted the company before its question was decided')

function* decideInSteps(
  evidence: CompanyEvidence,
  question: DecidedQuestion,
  least: Need,
  { patient, findings }: Known,
): Steps<Decision> {
  const { roster } = evidence
  const finding = findings.get(question.questionId)
  const candidates = findCandidates(question, roster, patient.get(question.companyId), least)
  if ('lack' in candidates) {
    return { lack: candidates.lack, decision: explainLack(question, roster, candidates) }
  }
  const { need, ids, size, relaxesInMs } = candidates
  const predictedClass = question.predictedClass ?? finding?.predictedClass ?? undefined
  const about = aboutOf(question, predictedClass, need.language)
  const hopeless = hopelessness(question, evidence, about, need)
  const facts: RoutingFacts = {
    ...(finding ? classFacts(finding) : {}),
    ...hopeless?.facts,
    ...passedOverOf(candidates),
  }
  if (hopeless?.isHopeless) {
    const withheld = { ...candidates, size: 0, isLast: false }
    return { lack: 'HOPELESS', decision: { ...explainChoice(question, roster, withheld, []), facts } }
  }
  yield
  if (relaxesInMs !== undefined) facts.relaxesInMs = relaxesInMs
  // The decision also names the experts ranked just below the wave, or the best of those to whom the question is open.
  const limit = opensWithoutOffers(candidates) ? limits.potentialExperts : size === 0 ? 0 : size + runnersUp
  const seed = `${question.questionId} ${question.round} ${question.wave}`
  const ranked = yield* evidence.rankInSteps(about, ids, limit, question.settings, { places: size, seed })
  evidence.addOffers(ranked.slice(0, size).map(({ expertId }) => expertId))
  const promise = promiseFor({ ...question, predictedClass: predictedClass ?? null }, evidence, ids.size)
  if (promise)
    Object.assign(facts, { promisedMs: promise.ms, promiseBasis: promise.basis, promiseCases: promise.cases })
  const decision = candidates.isOpen ? undefined : { ...explainChoice(question, roster, candidates, ranked), facts }
  return planWave(question, candidates, ranked, evidence.lastResponseMs, {
    decision,
    available: ids.size,
    promisedMs: promise?.ms,
    predictedClass: finding?.predictedClass ?? undefined,
    widensInMs: earlier(
      relaxesInMs,
      widenInMs(promise?.ms ?? question.promiseLeftMs, candidates, question.settings.offerMs),
    ),
    ...(ids.size === 0
      ? { lookAgainMs: earlier(candidates.isOpen ? undefined : roster.comesInMs(need), relaxesInMs) }
      : {}),
  })
}

const aboutOf = (
  { text, askerId }: RoutableQuestion,
  topic: string | undefined,
  language: string | undefined,
): OpenQuestion => ({
  text,
  askerId,
  ...(language === undefined ? {} : { language }),
  ...(topic === undefined ? {} : { topic }),
})

const rounded = (share: number) => Math.round(share * 1_000) / 1_000
const classFacts = ({ predictedClass, classConfidence }: TextFinding): RoutingFacts =>
  predictedClass === null ? {} : { predictedClass, classConfidence: rounded(classConfidence) }

/** Returns whether experts are too unlikely to resolve the question, or `undefined` if its category sets no `leastChance` or it was offered before. */
function hopelessness(
  { settings, wasOffered, isUntouched }: RoutableQuestion,
  evidence: CompanyEvidence,
  about: OpenQuestion,
  need: Need,
) {
  const least = settings.leastChance ?? 0
  if (least === 0 || wasOffered || !isUntouched) return undefined
  const speakers = evidence.roster.able({ ...need, requirement: undefined, units: 0 })
  const { isHopeless, chance, cases } = evidence.isHopeless(about, speakers, least)
  // Rounded down, so that a chance below the limit never reads as if it reached it.
  const facts =
    cases === 0 ? {} : { chance: Math.floor(chance * 1_000) / 1_000, leastChance: least, chanceCases: cases }
  return { isHopeless, facts }
}

/** Returns the answer time that the first wave promises. Later waves keep that promise. */
function promiseFor(question: RoutableQuestion, evidence: CompanyEvidence, available: number) {
  if (question.wasOffered || available === 0) return undefined
  const { categoryId, predictedClass, settings } = question
  const share = settings.promiseShare
  return evidence.expectedResponse({ categoryId, predictedClass: predictedClass ?? undefined, available, share })
}

const earlier = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)

/** Returns whether a decision offers the question to no expert. */
export const findsNobody = (decision: Decision | undefined) =>
  decision !== undefined &&
  !(decision instanceof Error) &&
  ('lack' in decision || (decision.experts.length === 0 && !decision.isOpen && !decision.isWithoutOffers))
