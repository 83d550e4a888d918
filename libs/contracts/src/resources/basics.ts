import { Type } from 'typebox'

/** 8-4-4-4-12 hexadecimal, any version, any case. */
export const uuidPattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
export const Uuid = Type.String({
  pattern: uuidPattern,
  description: 'A UUID in the form 8-4-4-4-12.',
  examples: ['0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f'],
})

/** `YYYY-MM-DDThh:mm:ssZ`, UTC, whole seconds. */
export const DateTime = Type.String({
  description: 'An ISO 8601 date and time in UTC, without fractions of a second.',
  examples: ['2026-01-31T09:30:00Z'],
})

export const Nullable = <T extends import('typebox').TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A fraction of a whole, from 0 to 1. */
export const Share = (description: string) => Type.Number({ description })

export const ExternalId = Type.Object({
  id: Type.String({ description: "The id in the client's own system." }),
  system: Type.String({ description: 'The public id of that system.' }),
})

/** An object of the client's own. Experts see only its top level, without nested values. */
export const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'A custom object, at most 16 KiB and 5 levels deep.',
})
