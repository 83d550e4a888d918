import { type RowOf, responses, selectList, statement, type Tx, together, types } from '@askline/db'
import type { Actor } from '../actors.ts'
import { NotFoundError } from '../errors.ts'
import { lockQuestion, lockQuestionOfResponse, type Question } from './question.ts'

/**
 * Locks the question for its asker, or for an integration or agent of its company. Throws NotFoundError for all others.
 */
export async function lockOwnQuestion(tx: Tx, actor: Actor, questionId: string): Promise<Question> {
  const question = await lockQuestion(tx, questionId)
  if (actor.kind === 'user' && question.askerId !== actor.userId) throw new NotFoundError('question', questionId)
  return question
}

const responseRow = {
  id: responses.id,
  questionId: responses.questionId,
  type: responses.type,
  authorId: responses.authorId,
  isAccepted: responses.isAccepted,
  rating: responses.rating,
  /** The scale of `rating`. */
  ratingSystem: responses.ratingSystem,
  quickReply: responses.quickReply,
} as const
export type ResponseRow = RowOf<typeof responseRow>

const responseColumns = selectList(responseRow, 'r')

const responseById = statement({
  name: 'response-by-id',
  params: [types.uuid],
  row: responseRow,
  text: `select ${responseColumns} from responses r where r.id = $1 and r.company_id = $company`,
})

/**
 * Locks the question of a response, then reads the response under that lock.
 * Throws NotFoundError if the response does not exist or belongs to a question of another asker.
 */
export async function lockByResponse(
  tx: Tx,
  actor: Actor,
  responseId: string,
): Promise<{ question: Question; response: ResponseRow }> {
  // Postgres runs the second statement once the first one has the lock.
  const [question, [response]] = await together(
    lockQuestionOfResponse(tx, responseId),
    tx.query(responseById, [responseId]),
  )
  const isOthers = actor.kind === 'user' && question?.askerId !== actor.userId
  if (!question || !response || isOthers) throw new NotFoundError('response', responseId)
  return { question, response }
}

const newest = statement({
  name: 'newest-response',
  params: [types.uuid, types.nullable(types.uuid)],
  row: responseRow,
  text: `select ${responseColumns} from responses r
    where r.question_id = $1 and r.company_id = $company and ($2::uuid is null or r.author_id = $2) and r.type <> 'AutoResponse'
    order by r.created_at desc, r.id desc limit 1`,
})

/** Returns the newest response that a person wrote, or one person's own newest. `undefined` without one. */
export async function findNewestResponse(
  tx: Tx,
  questionId: string,
  authorId: string | null = null,
): Promise<ResponseRow | undefined> {
  const [response] = await tx.query(newest, [questionId, authorId])
  return response
}
