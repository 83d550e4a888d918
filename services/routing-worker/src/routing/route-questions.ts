import { type Database, inSystem, isConnectionLoss, type Tx } from '@askline/db'
import {
  findPatient,
  findRoutable,
  type Lack,
  offerToExperts,
  type PatientQuestion,
  type RoutableQuestion,
  type RoutingDecision,
  rerouteForLack,
  type WavePlan,
} from '@askline/domain'
import type { CompanyEvidence } from '../evidence/company-evidence.ts'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { buildBreathing } from '../loops/breathing.ts'
import type { PromisesMade } from '../loops/promise-keeper.ts'
import { explainChoice, explainLack, runnersUp } from './explain.ts'
import { findCandidates, planWave } from './plan-wave.ts'
import { pictureWasKept } from './situation.ts'

/** `done`: nothing is left to do for the question. `unread`: its company is not in memory; bring it and try again. */
export type RouteOutcome = { kind: 'done' } | { kind: 'unread'; companyId: string }

/** What routing does without where it is missing. */
export type RoutingAids = {
  /** Hears of promises made to askers. */
  promises?: Pick<PromisesMade, 'made'>
}

type GivenUp = { lack: Lack; decision: RoutingDecision }
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
  const questions: RoutableQuestion[] = []
  const { routable, patient } = await inSystem(db, (tx) => read(tx, questionIds))
  for (const question of routable) {
    if (book.find(question.companyId)) questions.push(question)
    else outcomes.set(question.questionId, { kind: 'unread', companyId: question.companyId })
  }

  const decisions = await decide(book, questions, patient)
  // Nobody to be found: before that is believed, and agents get the question for good, the experts are read again.
  const doubtful = questions.filter(({ questionId }) => findsNobody(decisions.get(questionId)))
  if (doubtful.length > 0) {
    await book.freshen([...new Set(doubtful.map((question) => question.companyId))])
    for (const [questionId, decision] of await decide(book, doubtful, patient)) decisions.set(questionId, decision)
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
  patient: Patient,
): Promise<Map<string, Decision>> {
  const decisions = new Map<string, Decision>()
  const breathe = buildBreathing()
  for (const question of questions) {
    try {
      decisions.set(question.questionId, decideOne(book, question, patient.get(question.companyId)))
    } catch (error) {
      decisions.set(question.questionId, error instanceof Error ? error : new Error(String(error)))
    }
    await breathe()
  }
  return decisions
}

function decideOne(book: EvidenceBook, question: RoutableQuestion, patient: PatientQuestion | undefined): Decision {
  const evidence = book.find(question.companyId)
  if (!evidence) return new Error('The company was put out of memory meanwhile')
  const { roster } = evidence
  const candidates = findCandidates(question, roster, patient)
  if (typeof candidates === 'string') return { lack: candidates, decision: explainLack(question, roster) }
  const { text, askerId } = question
  const { need, ids, size, relaxesInMs } = candidates
  const { language } = need
  // Those who come next are named too.
  const limit = size === 0 ? 0 : size + runnersUp
  const ranked = evidence.rank({ text, askerId, ...(language === undefined ? {} : { language }) }, ids, limit)
  evidence.noteOffered(ranked.slice(0, size).map(({ expertId }) => expertId))
  const promise = promiseFor(question, evidence, ids.size)
  const facts = promise && { promisedMs: promise.ms, promiseBasis: promise.basis, promiseCases: promise.cases }
  const decision = { ...explainChoice(question, roster, candidates, ranked), facts }
  return planWave(question, candidates, ranked, evidence.lastResponseMs, {
    decision,
    available: ids.size,
    promisedMs: promise?.ms,
    ...(ids.size === 0 ? { lookAgainMs: earlier(roster.comesInMs(need), relaxesInMs) } : {}),
  })
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
  inSystem(db, (tx) => rerouteForLack(tx, questionId, lack, decision))

async function offerAll(
  db: Database,
  plans: WavePlan[],
  outcomes: Map<string, RouteOutcome | Error>,
  { promises }: RoutingAids,
): Promise<void> {
  if (plans.length === 0) return
  try {
    const offered = new Set(await inSystem(db, (tx) => offerToExperts(tx, plans)))
    for (const { questionId, promisedMs } of plans) {
      if (promisedMs !== undefined && offered.has(questionId)) promises?.made(questionId, promisedMs)
    }
    for (const { decision } of plans) if (decision?.roster) pictureWasKept(decision.roster)
  } catch (error) {
    if (isConnectionLoss(error)) throw error
    for (const plan of plans) {
      await alone(outcomes, plan.questionId, () => inSystem(db, (tx) => offerToExperts(tx, [plan])))
    }
  }
}

/** Runs `work` for one question; its failure is that question's, unless the database is away. */
async function alone(
  outcomes: Map<string, RouteOutcome | Error>,
  questionId: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isConnectionLoss(error) || !(error instanceof Error)) throw error
    outcomes.set(questionId, error)
  }
}
