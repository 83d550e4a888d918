import type { Statement, Tx } from '@askline/db'

/** Names one question: by itself, or by a response or message of it. */
export type QuestionPart = { questionId: string } | { responseId: string } | { messageId: string }

/**
 * Which question `part` belongs to and who asked it; undefined where the transaction's company has no such thing.
 * Experts and staff are askers of their own questions and act there as users: this is how a caller tells. Says nothing
 * about who may see it.
 */
export async function findWhose(
  tx: Tx,
  part: QuestionPart,
): Promise<{ questionId: string; askerId: string } | undefined> {
  const [statement, id] =
    'questionId' in part
      ? [ofQuestion, part.questionId]
      : 'responseId' in part
        ? [ofResponse, part.responseId]
        : [ofMessage, part.messageId]
  const [row] = await tx.query<{ questionId: string; askerId: string }>(statement, [id])
  return row
}

const columns = 'q.id as "questionId", q.asker_id as "askerId"'

const ofQuestion: Statement = {
  name: 'whose-question',
  text: `select ${columns} from questions q where q.id = $1`,
}
const ofResponse: Statement = {
  name: 'whose-response',
  text: `select ${columns} from responses r join questions q on q.id = r.question_id where r.id = $1`,
}
const ofMessage: Statement = {
  name: 'whose-message',
  text: `select ${columns} from messages m join questions q on q.id = m.question_id where m.id = $1`,
}
