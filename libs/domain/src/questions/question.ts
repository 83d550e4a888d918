import { questions, type RowOf, selectList, statement, type Tx, types } from '@askline/db'
import { NotFoundError } from '../errors.ts'

/** The columns of a question that moves read. */
export const questionRow = {
  id: questions.id,
  companyId: questions.companyId,
  askerId: questions.askerId,
  categoryId: questions.categoryId,
  type: questions.type,
  status: questions.status,
  turn: questions.turn,
  isRerouted: questions.isRerouted,
  closedAt: questions.closedAt,
  numResponses: questions.numResponses,
  /** An expert, or the agent of a rerouted question. */
  holderId: questions.holderId,
  fence: questions.fence,
  /** Units of the holder's capacity that the question takes now. */
  units: questions.units,
  wave: questions.wave,
  /** Since when the question is or was open to all in this round: see `isOpen`. */
  openToAllAt: questions.openToAllAt,
  round: questions.round,
  version: questions.version,
  companyTags: questions.companyTags,
  updatedAt: questions.updatedAt,
  leaseDueAt: questions.leaseDueAt,
  approvalDueAt: questions.approvalDueAt,
  holdDueAt: questions.holdDueAt,
  /** End of the second opinion; null without one. */
  opinionDueAt: questions.opinionDueAt,
  opinionOf: questions.opinionOf,
} as const

export type Question = RowOf<typeof questionRow>

/** The select list of a Question from `questions q`. */
export const questionColumns = selectList(questionRow, 'q')

const lock = statement({
  name: 'lock-question',
  params: [types.uuid],
  row: questionRow,
  text: `select ${questionColumns} from questions q where q.id = $1 and q.company_id = $company for update`,
})

const lockFree = statement({
  name: 'lock-free-question',
  params: [types.uuid],
  row: questionRow,
  text: `select ${questionColumns} from questions q where q.id = $1 and q.company_id = $company for update skip locked`,
})

/** Locks a question without waiting. Returns `undefined` if another transaction holds the lock or the question is gone. */
export async function lockFreeQuestion(tx: Tx, questionId: string): Promise<Question | undefined> {
  const [question] = await tx.query(lockFree, [questionId])
  return question
}

const lockOfResponse = statement({
  name: 'lock-question-of-response',
  params: [types.uuid],
  row: questionRow,
  text: `select ${questionColumns} from questions q
    where q.id = (select question_id from responses where id = $1 and company_id = $company) and q.company_id = $company for update`,
})

/** As `lockQuestion`, for the question of a response. Returns `undefined` if the response does not exist. */
export async function lockQuestionOfResponse(tx: Tx, responseId: string): Promise<Question | undefined> {
  const [question] = await tx.query(lockOfResponse, [responseId])
  return question
}

/**
 * Locks a question until the transaction ends. Other moves wait. Later statements of this transaction see everything that the
 * previous holder of the lock committed, because offers, messages and responses are written under it too.
 * Throws NotFoundError, also for a question of another company, which row-level security hides.
 */
export async function lockQuestion(tx: Tx, questionId: string): Promise<Question> {
  const [question] = await tx.query(lock, [questionId])
  if (!question) throw new NotFoundError('question', questionId)
  return question
}
