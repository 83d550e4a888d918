import type { QuestionStatus, QuestionType, Turn } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { NotFoundError } from '../errors.ts'

/** The part of a question's row that moves look at. */
export type Question = {
  id: string
  companyId: string
  askerId: string
  categoryId: string
  type: QuestionType
  status: QuestionStatus
  turn: Turn | null
  isRerouted: boolean
  closedAt: Date | null
  numResponses: number
  holderId: string | null
  fence: number
  /** What the newest claim weighs on its expert's desk. */
  units: number
  wave: number
  round: number
  version: number
  companyTags: string[]
  updatedAt: Date
  leaseDueAt: Date | null
  approvalDueAt: Date | null
  holdDueAt: Date | null
  /** Until then others may take what an expert gave up; null: no such window is open. */
  opinionDueAt: Date | null
  opinionOf: string | null
  /** The expert who gave it up held it: the asker goes on seeing it as claimed. */
  opinionHeld: boolean
}

/** What `returning` and `select` list to read a Question from `questions q`. */
export const questionColumns = `q.id, q.company_id as "companyId", q.asker_id as "askerId", q.category_id as "categoryId",
  q.type, q.status, q.turn, q.is_rerouted as "isRerouted", q.closed_at as "closedAt", q.num_responses as "numResponses",
  q.holder_id as "holderId", q.fence, q.units, q.wave, q.round, q.version, q.company_tags as "companyTags",
  q.updated_at as "updatedAt", q.lease_due_at as "leaseDueAt", q.approval_due_at as "approvalDueAt",
  q.hold_due_at as "holdDueAt", q.opinion_due_at as "opinionDueAt", q.opinion_of as "opinionOf", q.opinion_held as "opinionHeld"`

const lock: Statement = {
  name: 'lock-question',
  text: `select ${questionColumns} from questions q where q.id = $1 for update`,
}

const lockFree: Statement = {
  name: 'lock-free-question',
  text: `select ${questionColumns} from questions q where q.id = $1 for update skip locked`,
}

/** As `lockQuestion`, but does not wait: undefined where somebody is moving it right now, or where it is gone. */
export async function lockFreeQuestion(tx: Tx, questionId: string): Promise<Question | undefined> {
  const [question] = await tx.query<Question>(lockFree, [questionId])
  return question
}

/**
 * Locks a question until the transaction ends: whoever else wants to move it waits, and every later statement of this
 * transaction sees what the earlier holder of the lock committed (offers, messages and responses are written under it).
 * Throws NotFoundError, also for another company's question: row-level security hides it.
 */
export async function lockQuestion(tx: Tx, questionId: string): Promise<Question> {
  const [question] = await tx.query<Question>(lock, [questionId])
  if (!question) throw new NotFoundError('question', questionId)
  return question
}
