import { statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import type { Change } from '../changes/change.ts'
import { decide, noChange } from '../changes/decide.ts'
import { makeChange } from '../changes/make-changes.ts'
import { underResponse } from '../clauses.ts'
import { responseOf } from './own.ts'
import { lockQuestionOfResponse } from './question.ts'

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

const setOpened = statement({
  name: 'set-opened',
  params: [types.uuid],
  text: `update responses set quick_reply = 'OPENED' where id = $1 and company_id = $company and quick_reply = 'PENDING'`,
})

/** Returns the change of `markAsRead`. `hasNews`: something under the response was unread. */
export const reading = (actor: Person, { responseId, hasNews }: { responseId: string; hasNews: boolean }): Change => ({
  actor,
  of: { responseId },
  decide: (facts) => {
    const { quickReply } = responseOf(facts, actor, responseId)
    if (quickReply === 'PENDING' && !facts.question.closedAt) return decide(facts, actor, 'openAutomatic', {})
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
  const { facts, decision } = await makeChange(tx, reading(actor, { responseId, hasNews: (row?.changed ?? 0) > 0 }))
  if (decision.event === 'AUTO_RESPONSE_OPENED') await tx.query(setOpened, [responseId])
  return { questionId: facts.question.id, responseId }
}
