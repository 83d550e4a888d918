import type { Docs } from './docs-context.ts'
import type { OpenApi } from './openapi.ts'
import { readReference } from './reference.ts'
import { type AsyncApi, readMessages } from './socket-messages.ts'

async function load<T>(path: string): Promise<T> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  return (await answer.json()) as T
}

/** Loads the OpenAPI and the AsyncAPI document, as they are served. */
export async function loadDocs(): Promise<Docs> {
  const [api, socket] = await Promise.all([load<OpenApi>('/v1/openapi.json'), load<AsyncApi>('/v1/asyncapi.json')])
  const [server] = Object.values(socket.servers ?? {})
  // A schema of both documents is the same in both.
  const schemas = { ...socket.components?.schemas, ...api.components?.schemas }
  return {
    reference: readReference({ ...api, components: { ...api.components, schemas } }),
    messages: readMessages(socket),
    socketText: [socket.info.description, server?.description].filter(Boolean).join('\n\n'),
    socketUrl: server ? `${server.protocol === 'wss' ? 'https' : 'http'}://${server.host}` : location.origin,
  }
}
