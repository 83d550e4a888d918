import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Redis } from '../redis.ts'

const WriterIds = Type.Object({ companyId: Type.String(), questionId: Type.String(), writerId: Type.String() })
/** The ids of a person who is writing and of the question. */
export type WriterIds = Static<typeof WriterIds>

const NotifierMessage = Type.Union([
  /** Payloads of `question-changed`, and the time in ms since 1970 when they were sent. */
  Type.Object({ changes: Type.Array(Type.Unknown()), sentAt: Type.Number() }),
  /** A person is writing at the notifier `from`. Notifiers look the name up, because Redis holds only ids. */
  Type.Object({ composing: WriterIds, keys: Type.Array(Type.String()), from: Type.String() }),
  /** Marks the place where the notifier of this id began to read. */
  Type.Object({ hello: Type.String() }),
])
const schema = Compile(NotifierMessage)

/** A message for all notifiers. */
export type NotifierMessage = Static<typeof NotifierMessage>

/** Entries that the stream keeps, at least. A notifier that is behind by more has missed changes. */
const entriesKept = 10_000

/** Returns the key of the stream that all notifiers read. */
export const notifierStreamOf = (prefix: string): string => `${prefix}:sockets`

/** Appends a message to the stream that all notifiers read, and returns the id of the entry. Rejects if Redis refuses. */
export async function tellNotifiers(redis: Redis, prefix: string, message: NotifierMessage): Promise<string> {
  const fields = ['message', JSON.stringify(message)]
  const id = await redis.xadd(notifierStreamOf(prefix), 'MAXLEN', '~', entriesKept, '*', ...fields)
  if (id === null) throw new Error('Redis did not append the entry')
  return id
}

/** Returns the message of an entry from its fields: name, value, name, value. Throws if notifiers know no such message. */
export function messageIn([, text = 'null']: string[]): NotifierMessage {
  const message: unknown = JSON.parse(text)
  if (!schema.Check(message)) throw new TypeError('malformed_payload: the message is unknown to notifiers')
  return message
}
