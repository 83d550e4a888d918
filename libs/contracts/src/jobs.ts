import { type Static, type TSchema, Type } from 'typebox'
import { Uuid } from './resources/basics.ts'
import { eventTypes } from './words.ts'

export type QueueName = 'routing' | 'notifications' | 'text' | 'training'

type JobSpec = { queue: QueueName; attempts: number; payload: TSchema }

/**
 * Every job in the system. Payloads carry ids, never text: a job may run long after it was written,
 * so its handler reads the row again, and forgetting a person leaves nothing behind in Redis.
 *
 * A payload may outlive a deploy. Add fields as optional; never rename one.
 */
export const jobs = {
  /** Selects the next experts for a question. Run for a question that needs none, it does nothing. */
  'route-question': {
    queue: 'routing',
    attempts: 5,
    payload: Type.Object({ questionId: Uuid, correlationId: Type.Optional(Type.String()) }),
  },
  /** An expert has room again: offers them the company's oldest waiting questions. */
  'drain-backlog': {
    queue: 'routing',
    attempts: 5,
    payload: Type.Object({ companyId: Uuid, correlationId: Type.Optional(Type.String()) }),
  },
  /** Answers what the API asked about a text; the row holds request and answer. */
  'text-request': { queue: 'text', attempts: 1, payload: Type.Object({ requestId: Uuid }) },
  /** Erases what is left of a person who asked to be forgotten. Run again, or after the end, it finds nothing. */
  'forget-person': {
    queue: 'routing',
    attempts: 5,
    payload: Type.Object({ requestId: Uuid, correlationId: Type.Optional(Type.String()) }),
  },
  /** Reads an uploaded file. Taken up by somebody else, or read already, it does nothing. */
  'read-file': { queue: 'training', attempts: 3, payload: Type.Object({ fileId: Uuid }) },
  /** Trains a company's models anew, where that is due. */
  'train-models': { queue: 'training', attempts: 3, payload: Type.Object({ companyId: Uuid }) },
  /** An expert's answer was accepted: it becomes a known answer, once, where the company wants that. */
  'learn-answer': { queue: 'training', attempts: 5, payload: Type.Object({ questionId: Uuid }) },
  /** A sandbox's clock is to be moved: wakes who moves it. The row says how far it has come; finished, nothing is left to do. */
  'advance-clock': {
    queue: 'routing',
    attempts: 5,
    payload: Type.Object({ advanceId: Uuid, correlationId: Type.Optional(Type.String()) }),
  },
  /** Tells sockets that a question changed. Delivered twice, clients ignore the second: the version is the same. */
  'question-changed': {
    queue: 'notifications',
    attempts: 5,
    payload: Type.Object({
      questionId: Uuid,
      version: Type.Integer(),
      type: Type.Enum(eventTypes),
      lastUpdated: Type.String(),
      correlationId: Type.Optional(Type.String()),
      /** Who may know, as audience keys (see socket.ts). Never empty: to socket.io, no room means every room. */
      audience: Type.Array(Type.String(), { minItems: 1 }),
      /** Whose inbox looks different from now on: keys of experts and staff. */
      inbox: Type.Optional(Type.Array(Type.String())),
    }),
  },
} as const satisfies Record<string, JobSpec>

export type JobName = keyof typeof jobs
export type JobOn<Q extends QueueName> = {
  [N in JobName]: (typeof jobs)[N]['queue'] extends Q ? N : never
}[JobName]
export type JobPayload<N extends JobName> = Static<(typeof jobs)[N]['payload']>

/** One job of an outbox row: what is to be done, and under which name BullMQ knows it again. */
export type OutboxJob = { [N in JobName]: { job: N; payload: JobPayload<N> } }[JobName]

/** A committed outbox row on its way to BullMQ. The id of its n-th job is `<key>-<n>`. */
export type OutboxRow = { id: number; key: string; jobs: OutboxJob[] }
