import type { Message, Question } from '@askline/client'

type Conversation = Pick<Question['conversation'], 'messages' | 'responses'>

/** Returns the newest of the messages that `isMeant`, in the question and its responses; undefined if there is none. */
export function lastSaid(
  { messages, responses }: Conversation,
  isMeant: (message: Message) => boolean,
): Message | undefined {
  const meant = [...messages, ...responses.flatMap((response) => response.messages)].filter(isMeant)
  return meant.reduce((a, b) => (a && a.id > b.id ? a : b), meant[0])
}
