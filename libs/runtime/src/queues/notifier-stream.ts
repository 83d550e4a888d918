import { type Composing, socketNamespace } from '@askline/contracts'
import type { Redis } from '../redis.ts'

/** A message for all notifiers. */
export type NotifierMessage =
  /** Payloads of `question-changed`, and the time in ms since 1970 when they were sent. Earlier versions name no time. */
  | { changes: unknown[]; sentAt?: number }
  /** A person is writing. Notifiers of earlier versions do not say who. */
  | { composing: Composing; keys: string[]; writerId?: string }
  /** A notifier's greeting to itself: it knows by it that it reads the stream. */
  | { hello: string }

/** An entry of the stream, as Redis returns it. */
export type NotifierEntry = { type?: string; data?: string }

/** Entries that the stream keeps, at least. A notifier without Redis for longer than they last has missed changes. */
export const notifierEntriesKept = 10_000

// MessageType.BROADCAST of socket.io-adapter, and EVENT of socket.io-parser.
const broadcast = 3
const event = 2
// This room has no members, so socket.io itself delivers our messages to no socket.
const noMembers = 'askline:nodes'

/** Returns the key of the stream that all notifiers read. */
export const notifierStreamOf = (prefix: string): string => `${prefix}:sockets`

/**
 * Appends a message to the stream that all notifiers read, in the form of the redis-streams adapter of socket.io. `senderId` is
 * the id of the sending notifier, or any other text. Rejects if Redis refuses.
 */
export async function tellNotifiers(
  redis: Redis,
  prefix: string,
  senderId: string,
  message: NotifierMessage,
): Promise<void> {
  const data = {
    packet: { type: event, data: [noMembers, message], nsp: socketNamespace },
    opts: { rooms: [noMembers], except: [], flags: {} },
  }
  const fields = ['uid', senderId, 'nsp', socketNamespace, 'type', String(broadcast), 'data', JSON.stringify(data)]
  await redis.xadd(notifierStreamOf(prefix), 'MAXLEN', '~', notifierEntriesKept, '*', ...fields)
}

/** Returns our message in an entry of the stream, or undefined for any other entry. Throws SyntaxError for broken JSON. */
export function messageIn(entry: NotifierEntry): NotifierMessage | undefined {
  if (entry.type !== String(broadcast) || !entry.data?.includes(noMembers)) return undefined
  const { packet } = JSON.parse(entry.data) as { packet?: { data?: [string, NotifierMessage] } }
  return packet?.data?.[0] === noMembers ? packet.data[1] : undefined
}
