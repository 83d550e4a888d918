import type { MessageView, QuestionView, ResponseView } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import type { Actor } from '../actors.ts'
import { NotFoundError } from '../errors.ts'
import { type MessageRow, messageColumns, messageView } from './message.ts'
import {
  contextOf,
  type QuestionRow,
  questionView,
  questionViewColumns,
  questionViewTables,
  type ResponseRow,
  responseView,
  responseViewColumns,
} from './question-view.ts'

/**
 * Who may see a question `q`: $kind is the viewer's kind, $id their user id. Integrations and staff see their company's
 * questions (row-level security keeps to it), a user their own, an expert what they asked, hold, are offered or answered.
 */
export const mayView = (kind: string, id: string) => `case ${kind}::text
  when 'user' then q.asker_id = ${id}::uuid
  when 'expert' then q.asker_id = ${id}::uuid or (q.holder_id = ${id}::uuid and not q.is_rerouted)
    or exists (select 1 from offers o where o.question_id = q.id and o.expert_id = ${id}::uuid and o.status = 'pending')
    or exists (select 1 from responses r where r.question_id = q.id and r.author_id = ${id}::uuid)
  else true end`

/** $kind and $id of `mayView` for an actor. */
export const viewerOf = (actor: Actor): [string, string | null] => [actor.kind, 'userId' in actor ? actor.userId : null]

const whetherSeen: Statement = {
  name: 'whether-seen',
  text: `select 1 from questions q
    where q.id = coalesce((select question_id from responses where id = $4), $3) and ${mayView('$1', '$2')}
      and ($5::uuid is null or q.asker_id = $5)
      and ($4::uuid is null or exists (select 1 from responses r where r.id = $4 and r.question_id = q.id))
      and ($3::uuid is null or q.id = $3)`,
}

/**
 * Throws NotFoundError unless the viewer may see the question, and the response where one is named; with `askerId` only where
 * that person asked it.
 */
export async function mustSee(
  tx: Tx,
  actor: Actor,
  part: { questionId?: string | undefined; responseId?: string | undefined; askerId?: string | undefined },
): Promise<void> {
  const { questionId, responseId, askerId } = part
  const values = [...viewerOf(actor), questionId ?? null, responseId ?? null, askerId ?? null]
  if ((await tx.query(whetherSeen, values)).length > 0) return
  throw responseId === undefined
    ? new NotFoundError('question', questionId ?? '')
    : new NotFoundError('response', responseId)
}

const oneQuestion: Statement = {
  name: 'view-question',
  text: `select ${questionViewColumns} from ${questionViewTables} where q.id = $1 and ${mayView('$2', '$3')}`,
}
const itsResponses: Statement = {
  name: 'view-responses',
  text: `select ${responseViewColumns} from responses r left join users u on u.id = r.author_id
    where r.question_id = any($1::uuid[]) order by r.created_at, r.id`,
}
const itsMessages: Statement = {
  name: 'view-messages',
  text: `select ${messageColumns} from messages m left join users u on u.id = m.author_id
    where m.question_id = any($1::uuid[]) order by m.seq`,
}

/** The responses and messages of some questions, in the order in which views list them: two statements however long they are. */
export async function findConversations(tx: Tx, questionIds: string[]) {
  const responses = await tx.query<ResponseRow>(itsResponses, [questionIds])
  const messages = await tx.query<MessageRow>(itsMessages, [questionIds])
  return { responses, messages }
}

async function findQuestionRow(tx: Tx, actor: Actor, questionId: string): Promise<QuestionRow | undefined> {
  const [row] = await tx.query<QuestionRow>(oneQuestion, [questionId, ...viewerOf(actor)])
  return row
}

/**
 * The question as this viewer sees it, in three statements.
 * Throws NotFoundError where there is none or the viewer may not know of it.
 */
export async function viewQuestion(tx: Tx, actor: Actor, questionId: string, publicUrl: string): Promise<QuestionView> {
  return (await viewQuestionAndVersion(tx, actor, questionId, publicUrl)).view
}

/** As `viewQuestion`, with the version that the view shows: what an ETag is made of. */
export async function viewQuestionAndVersion(tx: Tx, actor: Actor, questionId: string, publicUrl: string) {
  const row = await findQuestionRow(tx, actor, questionId)
  if (!row) throw new NotFoundError('question', questionId)
  const { responses, messages } = await findConversations(tx, [questionId])
  const context = contextOf(row, publicUrl, actor.kind)
  return { view: questionView(row, responses, messages, context), version: row.version }
}

/** One response with its messages. Throws NotFoundError as `viewQuestion` does. */
export async function viewResponse(tx: Tx, actor: Actor, responseId: string, publicUrl: string): Promise<ResponseView> {
  const [of] = await tx.query<{ questionId: string }>(questionOfResponse, [responseId])
  const row = of && (await findQuestionRow(tx, actor, of.questionId))
  if (!row) throw new NotFoundError('response', responseId)
  const { responses, messages } = await findConversations(tx, [row.id])
  const response = responses.find((r) => r.id === responseId)
  if (!response) throw new NotFoundError('response', responseId)
  return responseView(response, messages, contextOf(row, publicUrl, actor.kind))
}

const questionOfResponse: Statement = {
  name: 'view-question-of-response',
  text: 'select question_id as "questionId" from responses where id = $1',
}
const oneMessage: Statement = {
  name: 'view-message',
  text: `select ${messageColumns} from messages m left join users u on u.id = m.author_id where m.id = $1`,
}

/** One message. Throws NotFoundError as `viewQuestion` does. */
export async function viewMessage(tx: Tx, actor: Actor, messageId: string, publicUrl: string): Promise<MessageView> {
  const [message] = await tx.query<MessageRow>(oneMessage, [messageId])
  const row = message && (await findQuestionRow(tx, actor, message.questionId))
  if (!message || !row) throw new NotFoundError('message', messageId)
  return messageView(message, contextOf(row, publicUrl, actor.kind))
}
