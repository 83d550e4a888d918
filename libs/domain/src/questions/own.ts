import type { Statement, Tx } from '@askline/db'
import type { Actor } from '../actors.ts'
import { NotFoundError } from '../errors.ts'
import { lockQuestion, type Question } from './question.ts'

/**
 * Locks the question for its asker, or for an integration or agent of its company. To everybody else it does not exist:
 * throws NotFoundError.
 */
export async function lockOwnQuestion(tx: Tx, actor: Actor, questionId: string): Promise<Question> {
  const question = await lockQuestion(tx, questionId)
  if (actor.kind === 'user' && question.askerId !== actor.userId) throw new NotFoundError('question', questionId)
  return question
}

export type ResponseRow = {
  id: string
  questionId: string
  type: 'EXPERT' | 'AGENT' | 'AutoResponse'
  authorId: string | null
  isAccepted: boolean
  rating: string | null
  quickReply: 'PENDING' | 'OPENED' | 'ACCEPTED' | 'REJECTED' | null
}

const responseColumns = `r.id, r.question_id as "questionId", r.type, r.author_id as "authorId", r.is_accepted as "isAccepted",
  r.rating, r.quick_reply as "quickReply"`

const questionOf: Statement = {
  name: 'question-of-response',
  text: 'select question_id as "questionId" from responses where id = $1',
}
const responseById: Statement = {
  name: 'response-by-id',
  text: `select ${responseColumns} from responses r where r.id = $1`,
}

/**
 * Locks the question of a response, then reads the response under that lock.
 * Throws NotFoundError for a response that does not exist or belongs to somebody else's question.
 */
export async function lockByResponse(
  tx: Tx,
  actor: Actor,
  responseId: string,
): Promise<{ question: Question; response: ResponseRow }> {
  const [found] = await tx.query<{ questionId: string }>(questionOf, [responseId])
  if (!found) throw new NotFoundError('response', responseId)
  const question = await lockQuestion(tx, found.questionId)
  const [response] = await tx.query<ResponseRow>(responseById, [responseId])
  const isOthers = actor.kind === 'user' && question.askerId !== actor.userId
  if (!response || isOthers) throw new NotFoundError('response', responseId)
  return { question, response }
}

const newest: Statement = {
  name: 'newest-response',
  text: `select ${responseColumns} from responses r
    where r.question_id = $1 and ($2::uuid is null or r.author_id = $2) and r.type <> 'AutoResponse'
    order by r.created_at desc, r.id desc limit 1`,
}

/** The newest response that a person wrote, or one person's own newest. */
export async function findNewestResponse(
  tx: Tx,
  questionId: string,
  authorId: string | null = null,
): Promise<ResponseRow | undefined> {
  const [response] = await tx.query<ResponseRow>(newest, [questionId, authorId])
  return response
}
