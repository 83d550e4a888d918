import type { Message } from '@askline/client'

/** Where messages stand: in the question, or in one of its responses. */
export type Messages = { messages: Message[]; responses: { messages: Message[] }[] }

/** Returns the newest of the messages that `isMeant`, in the question and its responses; undefined if there is none. */
export function lastSaid(
  { messages, responses }: Messages,
  isMeant: (message: Message) => boolean,
): Message | undefined {
  const meant = [...messages, ...responses.flatMap((response) => response.messages)].filter(isMeant)
  return meant.reduce((a, b) => (a && a.id > b.id ? a : b), meant[0])
}
