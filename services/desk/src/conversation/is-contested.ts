import { lastSaid, type Messages } from './last-said.ts'

/** Returns whether the asker said that the question is not resolved, and has no later answer. */
export const isContested = (conversation: Messages): boolean =>
  lastSaid(
    conversation,
    ({ type, author }) =>
      type === 'CONTESTED_MARK_AS_RESOLVED_MESSAGE' || (type === 'MESSAGE' && author.type !== 'USER'),
  )?.type === 'CONTESTED_MARK_AS_RESOLVED_MESSAGE'
