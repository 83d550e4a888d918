import type { TextFinding } from '@askline/contracts'
import { type Database, inSystem, isConnectionLoss, type RoutingFacts, type Tx } from '@askline/db'
import {
  findPatient,
  findRoutable,
  type Lack,
  type Need,
  offerToExperts,
  type PatientQuestion,
  type RoutableQuestion,
  type RoutingDecision,
  rerouteForLack,
  respondByFinding,
  type WavePlan,
} from '@askline/domain'
import type { OpenQuestion } from '@askline/text'
import type { CompanyEvidence } from '../evidence/company-evidence.ts'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { buildBreathing } from '../loops/breathing.ts'
import type { PromisesMade } from '../loops/promise-keeper.ts'
import type { FirstLook } from '../text/first-look.ts'
import { explainChoice, explainLack, runnersUp } from './explain.ts'
import { findCandidates, planWave, widenInMs } from './plan-wave.ts'
import { pictureWasKept } from './situation.ts'

/** Automatic answers written side by side. */
const answersAtOnce = 4

/**
 * `done`: nothing is left to do for the question. `unread`: its company is not in memory; bring it and try again. `busy`: somebody is
 * moving the question right now; come back in a moment.
 */
export type RouteOutcome = { kind: 'done' } | { kind: 'busy' } | { kind: 'unread'; companyId: string }

/** What routing does without where it is missing. */
export type RoutingAids = {
  /** Hears of promises made to askers. */
  promises?: Pick<PromisesMade, 'made'>
  /** Reads the questions that nobody was asked yet. */
  look?: FirstLook
}

type GivenUp = { lack: Lack | 'HOPELESS'; decision: RoutingDecision }
type Looks = ReadonlyMap<string, TextFinding>
type Decision = WavePlan | GivenUp | Error

/**
 * Routes a batch of questions: one SELECT, ranking in memory, one command that writes the waves of all of them. Questions
 * that are gone, claimed, answered or in a running wave need nothing. A question that fails, fails alone.
 * Throws only when the database is away.
 */
export async function routeQuestions(
  db: Database,
  book: EvidenceBook,
  questionIds: string[],
  aids: RoutingAids = {},
): Promise<Map<string, RouteOutcome | Error>> {
  const outcomes = new Map<string, RouteOutcome | Error>(questionIds.map((id) => [id, { kind: 'done' }]))
  const known: RoutableQuestion[] = []
  const { routable, patient } = await inSystem(db, (tx) => read(tx, questionIds))
  for (const question of routable) {
    if (book.find(question.companyId)) known.push(question)
    else outcomes.set(question.questionId, { kind: 'unread', companyId: question.companyId })
  }

  const looks: Looks = (await aids.look?.(known)) ?? new Map()
  const answered = await answerAll(db, known, looks, outcomes)
  const questions = known.filter(({ questionId }) => !answered.has(questionId))

  const decisions = await decide(book, questions, { patient, looks })
  // Nobody to be found: before that is believed, and agents get the question for good, the experts are read again.
  const doubtful = questions.filter(({ questionId }) => findsNobody(decisions.get(questionId)))
  if (doubtful.length > 0) {
    await book.freshen([...new Set(doubtful.map((question) => question.companyId))])
    for (const [questionId, decision] of await decide(book, doubtful, { patient, looks })) {
      decisions.set(questionId, decision)
    }
  }

  const plans: WavePlan[] = []
  for (const [questionId, decision] of decisions) {
    if (decision instanceof Error) outcomes.set(questionId, decision)
    else if ('lack' in decision) await alone(outcomes, questionId, () => reroute(db, questionId, decision))
    else plans.push(decision)
  }
  await offerAll(db, plans, outcomes, aids)
  return outcomes
}

type Patient = ReadonlyMap<string, PatientQuestion>

async function read(tx: Tx, questionIds: string[]): Promise<{ routable: RoutableQuestion[]; patient: Patient }> {
  const routable = await findRoutable(tx, questionIds)
  const heavy = new Set(routable.filter(({ hasHeavy }) => hasHeavy).map(({ companyId }) => companyId))
  const waiting = heavy.size > 0 ? await findPatient(tx, [...heavy]) : []
  return { routable, patient: new Map(waiting.map((question) => [question.companyId, question])) }
}

async function decide(
  book: EvidenceBook,
  questions: RoutableQuestion[],
  { patient, looks }: { patient: Patient; looks: Looks },
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
  if (typeof candidates === 'string') return { lack: candidates, decision: explainLack(question, roster) }
  const { need, ids, size, relaxesInMs } = candidates
  const predictedClass = question.predictedClass ?? look?.predictedClass ?? undefined
  const about = aboutOf(question, predictedClass, need.language)
  const hopeless = hopelessness(question, evidence, about, need)
  const facts: RoutingFacts = { ...(look ? foundIn(look) : {}), ...hopeless?.facts }
  if (hopeless?.isHopeless) {
    return { lack: 'HOPELESS', decision: { ...explainChoice(question, roster, { ...candidates, size: 0 }, []), facts } }
  }
  // Those who come next are named too.
  const limit = size === 0 ? 0 : size + runnersUp
  const ranked = evidence.rank(about, ids, limit, question.settings)
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
  const facts = cases === 0 ? {} : { chance: rounded(chance), leastChance: least, chanceCases: cases }
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

const findsNobody = (decision: Decision | undefined) =>
  decision !== undefined && !(decision instanceof Error) && ('lack' in decision || decision.experts.length === 0)

const reroute = (db: Database, questionId: string, { lack, decision }: GivenUp) =>
  inSystem(db, async (tx) => (await rerouteForLack(tx, questionId, lack, decision)) === 'busy')

/** Answers what a known answer fits, in transactions of their own, a few at a time. Yields the questions that were. */
async function answerAll(
  db: Database,
  questions: RoutableQuestion[],
  looks: Looks,
  outcomes: Map<string, RouteOutcome | Error>,
): Promise<ReadonlySet<string>> {
  const answered = new Set<string>()
  const fitting = questions.flatMap(({ questionId, companyId }) => {
    const { predictedClass, knowledgeId, answerConfidence: confidence } = looks.get(questionId) ?? {}
    return predictedClass && knowledgeId && confidence !== undefined
      ? [{ questionId, companyId, predictedClass, knowledgeId, confidence }]
      : []
  })
  for (let from = 0; from < fitting.length; from += answersAtOnce) {
    const work = fitting.slice(from, from + answersAtOnce).map((found) =>
      alone(outcomes, found.questionId, async () => {
        if (await inSystem(db, (tx) => respondByFinding(tx, found))) answered.add(found.questionId)
        return false
      }),
    )
    await Promise.all(work)
  }
  // What failed is tried again, not offered.
  for (const [questionId, outcome] of outcomes) if (outcome instanceof Error) answered.add(questionId)
  return answered
}

async function offerAll(
  db: Database,
  plans: WavePlan[],
  outcomes: Map<string, RouteOutcome | Error>,
  { promises }: RoutingAids,
): Promise<void> {
  if (plans.length === 0) return
  try {
    const { busy, ...done } = await inSystem(db, (tx) => offerToExperts(tx, plans))
    const [offered, kept] = [new Set(done.offered), new Set(done.kept)]
    for (const questionId of busy) outcomes.set(questionId, { kind: 'busy' })
    for (const { questionId, promisedMs } of plans) {
      if (promisedMs !== undefined && offered.has(questionId)) promises?.made(questionId, promisedMs)
    }
    for (const { questionId, decision } of plans) {
      if (decision?.roster && kept.has(questionId)) pictureWasKept(decision.roster)
    }
  } catch (error) {
    if (isConnectionLoss(error)) throw error
    for (const plan of plans) {
      await alone(outcomes, plan.questionId, () =>
        inSystem(db, async (tx) => (await offerToExperts(tx, [plan])).busy.length > 0),
      )
    }
  }
}

/** Runs `work` for one question, which yields whether it is busy; its failure is that question's, unless the database is away. */
async function alone(
  outcomes: Map<string, RouteOutcome | Error>,
  questionId: string,
  work: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await work()) outcomes.set(questionId, { kind: 'busy' })
  } catch (error) {
    if (isConnectionLoss(error) || !(error instanceof Error)) throw error
    outcomes.set(questionId, error)
  }
}
