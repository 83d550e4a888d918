import { statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { underResponse } from './clauses.ts'
import { makeMove } from './move.ts'
import { lockByResponse } from './own.ts'

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

/**
 * Marks everything under a response as read by the asker. Reading it again has no effect and raises no event.
 * Reading an automatic response that is PENDING opens it.
 * Throws NotFoundError.
 */
export async function markAsRead(tx: Tx, actor: Person, { responseId }: { responseId: string }) {
  const { question, response } = await lockByResponse(tx, actor, responseId)
  const [row] = await tx.query(readMessages, [response.id])
  if (response.quickReply === 'PENDING' && !question.closedAt) {
    await makeMove(tx, actor, question, 'openAutomatic')
    await tx.query(setOpened, [response.id])
  } else if (row && row.changed > 0) await makeMove(tx, actor, question, 'markAsRead')
  return { questionId: question.id, responseId: response.id }
}
