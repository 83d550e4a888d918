import { resolveIn, type Schema } from './openapi.ts'

/** A message of the socket. */
export type SocketMessage = {
  id: string
  name: string
  /** The sender. */
  from: 'client' | 'service'
  summary: string
  payload: Schema | undefined
  answer: Schema | undefined
}

type Message = { $ref?: string; name?: string; payload?: Schema }
export type AsyncApi = {
  info: { description?: string }
  components?: { schemas?: Record<string, Schema> }
  servers?: Record<string, { host: string; pathname?: string; protocol: string; description?: string }>
  operations?: Record<
    string,
    { action: string; summary?: string; messages?: { $ref?: string }[]; reply?: { messages?: { $ref?: string }[] } }
  >
}

/** Reads the messages of an AsyncAPI document. Its actions are those of the service: what it receives, a client sends. */
export function readMessages(document: AsyncApi): SocketMessage[] {
  const find = (given: { $ref?: string }[] | undefined): Message | undefined =>
    given?.[0] && resolveIn<Message>(document, given[0])
  return Object.entries(document.operations ?? {}).map(([id, { action, summary = '', messages, reply }]) => {
    const message = find(messages)
    return {
      id,
      name: message?.name ?? id,
      from: action === 'receive' ? 'client' : 'service',
      summary,
      payload: message?.payload,
      answer: find(reply?.messages)?.payload,
    }
  })
}
