import { type Database, inSystem, isConnectionLoss } from '@askline/db'
import { findRoutable, offerToExperts, type RoutableQuestion, rerouteForLack, type WavePlan } from '@askline/domain'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { buildBreathing } from '../loops/breathing.ts'
import { findCandidates, type Lack, planWave } from './plan-wave.ts'

/** `done`: nothing is left to do for the question. `unread`: its company is not in memory; bring it and try again. */
export type RouteOutcome = { kind: 'done' } | { kind: 'unread'; companyId: string }

type Decision = WavePlan | Lack | Error

/**
 * Routes a batch of questions: one SELECT, ranking in memory, one command that writes the waves of all of them. Questions
 * that are gone, claimed, answered or in a running wave need nothing. A question that fails, fails alone.
 * Throws only when the database is away.
 */
export async function routeQuestions(
  db: Database,
  book: EvidenceBook,
  questionIds: string[],
): Promise<Map<string, RouteOutcome | Error>> {
  const outcomes = new Map<string, RouteOutcome | Error>(questionIds.map((id) => [id, { kind: 'done' }]))
  const questions: RoutableQuestion[] = []
  for (const question of await inSystem(db, (tx) => findRoutable(tx, questionIds))) {
    if (book.find(question.companyId)) questions.push(question)
    else outcomes.set(question.questionId, { kind: 'unread', companyId: question.companyId })
  }

  const decisions = await decide(book, questions)
  // Nobody to be found: before that is believed, and agents get the question for good, the experts are read again.
  const doubtful = questions.filter(({ questionId }) => findsNobody(decisions.get(questionId)))
  if (doubtful.length > 0) {
    await book.freshenExperts([...new Set(doubtful.map((question) => question.companyId))])
    for (const [questionId, decision] of await decide(book, doubtful)) decisions.set(questionId, decision)
  }

  const plans: WavePlan[] = []
  for (const [questionId, decision] of decisions) {
    if (decision instanceof Error) outcomes.set(questionId, decision)
    else if (typeof decision === 'string') await alone(outcomes, questionId, () => reroute(db, questionId, decision))
    else plans.push(decision)
  }
  await offerAll(db, plans, outcomes)
  return outcomes
}

async function decide(book: EvidenceBook, questions: RoutableQuestion[]): Promise<Map<string, Decision>> {
  const decisions = new Map<string, Decision>()
  const breathe = buildBreathing()
  for (const question of questions) {
    try {
      decisions.set(question.questionId, decideOne(book, question))
    } catch (error) {
      decisions.set(question.questionId, error instanceof Error ? error : new Error(String(error)))
    }
    await breathe()
  }
  return decisions
}

function decideOne(book: EvidenceBook, question: RoutableQuestion): Decision {
  const evidence = book.find(question.companyId)
  if (!evidence) return new Error('The company was put out of memory meanwhile')
  const candidates = findCandidates(question, evidence.roster)
  if (typeof candidates === 'string') return candidates
  const { text, askerId } = question
  const { language, ids, size } = candidates
  const ranked = evidence.rank({ text, askerId, ...(language === undefined ? {} : { language }) }, ids, size)
  evidence.noteOffered(ranked.map(({ expertId }) => expertId))
  return planWave(question, candidates, ranked, evidence.lastResponseMs)
}

const findsNobody = (decision: Decision | undefined) =>
  typeof decision === 'string' ||
  (decision !== undefined && !(decision instanceof Error) && decision.experts.length === 0)

const reroute = (db: Database, questionId: string, lack: Lack) =>
  inSystem(db, (tx) => rerouteForLack(tx, questionId, lack))

async function offerAll(db: Database, plans: WavePlan[], outcomes: Map<string, RouteOutcome | Error>): Promise<void> {
  if (plans.length === 0) return
  try {
    await inSystem(db, (tx) => offerToExperts(tx, plans))
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
