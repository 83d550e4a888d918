import { questions, statement, type Tx, types } from '@askline/db'
import { NotFoundError } from '../errors.ts'

const lock = statement({
  name: 'lock-question',
  params: [types.uuid],
  row: { id: questions.id },
  text: 'select id from questions where id = $1 and company_id = $company for update',
})

/**
 * Locks a question until the transaction ends. Other changes wait. Later statements of this transaction see everything that the
 * previous holder of the lock committed, because offers, messages and responses are written under it too.
 * Throws NotFoundError, also for a question of another company, which row-level security hides.
 */
export async function lockQuestion(tx: Tx, questionId: string): Promise<void> {
  const found = await tx.query(lock, [questionId])
  if (found.length === 0) throw new NotFoundError('question', questionId)
}

const lockOfResponse = statement({
  name: 'lock-question-of-response',
  params: [types.uuid],
  row: { id: questions.id },
  text: `select id from questions
    where id = (select question_id from responses where id = $1 and company_id = $company) and company_id = $company for update`,
})

/** As `lockQuestion`, for the question of a response. Without effect if the response does not exist. */
export async function lockQuestionOfResponse(tx: Tx, responseId: string): Promise<void> {
  await tx.query(lockOfResponse, [responseId])
}
