import { companyDefaults } from '@askline/contracts'
import { types } from '@askline/db'
import { MoveRefusedError } from '../errors.ts'

/** How many messages by people a question holds, and how many it may hold. */
export type ConversationLength = { messages: number; most: number }

/** The columns of a ConversationLength in a statement that may lack it. */
export const lengthRow = { messages: types.nullable(types.int), most: types.nullable(types.int) }

/**
 * The select list of a ConversationLength of the question $1, without the messages of the statement's own part `added`. Citus runs
 * the parts of a statement one after the other, so the count would see them there.
 */
export const lengthColumns = `(select count(*)::int from messages m where m.question_id = $1 and m.company_id = $company
    and m.type = 'MESSAGE' and m.author_kind in ('USER', 'EXPERT', 'AGENT')
    and not exists (select 1 from added a where a.seq = m.seq)) as messages,
  (select coalesce((settings ->> 'maxMessages')::int, ${companyDefaults.maxMessages}) from companies where id = $company) as most`

/**
 * Throws MoveRefusedError `conversation_full` if a conversation is too long after a message was added, which rolls the message
 * back. The move holds the question's lock, so concurrent messages cannot exceed the limit together.
 */
export function assertConversationFits({ messages, most }: ConversationLength): void {
  if (messages <= most) return
  throw new MoveRefusedError(
    'conversation_full',
    `This question holds ${most} messages, the most that are possible. Accept a response, reroute the question, or ask a new one.`,
  )
}
