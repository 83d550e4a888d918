import { socketNamespace } from '@askline/contracts'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Redis } from '../redis.ts'

const WriterIds = Type.Object({ companyId: Type.String(), questionId: Type.String(), writerId: Type.String() })
/** Who writes on which question. */
export type WriterIds = Static<typeof WriterIds>

const NotifierMessage = Type.Union([
  /** Payloads of `question-changed`, and the time in ms since 1970 when they were sent. Earlier versions name no time. */
  Type.Object({ changes: Type.Array(Type.Unknown()), sentAt: Type.Optional(Type.Number()) }),
  /** A person is writing. Notifiers look the name up, because Redis holds only ids. */
  Type.Object({ composing: WriterIds, keys: Type.Array(Type.String()) }),
  /** Marks the place where the notifier of this id began to read. */
  Type.Object({ hello: Type.String() }),
])
const schema = Compile(NotifierMessage)

/** A message for all notifiers. */
export type NotifierMessage = Static<typeof NotifierMessage>

/** Entries that the stream keeps, at least. A notifier that is behind by more has missed changes. */
const entriesKept = 10_000

// MessageType.BROADCAST of socket.io-adapter, and EVENT of socket.io-parser.
const broadcast = 3
const event = 2
// This room has no members, so socket.io itself delivers our messages to no socket.
const noMembers = 'askline:nodes'

/** Returns the key of the stream that all notifiers read. */
export const notifierStreamOf = (prefix: string): string => `${prefix}:sockets`

/**
 * Appends a message to the stream that all notifiers read, and returns the id of the entry. Its form is that of the
 * redis-streams adapter of socket.io, which notifiers of earlier versions use. A notifier names itself in `senderId`; others give
 * any text. Rejects if Redis refuses.
 */
export async function tellNotifiers(
  redis: Redis,
  prefix: string,
  senderId: string,
  message: NotifierMessage,
): Promise<string> {
  const data = {
    packet: { type: event, data: [noMembers, message], nsp: socketNamespace },
    opts: { rooms: [noMembers], except: [], flags: {} },
  }
  const fields = ['uid', senderId, 'nsp', socketNamespace, 'type', String(broadcast), 'data', JSON.stringify(data)]
  const id = await redis.xadd(notifierStreamOf(prefix), 'MAXLEN', '~', entriesKept, '*', ...fields)
  if (id === null) throw new Error('Redis has appended no entry')
  return id
}

/** Returns our message in the fields of an entry, or undefined for any other entry. Throws if ours is broken. */
export function messageIn({ type, data }: Record<string, string>): NotifierMessage | undefined {
  if (type !== String(broadcast) || !data?.includes(noMembers)) return undefined
  const { packet } = JSON.parse(data) as { packet?: { data?: [string, unknown] } }
  if (packet?.data?.[0] !== noMembers) return undefined
  const message = packet.data[1]
  if (!schema.Check(message)) throw new TypeError('malformed_payload: notifiers know no such message')
  return message
}
