import { type Static, Type } from 'typebox'
import { DateTime, Nullable, Uuid } from './resources/basics.ts'
import { eventTypes } from './words.ts'

/** The socket.io namespace of the specification's version. */
export const socketNamespace = '/v1'

const CorrelationId = Nullable(
  Type.String({
    description:
      'The `X-Correlation-Id` of the request that caused the change; null if no request did, for example a deadline.',
  }),
)

/** Notifies a subscriber that a question changed. It carries no content: the client then requests GET /questions/{uuid}. */
export const QuestionChanged = Type.Object({
  questionUuid: Uuid,
  version: Type.Integer({ description: 'Version of the question. Every change adds one.' }),
  type: Type.Enum(eventTypes),
  lastUpdated: DateTime,
  correlationId: CorrelationId,
})
export type QuestionChanged = Static<typeof QuestionChanged>

/** Notifies an expert, agent or admin that their inbox changed: the client then requests it again. */
export const InboxChanged = Type.Object({
  questionUuid: Uuid,
  type: Type.Enum(eventTypes),
  version: Type.Integer(),
  correlationId: CorrelationId,
})
export type InboxChanged = Static<typeof InboxChanged>

export const Composing = Type.Object({ questionUuid: Uuid, name: Type.String() })
export type Composing = Static<typeof Composing>

export const SubscribeRequest = Type.Object({
  questionUuid: Uuid,
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The last version you know. If you missed a later one, it is sent at once.',
    }),
  ),
})
export type SubscribeRequest = Static<typeof SubscribeRequest>

/**
 * Codes of refused socket requests. They equal REST's codes where REST has the same refusal. A question that the socket may
 * not GET is `question_not_found`.
 */
export const socketErrors = [
  'question_not_found',
  'insufficient_scope',
  'invalid_request',
  'invalid_uuid',
  'too_many_subscriptions',
  'rate_limited',
  'dependency_down',
  'internal',
  'disconnected',
] as const
export type SocketError = (typeof socketErrors)[number]
export const SocketRefusal = Type.Object({
  error: Type.Enum(socketErrors),
  message: Type.String({ description: 'Says what is wrong and what to do, for people.' }),
})
export type SocketRefusal = Static<typeof SocketRefusal>

/** Codes of refused handshakes: `data.code` of socket.io's `connect_error`, whose `message` is for people. REST has the same. */
export const handshakeErrors = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'token_revoked',
  'path_not_found',
  'origin_not_allowed',
  'too_many_sockets',
  'dependency_down',
  'internal',
] as const
export type HandshakeError = (typeof handshakeErrors)[number]

export const SubscribeAnswer = Type.Union([
  Type.Object({ version: Type.Integer(), lastUpdated: DateTime }),
  SocketRefusal,
])
export type SubscribeAnswer = Static<typeof SubscribeAnswer>

/** The payload of `unsubscribe` and `composing`. */
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
 * Audience keys: who may know of a change. A key names one person, the integrations of a company, its agents and admins, or the
 * experts to whom the question is open. The notifier replaces the last one by the keys of connected experts.
 * The domain computes the keys of a change in its transaction. A socket holds the key of its principal.
 */
export const audienceKey = {
  person: (userId: string) => `user:${userId}`,
  company: (companyId: string) => `company:${companyId}`,
  staff: (companyId: string) => `staff:${companyId}`,
  experts: (companyId: string) => `experts:${companyId}`,
}

/** Returns the room of the sockets that hold `key` and subscribe to the question. Events reach only rooms of their audience. */
export const questionRoom = (questionId: string, key: string) => `q:${questionId}:${key}`

/** Returns whether a room is one of `questionRoom`. */
export const isQuestionRoom = (room: string): boolean => room.startsWith('q:')

/** Returns the room of all sockets that hold `key`. It receives inbox changes. */
export const inboxRoom = (key: string) => `inbox:${key}`
