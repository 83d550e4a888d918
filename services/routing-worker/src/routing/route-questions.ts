import { type Database, inSystem, type Tx } from '@askline/db'
import { findPatient, findRoutable, type RoutableQuestion, type WavePlan } from '@askline/domain'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import type { FirstLook } from '../text/first-look.ts'
import { answerAll, offerAll, type PromiseHearer, rerouteAll } from './carry-out.ts'
import { decide, findsNobody, type GivenUp, type Looks, type Patient } from './decide.ts'
import type { Correlations, Outcomes } from './outcomes.ts'

/** What routing does without where it is missing. */
export type RoutingAids = {
  promises?: PromiseHearer
  /** Reads the questions that nobody was asked yet. */
  look?: FirstLook
}

/** `isQuarantine`: the questions are quarantined, and this is why they are routed. */
export type Routing = RoutingAids & { isQuarantine?: boolean; correlations?: Correlations }

/**
 * Routes a batch of questions: one SELECT, ranking in memory, one command that writes the waves of all of them. Questions
 * that are gone, claimed, answered or in a running wave need nothing. A question that fails, fails alone.
 * Throws only when the database is away.
 */
export async function routeQuestions(
  db: Database,
  book: EvidenceBook,
  questionIds: string[],
  aids: Routing = {},
): Promise<Outcomes> {
  const { correlations = new Map() } = aids
  const outcomes: Outcomes = new Map(questionIds.map((id) => [id, { kind: 'done' }]))
  const known: RoutableQuestion[] = []
  const { routable, patient } = await inSystem(db, (tx) => read(tx, questionIds, aids.isQuarantine))
  for (const question of routable) {
    if (book.find(question.companyId)) known.push(question)
    else outcomes.set(question.questionId, { kind: 'unread', companyId: question.companyId })
  }

  const looks: Looks = (await aids.look?.(known)) ?? new Map()
  const answered = await answerAll(db, known, looks, outcomes, correlations)
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
  const givenUp: [string, GivenUp][] = []
  for (const [questionId, decision] of decisions) {
    if (decision instanceof Error) outcomes.set(questionId, decision)
    else if ('lack' in decision) givenUp.push([questionId, decision])
    else plans.push({ ...decision, correlationId: correlations.get(questionId) })
  }
  await rerouteAll(db, givenUp, outcomes, correlations)
  await offerAll(db, plans, outcomes, aids.promises)
  return outcomes
}

async function read(
  tx: Tx,
  questionIds: string[],
  isQuarantine = false,
): Promise<{ routable: RoutableQuestion[]; patient: Patient }> {
  const routable = await findRoutable(tx, questionIds, isQuarantine)
  const heavy = new Set(routable.filter(({ hasHeavy }) => hasHeavy).map(({ companyId }) => companyId))
  const waiting = heavy.size > 0 ? await findPatient(tx, [...heavy]) : []
  return { routable, patient: new Map(waiting.map((question) => [question.companyId, question])) }
}
