import type { Client } from '@askline/client'

/** A text that the service has not confirmed yet. Its key makes it safe to send again. */
export type Send = {
  key: string
  kind: 'ask' | 'message' | 'response' | 'agent'
  questionUuid: string | null
  responseUuid?: string
  fence?: number
  text: string
  writtenAt: string
  /** ms of this page's monotonic clock before which it can still be taken back. It means nothing to another page. */
  sendAfter: number
  /** Why it was refused. It is not sent again until the person decides. */
  refusal?: string
}

const fenceOf = ({ fence }: Send) => (fence === undefined ? {} : { fence })

/**
 * Returns the address and the body with which a text is sent. Both ways of sending share them, because a key belongs to one body.
 */
function requestOf(send: Send) {
  const { kind, text, questionUuid, responseUuid } = send
  if (kind === 'ask') return { kind, path: '/v1/questions', body: { text } }
  if (questionUuid === null) throw new TypeError('A text other than a question requires a question uuid')
  if (kind === 'response')
    return { kind, questionUuid, path: `/v1/questions/${questionUuid}/responses`, body: { text, ...fenceOf(send) } }
  if (kind === 'agent') return { kind, questionUuid, path: '/v1/agents/messages', body: { questionUuid, text } }
  const place = responseUuid === undefined ? { questionUuid } : { responseUuid }
  return { kind, questionUuid, path: '/v1/messages', body: { text, ...place, ...fenceOf(send) } }
}

/** Sends a text, and again while the service is away. Returns the question's uuid. Rejects with an AsklineError. */
export async function deliver(client: Client, send: Send): Promise<string> {
  const request = requestOf(send)
  const options = { idempotencyKey: send.key }
  if (request.kind === 'ask') return (await client.questions.ask(request.body, options)).uuid
  if (request.kind === 'response') await client.experts.respond(request.questionUuid, request.body, options)
  else if (request.kind === 'agent') await client.agents.addMessage(request.body, options)
  else await client.messages.add(request.body, options)
  return request.questionUuid
}

/** Sends a text from a page that ends. The browser finishes the request, but its answer is lost. */
export function deliverAtEnd(send: Send, token: string): void {
  const { path, body } = requestOf(send)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': send.key,
  }
  // If it fails, the next page sends the stored text.
  fetch(path, { method: 'POST', keepalive: true, credentials: 'omit', headers, body: JSON.stringify(body) }).catch(
    () => undefined,
  )
}

/** Returns the uuid of the question that has a text of `owner` already, or `undefined` if none has. */
export async function findArrived(client: Client, send: Send, owner: string): Promise<string | undefined> {
  const { questionUuid, text } = send
  if (questionUuid === null) {
    const { items } = await client.questions.list({ limit: 100, includeConversation: true }).page()
    return items.find(({ conversation }) => conversation?.text === text)?.uuid
  }
  const question = await client.questions.get(questionUuid)
  const { messages = [], responses = [] } = question?.conversation ?? {}
  const all = [...messages, ...responses.flatMap((response) => response.messages)]
  const isIt = all.some(({ type, author, body }) => type === 'MESSAGE' && author.uuid === owner && body === text)
  return isIt ? questionUuid : undefined
}
