import type { Facts } from '../changes/change.ts'
import { MoveRefusedError } from '../errors.ts'

/** How many messages by people a question holds, and how many it may hold. */
export type ConversationLength = { messages: number; most: number }

/** Returns the length of a conversation after one more message. */
export const lengthAfter = ({ length, company }: Facts): ConversationLength => ({
  messages: length + 1,
  most: company.settings.maxMessages,
})

/**
 * Throws MoveRefusedError `conversation_full` if there is no room for one more message. The facts are read under the question's lock,
 * so concurrent messages cannot exceed the limit together.
 */
export function assertConversationFits(facts: Facts): void {
  const { messages, most } = lengthAfter(facts)
  if (messages <= most) return
  throw new MoveRefusedError(
    'conversation_full',
    `This question has reached the limit of ${most} messages. Accept a response, reroute the question, or ask a new one.`,
  )
}
