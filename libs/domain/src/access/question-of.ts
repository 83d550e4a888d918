import { questions, selectList, statement, type Tx, types } from '@askline/db'

/** The id of a question, or of a response or message that belongs to it. */
export type QuestionPart = { questionId: string } | { responseId: string } | { messageId: string }

/**
 * Returns the question that `part` belongs to and its asker, or `undefined` if the transaction's company has no such thing.
 * Experts and staff act as users on questions that they asked themselves. Does not check who may see the question.
 */
export async function findQuestionOf(
  tx: Tx,
  part: QuestionPart,
): Promise<{ questionId: string; askerId: string } | undefined> {
  const [statement, id] =
    'questionId' in part
      ? [ofQuestion, part.questionId]
      : 'responseId' in part
        ? [ofResponse, part.responseId]
        : [ofMessage, part.messageId]
  const [row] = await tx.query(statement, [id])
  return row
}

const row = { questionId: questions.id, askerId: questions.askerId }
const columns = selectList(row, 'q')

const ofQuestion = statement({
  name: 'asker-of-question',
  params: [types.uuid],
  row,
  text: `select ${columns} from questions q where q.id = $1 and q.company_id = $company`,
})
const ofResponse = statement({
  name: 'asker-of-response',
  params: [types.uuid],
  row,
  text: `select ${columns} from responses r join questions q on q.id = r.question_id and q.company_id = r.company_id where r.id = $1 and r.company_id = $company`,
})
const ofMessage = statement({
  name: 'asker-of-message',
  params: [types.uuid],
  row,
  text: `select ${columns} from messages m join questions q on q.id = m.question_id and q.company_id = m.company_id where m.id = $1 and m.company_id = $company`,
})
