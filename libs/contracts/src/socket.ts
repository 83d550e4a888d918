import { type Static, Type } from 'typebox'
import { Uuid } from './resources/basics.ts'
import { eventTypes } from './words.ts'

/** The socket.io namespace of the specification's version. */
export const socketNamespace = '/v1'

/** What a socket is told: thin on purpose, the client then does GET /questions/{uuid}. */
export const QuestionChanged = Type.Object({
  questionUuid: Uuid,
  version: Type.Integer(),
  type: Type.Enum(eventTypes),
  lastUpdated: Type.String(),
  correlationId: Type.Optional(Type.String()),
})
export type QuestionChanged = Static<typeof QuestionChanged>

/** An expert's or the agents' inbox looks different: GET it again. */
export const InboxChanged = Type.Object({ questionUuid: Uuid, type: Type.Enum(eventTypes), version: Type.Integer() })
export type InboxChanged = Static<typeof InboxChanged>

export const Composing = Type.Object({ questionUuid: Uuid, name: Type.String() })
export type Composing = Static<typeof Composing>

export const SubscribeRequest = Type.Object({ questionUuid: Uuid, after: Type.Optional(Type.Integer({ minimum: 0 })) })
export type SubscribeRequest = Static<typeof SubscribeRequest>
export type SubscribeAnswer = { version: number; lastUpdated: string } | { error: string }

export type ServerEvents = {
  'question-changed': (change: QuestionChanged) => void
  'inbox-changed': (change: InboxChanged) => void
  composing: (who: Composing) => void
}
export type ClientEvents = {
  subscribe: (request: SubscribeRequest, answer: (answer: SubscribeAnswer) => void) => void
  unsubscribe: (request: { questionUuid: string }, answer?: (answer: { ok: true } | { error: string }) => void) => void
  composing: (request: { questionUuid: string }) => void
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
