import { type Static, type TSchema, Type } from 'typebox'
import { Uuid } from './resources/basics.ts'
import { eventTypes } from './words.ts'

export type QueueName = 'routing' | 'text' | 'training'

/** The request that caused a job: its correlation id, and its span as a W3C `traceparent` if it is traced. */
const origin = { correlationId: Type.Optional(Type.String()), traceparent: Type.Optional(Type.String()) }

/** `queue`: the queue of BullMQ, or null for the stream that every notifier reads. */
type JobSpec = { queue: QueueName; attempts: number; payload: TSchema } | { queue: null; payload: TSchema }

/**
 * Every job in the system. Payloads carry ids, never text: handlers read the row again, and forgetting a person leaves
 * nothing in Redis. Jobs are idempotent: a duplicate, late or obsolete job has no effect.
 *
 * A payload may outlive a deployment. Add fields as optional; never rename one.
 */
export const jobs = {
  /** Selects the next experts for a question. */
  'route-question': {
    queue: 'routing',
    attempts: 5,
    payload: Type.Object({ questionId: Uuid, ...origin }),
  },
  /** Offers the company's oldest waiting questions to experts with free capacity. */
  'drain-backlog': {
    queue: 'routing',
    attempts: 5,
    payload: Type.Object({ companyId: Uuid, ...origin }),
  },
  /** Withdraws the pending offers of an expert who is not available any more, and releases what a deactivated or blocked one holds. Idempotent. */
  'withdraw-offers': {
    queue: 'routing',
    attempts: 5,
    payload: Type.Object({ companyId: Uuid, expertId: Uuid, ...origin }),
  },
  /** Answers a text request of the API. Its row holds request and answer. */
  'text-request': { queue: 'text', attempts: 1, payload: Type.Object({ requestId: Uuid }) },
  /** Erases the remaining data of a person. */
  'forget-person': {
    queue: 'routing',
    attempts: 5,
    payload: Type.Object({ requestId: Uuid, ...origin }),
  },
  /** Reads an uploaded file. */
  'read-file': { queue: 'training', attempts: 3, payload: Type.Object({ fileId: Uuid }) },
  /** Trains a company's models if training is due. */
  'train-models': { queue: 'training', attempts: 3, payload: Type.Object({ companyId: Uuid }) },
  /** Turns an accepted answer into a known answer if the company has enabled it. */
  'learn-answer': {
    queue: 'training',
    attempts: 5,
    payload: Type.Object({ questionId: Uuid, companyId: Uuid }),
  },
  /** Wakes the worker that advances a sandbox's clock. Its row holds the progress. */
  'advance-clock': {
    queue: 'routing',
    attempts: 5,
    payload: Type.Object({ advanceId: Uuid, ...origin }),
  },
  /** Notifies sockets of a changed question, through the stream that all notifiers read. Clients ignore a duplicate by its version. */
  'question-changed': {
    queue: null,
    payload: Type.Object({
      questionId: Uuid,
      version: Type.Integer(),
      type: Type.Enum(eventTypes),
      lastUpdated: Type.String(),
      ...origin,
      /** Audience keys of those who may know (socket.ts). Never empty, because socket.io sends to everyone without a room. */
      audience: Type.Array(Type.String(), { minItems: 1 }),
      /** Keys of experts and staff whose inbox changed. */
      inbox: Type.Optional(Type.Array(Type.String())),
    }),
  },
} as const satisfies Record<string, JobSpec>

export type JobName = keyof typeof jobs
export type JobOn<Q extends QueueName> = {
  [N in JobName]: (typeof jobs)[N]['queue'] extends Q ? N : never
}[JobName]
export type JobPayload<N extends JobName> = Static<(typeof jobs)[N]['payload']>

/** One job of an outbox row. */
export type OutboxJob = { [N in JobName]: { job: N; payload: JobPayload<N> } }[JobName]

/** A committed outbox row on its way to Redis. The id of its n-th job in BullMQ is `<key>-<n>`. */
export type OutboxRow = { id: number; key: string; jobs: OutboxJob[] }

/** A job that failed for good, as it becomes a dead letter. It holds ids and codes, never text. */
export type DeadJob = {
  name: string
  /** The job's id in BullMQ. It is the same every time the failure is noticed. */
  jobKey: string
  /** The payload that the catalogue defines. For an unknown job: its ids. Null if it does not match the job's schema. */
  payload: Record<string, unknown> | null
  /** All ids in the payload. They tell which company it belongs to. */
  ids: Record<string, string>
  /** A code, never text of the error. */
  reason: string
  attempts: number
}
