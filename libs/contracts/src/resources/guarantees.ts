import { type Static, Type } from 'typebox'
import { deadLetterKinds, deadLetterOutcomes } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

/** Views for admins: the clock, dead letters and invariants. */

export const ClockAdvanceView = Type.Object({
  uuid: Uuid,
  advance: Type.String({ description: 'An ISO 8601 duration.', examples: ['PT8H'] }),
  isFinished: Type.Boolean({
    description: 'Whether all deadlines up to `to` were processed. `GET /admin/clock` returns the progress.',
  }),
  moves: Type.Integer({ description: 'Number of deadlines processed so far.' }),
  from: Nullable(
    Type.String({
      ...DateTime,
      description: 'The time of the clock before the advance. Null until earlier advances are finished.',
    }),
  ),
  to: Nullable(
    Type.String({
      ...DateTime,
      description: 'The time of the clock after the advance. Null until earlier advances are finished.',
    }),
  ),
  now: Type.String({ description: "The company's current time." }),
})
export type ClockAdvanceView = Static<typeof ClockAdvanceView>

export const ClockView = Type.Object({
  isSandbox: Type.Boolean({
    description:
      'Whether the company is a sandbox, whose clock can be advanced. Its questions, answers and categories use that clock. People, credentials, tokens, files, models and the audit log use real time.',
  }),
  now: Type.String({ description: "The company's current time." }),
  ahead: Type.String({ description: 'The difference to real time as an ISO 8601 duration.', examples: ['P1DT8H'] }),
  advance: Nullable(ClockAdvanceView),
})
export type ClockView = Static<typeof ClockView>

export const DeadLetterView = Type.Object({
  uuid: Uuid,
  kind: Type.Enum(deadLetterKinds, {
    description:
      '`job`: a job failed on every attempt. `outbox`: the queues refused a job. `deadline`: a deadline of a question failed.',
  }),
  name: Type.String({ description: 'The name of the job or deadline.', examples: ['route-question'] }),
  reason: Type.String({
    description: 'The reason for the failure as a code.',
    examples: ['postgres_23505', 'malformed_payload', 'stalled'],
  }),
  explanation: Type.String({
    description:
      'The failure and the effects of a replay and a discard as sentences. A settled dead letter explains its outcome.',
    examples: ['The routing of a question failed five times. A replay routes it again.'],
  }),
  isReplayable: Type.Boolean({
    description:
      'Whether a replay is possible. Settled dead letters, and those without enough stored data, cannot be replayed.',
  }),
  questionUuid: Nullable(Uuid),
  attempts: Type.Integer(),
  dateCreated: Type.String(),
  outcome: Nullable(Type.Enum(deadLetterOutcomes)),
  dateSettled: Nullable(Type.String()),
})
export type DeadLetterView = Static<typeof DeadLetterView>

export const InvariantView = Type.Object({
  name: Type.String({ examples: ['holder-has-lease'] }),
  description: Type.String({
    description: 'The invariant as a sentence.',
    examples: ['During the experts’ turn the holder of a question has a lease.'],
  }),
  violations: Type.Integer({ description: 'Number of current violations.' }),
  repaired: Type.Object({
    total: Type.Integer(),
    lastDay: Type.Integer({ description: 'Number of repairs in the last 24 hours, counted by whole hours.' }),
    lastDate: Nullable(Type.String()),
  }),
})
export type InvariantView = Static<typeof InvariantView>
