import type { Statement, Tx } from '@askline/db'
import type { Person } from '../actors.ts'
import { MoveRefusedError } from '../errors.ts'
import { makeMove } from './move.ts'
import { lockByResponse } from './own.ts'
import { rateOrThank } from './rate.ts'

const setReply: Statement = {
  name: 'set-quick-reply',
  text: `update responses r set quick_reply = $2, is_accepted = $2 = 'ACCEPTED',
      accepted_at = case when $2 = 'ACCEPTED' then q.changed_at end, updated_at = next_stamp(r.updated_at, q.changed_at)
    from questions q where r.id = $1 and q.id = r.question_id`,
}
const removeAsk: Statement = {
  name: 'remove-autoresponse-prompt',
  text: `delete from messages where response_id = $1 and type = 'AUTORESPONSE_MESSAGE'`,
}

/**
 * The asker accepts an automatic response (the question is resolved) or rejects it (the experts are asked).
 * Throws MoveRefusedError `not_automatic`, `already_decided`; NotFoundError.
 */
export async function confirmAutoResponse(
  tx: Tx,
  actor: Person,
  { responseId, quickReply }: { responseId: string; quickReply: 'ACCEPTED' | 'REJECTED' },
) {
  const { question, response } = await lockByResponse(tx, actor, responseId)
  if (response.type !== 'AutoResponse') {
    throw new MoveRefusedError('not_automatic', 'A person wrote this response: accept it instead')
  }
  if (response.quickReply === 'ACCEPTED' || response.quickReply === 'REJECTED') {
    throw new MoveRefusedError(
      'already_decided',
      `The automatic response was ${response.quickReply.toLowerCase()} already`,
    )
  }
  await tx.query(removeAsk, [responseId])
  await makeMove(tx, actor, question, quickReply === 'ACCEPTED' ? 'acceptAutomatic' : 'rejectAutomatic', {
    responseId,
    adds: quickReply === 'ACCEPTED' ? await rateOrThank(tx, question, responseId) : [],
  })
  await tx.query(setReply, [responseId, quickReply])
  return { questionId: question.id, responseId }
}
