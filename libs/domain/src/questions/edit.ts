import { messages, newId, questions, revisions, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { decide } from '../changes/decide.ts'
import { makeChange } from '../changes/make-changes.ts'
import { ForbiddenError, NotFoundError } from '../errors.ts'
import { suspendKnowledgeOf } from '../knowledge/lineage.ts'
import { fold, foldTogether } from '../text/fold.ts'
import { mustSeeMessage } from '../views/find.ts'
import { assertOwn } from './own.ts'
import { lockQuestion } from './question.ts'
import { subjectOf } from './subject.ts'

const keepQuestionText = statement({
  name: 'keep-question-text',
  params: [types.uuid, types.uuid],
  row: { text: revisions.text, subject: questions.subject },
  text: `with question as (
      select id, company_id, text, subject from questions where id = $1 and company_id = $company
    ), kept as (
      insert into revisions (id, company_id, question_id, text) select $2, company_id, id, text from question
    )
    select text, subject from question`,
})

/**
 * Changes the text of the asker's question and stores the earlier text as a revision. A derived subject is derived again; a
 * subject that the asker gave stays. Throws NotFoundError, MoveRefusedError.
 */
export async function editQuestion(
  tx: Tx,
  actor: Person,
  { questionId, text, metadata }: { questionId: string; text: string; metadata?: Record<string, unknown> | undefined },
) {
  // Under the lock, so that no other edit comes between the earlier text and the new one.
  await lockQuestion(tx, questionId)
  const [earlier] = await tx.query(keepQuestionText, [questionId, newId()])
  const given = earlier && earlier.subject !== subjectOf(earlier.text) ? earlier.subject : undefined
  await makeChange(tx, {
    actor,
    of: { questionId },
    decide: (facts) => {
      assertOwn(facts, actor)
      return decide(facts, actor, 'editQuestion', {
        text: { text, subject: given ?? subjectOf(text), folded: foldTogether(given ?? '', text), metadata },
      })
    },
  })
  return { questionId }
}

const findMessage = statement({
  name: 'find-message',
  params: [types.uuid],
  row: {
    questionId: messages.questionId,
    responseId: messages.responseId,
    authorId: messages.authorId,
    authorKind: messages.authorKind,
    type: messages.type,
  },
  text: `select question_id as "questionId", response_id as "responseId", author_id as "authorId", author_kind as "authorKind", type
    from messages where id = $1 and company_id = $company`,
})
const keepMessageText = statement({
  name: 'keep-message-text',
  params: [types.uuid, types.uuid],
  row: { text: revisions.text },
  text: `insert into revisions (id, company_id, question_id, message_id, text)
    select $2, company_id, question_id, id, body from messages where id = $1 and company_id = $company
    returning text`,
})
const changeMessage = statement({
  name: 'change-message',
  params: [types.uuid, types.text, types.nullable(types.jsonText), types.text],
  text: `update messages m set body = $2, folded = $4, metadata = coalesce($3::jsonb, m.metadata),
    updated_at = next_stamp(m.updated_at, q.changed_at) from questions q
    where m.id = $1 and m.company_id = $company and q.id = m.question_id and q.company_id = m.company_id`,
})

/**
 * An author rewords a message of theirs; the earlier text is kept as a revision.
 * Throws ForbiddenError `forbidden` if another person wrote the message, NotFoundError if the caller cannot see it, and
 * MoveRefusedError once interaction is over.
 */
export async function editMessage(
  tx: Tx,
  actor: Person,
  input: { messageId: string; text: string; metadata?: Record<string, unknown> | undefined },
) {
  const [message] = await tx.query(findMessage, [input.messageId])
  if (!message) throw new NotFoundError('message', input.messageId)
  if (message.type !== 'MESSAGE' || message.authorId !== actor.userId) {
    await mustSeeMessage(tx, actor, input.messageId)
    throw new ForbiddenError('forbidden', 'Only its author may edit a message.')
  }

  const { questionId } = message
  await lockQuestion(tx, questionId)
  await tx.query(keepMessageText, [input.messageId, newId()])
  await makeChange(tx, { actor, of: { questionId }, decide: (facts) => decide(facts, actor, 'editMessage', {}) })
  const metadata = input.metadata ? JSON.stringify(input.metadata) : null
  await tx.query(changeMessage, [input.messageId, input.text, metadata, fold(input.text)])
  if (message.responseId && message.authorKind !== 'USER') await suspendKnowledgeOf(tx, [message.responseId], 'EDITED')
  return { messageId: input.messageId, questionId }
}
