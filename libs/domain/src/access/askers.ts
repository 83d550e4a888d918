import type { Statement, Tx } from '@askline/db'

/** Names one question: by itself, or by a response or message of it. */
export type QuestionPart = { questionId: string } | { responseId: string } | { messageId: string }

/**
 * Who asked the question that `part` names, or undefined where the transaction's company has no such thing.
 * Experts and staff are askers of their own questions and act there as users: this is how a caller tells.
 */
export async function findAskerId(tx: Tx, part: QuestionPart): Promise<string | undefined> {
  const [statement, id] =
    'questionId' in part
      ? [askerOfQuestion, part.questionId]
      : 'responseId' in part
        ? [askerOfResponse, part.responseId]
        : [askerOfMessage, part.messageId]
  const [row] = await tx.query<{ asker_id: string }>(statement, [id])
  return row?.asker_id
}

const askerOfQuestion: Statement = {
  name: 'asker_of_question',
  text: 'select asker_id from questions where id = $1',
}
const askerOfResponse: Statement = {
  name: 'asker_of_response',
  text: 'select q.asker_id from responses r join questions q on q.id = r.question_id where r.id = $1',
}
const askerOfMessage: Statement = {
  name: 'asker_of_message',
  text: 'select q.asker_id from messages m join questions q on q.id = m.question_id where m.id = $1',
}
