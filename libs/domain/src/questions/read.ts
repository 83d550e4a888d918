import { statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import type { Change } from '../changes/change.ts'
import { decide, noChange } from '../changes/decide.ts'
import { makeChange } from '../changes/make-changes.ts'
import { responseOf } from './own.ts'
import { lockQuestionOfResponse } from './question.ts'

/** SQL of messages: they are under the response $1. The question leads to their index. */
const underResponse = `company_id = $company and response_id = $1
  and question_id = (select question_id from responses where id = $1 and company_id = $company)`

// The asker's own messages are never unread.
const readMessages = statement({
  name: 'read-messages',
  params: [types.uuid],
  row: { changed: types.int },
  text: `with seen as (
      update messages set is_viewed_by_user = true where ${underResponse} and not is_viewed_by_user and author_kind <> 'USER'
      returning 1
    ), response as (
      update responses set is_viewed_by_user = true
      where id = $1 and company_id = $company and not is_viewed_by_user returning 1
    ) select (select count(*) from seen) + (select count(*) from response) as changed`,
})

/** Returns the change of `markAsRead`. `hasNews`: something under the response was unread. */
export const reading = (actor: Person, { responseId, hasNews }: { responseId: string; hasNews: boolean }): Change => ({
  actor,
  of: { responseId },
  decide: (facts) => {
    const { id, quickReply } = responseOf(facts, actor, responseId)
    if (quickReply === 'PENDING' && !facts.question.closedAt) {
      return decide(facts, actor, 'openAutomatic', { answers: [{ id, quickReply: 'OPENED' }] })
    }
    return hasNews ? decide(facts, actor, 'markAsRead', {}) : noChange
  },
})

/**
 * Marks everything under a response as read by the asker. Reading it again has no effect and raises no event.
 * Reading an automatic response that is PENDING opens it.
 * Throws NotFoundError.
 */
export async function markAsRead(tx: Tx, actor: Person, { responseId }: { responseId: string }) {
  // The lock comes first, because other changes lock the question before its messages.
  await lockQuestionOfResponse(tx, responseId)
  const [row] = await tx.query(readMessages, [responseId])
  const { facts } = await makeChange(tx, reading(actor, { responseId, hasNews: (row?.changed ?? 0) > 0 }))
  return { questionId: facts.question.id, responseId }
}
