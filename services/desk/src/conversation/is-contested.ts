import type { Question } from '@askline/client'

type Conversation = Pick<Question['conversation'], 'messages' | 'responses'>

/** Returns whether the asker said that the question is not resolved, and has no later answer. */
export function isContested({ messages, responses }: Conversation): boolean {
  const said = [...messages, ...responses.flatMap((response) => response.messages)].filter(
    ({ type, author }) =>
      type === 'CONTESTED_MARK_AS_RESOLVED_MESSAGE' || (type === 'MESSAGE' && author.type !== 'USER'),
  )
  const last = said.reduce((a, b) => (a && a.id > b.id ? a : b), said[0])
  return last?.type === 'CONTESTED_MARK_AS_RESOLVED_MESSAGE'
}
