import { type Static, Type } from 'typebox'
import { deadLetterKinds, deadLetterOutcomes } from '../words.ts'
import { Nullable, Uuid } from './basics.ts'

/** Views for admins: the clock, dead letters and invariants. */

export const ClockAdvanceView = Type.Object({
  uuid: Uuid,
  advance: Type.String({ description: 'ISO 8601 duration.', examples: ['PT8H'] }),
  isFinished: Type.Boolean({
    description:
      'false: deadlines are still being met, one after the other. GET /admin/clock tells how far it has come.',
  }),
  moves: Type.Integer({ description: 'Deadlines met so far.' }),
  from: Nullable(
    Type.String({ description: 'Where the clock stood. null until the advances before it are finished.' }),
  ),
  to: Nullable(Type.String({ description: 'Where it will stand, or stood, at the end.' })),
  now: Type.String({ description: "The company's time." }),
})
export type ClockAdvanceView = Static<typeof ClockAdvanceView>

export const ClockView = Type.Object({
  isSandbox: Type.Boolean({
    description:
      'Only a sandbox has a time of its own. Questions, answers and categories live in it; people, credentials, tokens, files, models and the audit log in real time.',
  }),
  now: Type.String({ description: "The company's time." }),
  ahead: Type.String({ description: 'How far it runs ahead of real time: ISO 8601 duration.', examples: ['P1DT8H'] }),
  advance: Nullable(ClockAdvanceView),
})
export type ClockView = Static<typeof ClockView>

export const DeadLetterView = Type.Object({
  uuid: Uuid,
  kind: Type.Enum(deadLetterKinds, {
    description: 'job: it failed however often it was tried; outbox: the queues refuse it; deadline: of a question.',
  }),
  name: Type.String({ description: 'The name of the job, or which deadline it is.' }),
  reason: Type.String({ description: 'Why, as a word.', examples: ['postgres_23505', 'malformed_payload', 'stalled'] }),
  explanation: Type.String({
    description:
      'What happened and what a replay or a discard leads to, in plain words; settled, which of them it was.',
  }),
  isReplayable: Type.Boolean({
    description: 'Whether a replay is possible: it is not settled, and enough of it was kept.',
  }),
  questionUuid: Nullable(Uuid),
  attempts: Type.Integer(),
  dateCreated: Type.String(),
  outcome: Nullable(Type.Enum(deadLetterOutcomes)),
  dateSettled: Nullable(Type.String()),
})
export type DeadLetterView = Static<typeof DeadLetterView>

export const InvariantView = Type.Object({
  name: Type.String(),
  description: Type.String({ description: 'What must hold, in plain words.' }),
  violations: Type.Integer({ description: 'How often it does not hold at this moment.' }),
  repaired: Type.Object({
    total: Type.Integer(),
    lastDay: Type.Integer({ description: 'Within the last 24 hours, to the hour.' }),
    lastDate: Nullable(Type.String()),
  }),
})
export type InvariantView = Static<typeof InvariantView>
