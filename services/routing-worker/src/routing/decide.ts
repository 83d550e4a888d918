import type { TextFinding } from '@askline/contracts'
import type { RoutingFacts } from '@askline/db'
import type { Lack, Need, PatientQuestion, RoutableQuestion, RoutingDecision, WavePlan } from '@askline/domain'
import type { OpenQuestion } from '@askline/text'
import type { CompanyEvidence } from '../evidence/company-evidence.ts'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { buildBreathing } from '../loops/breathing.ts'
import { explainChoice, explainLack, passedOverOf, runnersUp } from './explain.ts'
import { findCandidates, planWave, widenInMs } from './plan-wave.ts'

/** No expert is to be asked: agents get it. */
export type GivenUp = { lack: Lack | 'HOPELESS'; decision: RoutingDecision }
/** What was read out of the texts, by question. */
export type Looks = ReadonlyMap<string, TextFinding>
/** What is to be done with a question; an error is its own. */
export type Decision = WavePlan | GivenUp | Error

/** By company its heavy question that has waited longest, of those that waited longer than their category is patient. */
export type Patient = ReadonlyMap<string, PatientQuestion>

/** What is known beside the evidence. */
export type Known = { patient: Patient; looks: Looks }

/** Decides for each question from what is in memory, with breaths between. Nothing is written. */
export async function decide(
  book: EvidenceBook,
  questions: RoutableQuestion[],
  { patient, looks }: Known,
): Promise<Map<string, Decision>> {
  const decisions = new Map<string, Decision>()
  const breathe = buildBreathing()
  for (const question of questions) {
    try {
      const [waiting, look] = [patient.get(question.companyId), looks.get(question.questionId)]
      decisions.set(question.questionId, decideOne(book, question, waiting, look))
    } catch (error) {
      decisions.set(question.questionId, error instanceof Error ? error : new Error(String(error)))
    }
    await breathe()
  }
  return decisions
}

function decideOne(
  book: EvidenceBook,
  question: RoutableQuestion,
  patient: PatientQuestion | undefined,
  look: TextFinding | undefined,
): Decision {
  const evidence = book.find(question.companyId)
  if (!evidence) return new Error('The company was put out of memory meanwhile')
  const { roster } = evidence
  const candidates = findCandidates(question, roster, patient)
  if ('lack' in candidates) {
    return { lack: candidates.lack, decision: explainLack(question, roster, candidates) }
  }
  const { need, ids, size, relaxesInMs } = candidates
  const predictedClass = question.predictedClass ?? look?.predictedClass ?? undefined
  const about = aboutOf(question, predictedClass, need.language)
  const hopeless = hopelessness(question, evidence, about, need)
  const facts: RoutingFacts = { ...(look ? foundIn(look) : {}), ...hopeless?.facts, ...passedOverOf(candidates) }
  if (hopeless?.isHopeless) {
    return { lack: 'HOPELESS', decision: { ...explainChoice(question, roster, { ...candidates, size: 0 }, []), facts } }
  }
  if (relaxesInMs !== undefined) facts.relaxesInMs = relaxesInMs
  // Those who come next are named too.
  const limit = size === 0 ? 0 : size + runnersUp
  const seed = `${question.questionId} ${question.round} ${question.wave}`
  const ranked = evidence.rank(about, ids, limit, question.settings, { places: size, seed })
  evidence.noteOffered(ranked.slice(0, size).map(({ expertId }) => expertId))
  const promise = promiseFor({ ...question, predictedClass: predictedClass ?? null }, evidence, ids.size)
  if (promise)
    Object.assign(facts, { promisedMs: promise.ms, promiseBasis: promise.basis, promiseCases: promise.cases })
  const decision = { ...explainChoice(question, roster, candidates, ranked), facts }
  return planWave(question, candidates, ranked, evidence.lastResponseMs, {
    decision,
    available: ids.size,
    promisedMs: promise?.ms,
    predictedClass: look?.predictedClass ?? undefined,
    widensInMs: earlier(
      relaxesInMs,
      widenInMs(promise?.ms ?? question.promiseLeftMs, candidates, question.settings.offerMs),
    ),
    ...(ids.size === 0 ? { lookAgainMs: earlier(roster.comesInMs(need), relaxesInMs) } : {}),
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
const foundIn = ({ predictedClass, classConfidence }: TextFinding): RoutingFacts =>
  predictedClass === null ? {} : { predictedClass, classConfidence: rounded(classConfidence) }

/** Whether experts should be troubled with it at all, where its category asks that and nobody was asked yet. */
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
  // Rounded down: what falls short of the least must not read as if it reached it.
  const facts =
    cases === 0 ? {} : { chance: Math.floor(chance * 1_000) / 1_000, leastChance: least, chanceCases: cases }
  return { isHopeless, facts }
}

/** What the question's first wave promises; later ones keep to it. */
function promiseFor(question: RoutableQuestion, evidence: CompanyEvidence, available: number) {
  if (question.wasOffered || available === 0) return undefined
  const { categoryId, predictedClass, settings } = question
  const share = settings.promiseShare
  return evidence.expectedResponse({ categoryId, predictedClass: predictedClass ?? undefined, available, share })
}

const earlier = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)

/** Nobody can be asked, as far as memory goes. */
export const findsNobody = (decision: Decision | undefined) =>
  decision !== undefined && !(decision instanceof Error) && ('lack' in decision || decision.experts.length === 0)
