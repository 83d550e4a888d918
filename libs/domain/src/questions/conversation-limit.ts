import { companyDefaults } from '@askline/contracts'
import { statement, type Tx, types } from '@askline/db'
import { MoveRefusedError } from '../errors.ts'

const countMessages = statement({
  name: 'count-messages-by-people',
  params: [types.uuid],
  row: { messages: types.int, most: types.int },
  text: `select (select count(*)::int from messages m
      where m.question_id = q.id and m.company_id = q.company_id and m.type = 'MESSAGE' and m.author_kind in ('USER', 'EXPERT', 'AGENT')) as messages,
      coalesce((c.settings ->> 'maxMessages')::int, ${companyDefaults.maxMessages}) as most
    from questions q join companies c on c.id = q.company_id where q.id = $1`,
})

/** How many messages by people a question holds, and how many it may hold. */
export type ConversationLength = { messages: number; most: number }

/**
 * Returns how long a conversation is after a message was added. Throws MoveRefusedError `conversation_full` if it is too long,
 * which rolls the message back. The move holds the question's lock, so concurrent messages cannot exceed the limit together.
 */
export async function assertConversationFits(tx: Tx, questionId: string): Promise<ConversationLength> {
  const [length] = await tx.query(countMessages, [questionId])
  if (!length) throw new Error(`The question ${questionId} is missing in its own move`)
  if (length.messages > length.most) {
    throw new MoveRefusedError(
      'conversation_full',
      `This question holds ${length.most} messages, the most that are possible. Accept a response, reroute the question, or ask a new one.`,
    )
  }
  return length
}
