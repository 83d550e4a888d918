import { type Static, Type } from 'typebox'
import { DateTime, Uuid } from './resources/basics.ts'
import { eventTypes } from './words.ts'

/** The socket.io namespace of the specification's version. */
export const socketNamespace = '/v1'

/** What a socket is told: thin on purpose, the client then does GET /questions/{uuid}. */
export const QuestionChanged = Type.Object({
  questionUuid: Uuid,
  version: Type.Integer({ description: 'Of the question; grows by one with every change.' }),
  type: Type.Enum(eventTypes),
  lastUpdated: DateTime,
  correlationId: Type.Optional(Type.String({ description: 'Of the request that changed it.' })),
})
export type QuestionChanged = Static<typeof QuestionChanged>

/** An expert's or the agents' inbox looks different: GET it again. */
export const InboxChanged = Type.Object({ questionUuid: Uuid, type: Type.Enum(eventTypes), version: Type.Integer() })
export type InboxChanged = Static<typeof InboxChanged>

export const Composing = Type.Object({ questionUuid: Uuid, name: Type.String() })
export type Composing = Static<typeof Composing>

export const SubscribeRequest = Type.Object({
  questionUuid: Uuid,
  after: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The last version you know: what you missed since is told at once.' }),
  ),
})
export type SubscribeRequest = Static<typeof SubscribeRequest>

/** Why a request over the socket is refused. Whoever may not GET a question is told `question_not_found`. */
export const socketErrors = [
  'question_not_found',
  'insufficient_scope',
  'invalid_request',
  'too_many_subscriptions',
  'rate_limited',
  'unavailable',
  'internal',
  'disconnected',
] as const
export type SocketError = (typeof socketErrors)[number]
export const SocketRefusal = Type.Object({ error: Type.Enum(socketErrors) })

export const SubscribeAnswer = Type.Union([
  Type.Object({ version: Type.Integer(), lastUpdated: DateTime }),
  SocketRefusal,
])
export type SubscribeAnswer = Static<typeof SubscribeAnswer>

/** What `unsubscribe` and `composing` name. */
export const QuestionNamed = Type.Object({ questionUuid: Uuid })
export type QuestionNamed = Static<typeof QuestionNamed>

export const UnsubscribeAnswer = Type.Union([Type.Object({ ok: Type.Literal(true) }), SocketRefusal])
export type UnsubscribeAnswer = Static<typeof UnsubscribeAnswer>

export type ServerEvents = {
  'question-changed': (change: QuestionChanged) => void
  'inbox-changed': (change: InboxChanged) => void
  composing: (who: Composing) => void
}
export type ClientEvents = {
  subscribe: (request: SubscribeRequest, answer: (answer: SubscribeAnswer) => void) => void
  unsubscribe: (request: QuestionNamed, answer?: (answer: UnsubscribeAnswer) => void) => void
  composing: (request: QuestionNamed) => void
}

/**
 * An audience key names who may know of a change: one person, the integrations of a company, or its agents and admins.
 * The domain computes them in the transaction; a socket holds the keys of its principal.
 */
export const audienceKey = {
  person: (userId: string) => `user:${userId}`,
  company: (companyId: string) => `company:${companyId}`,
  staff: (companyId: string) => `staff:${companyId}`,
}

/** Room of the sockets that hold `key` and watch the question: an event reaches a socket only while its key is in the audience. */
export const questionRoom = (questionId: string, key: string) => `q:${questionId}:${key}`

/** Room of all sockets that hold `key`: where inbox changes go. */
export const inboxRoom = (key: string) => `inbox:${key}`
