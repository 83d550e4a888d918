import { type Static, Type } from 'typebox'
import { Nullable, Uuid } from './basics.ts'

/** A sandbox's clock, as /admin/clock shows it. */

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
  isSandbox: Type.Boolean({ description: 'Only a sandbox has a time of its own.' }),
  now: Type.String({ description: "The company's time." }),
  ahead: Type.String({ description: 'How far it runs ahead of real time: ISO 8601 duration.', examples: ['P1DT8H'] }),
  advance: Nullable(ClockAdvanceView),
})
export type ClockView = Static<typeof ClockView>
