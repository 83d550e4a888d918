import { type Static, type TSchema, Type } from 'typebox'
import { Nullable } from './resources/basics.ts'

export const apiVersion = '1.0'

/** A condition that will become an error. */
export const Warning = Type.Object({
  code: Type.String({ description: 'A stable slug for programs: `conversation_nearly_full`.' }),
  message: Type.String(),
})
export type Warning = Static<typeof Warning>

export const Meta = Type.Object({
  version: Type.String(),
  correlationId: Type.String(),
  serverTime: Type.String({ description: "The company's time. Send it as `lastChecked` of the next list request." }),
  warnings: Type.Optional(Type.Array(Warning)),
})

/** The fault of one field. */
export const FaultDetail = Type.Object({
  field: Type.String({ description: 'Path of the field: `text`, `externalIds.0.id`, `query.limit`.' }),
  rule: Type.String({ description: 'The broken rule as a stable word: `required`, `maxLength`, `uuid` …' }),
  message: Type.String(),
  suggestion: Type.Optional(
    Type.String({ description: 'The valid value that is spelled most like the refused one, for the rule `timeZone`.' }),
  ),
})
export type FaultDetail = Static<typeof FaultDetail>

export const ErrorBody = Type.Object({
  message: Type.String(),
  code: Type.String({ description: 'A stable slug for programs.' }),
  details: Type.Optional(Type.Array(FaultDetail)),
  takenBy: Type.Optional(
    Type.Object(
      { name: Type.String() },
      {
        description:
          'With `already_claimed`: the expert who was first, for experts who could see the question until then. A repetition under the same Idempotency-Key lacks it.',
      },
    ),
  ),
  invitedBy: Type.Optional(
    Type.Object(
      { kind: Type.Enum(['ADMIN', 'OPERATOR']), name: Nullable(Type.String()) },
      {
        description:
          'With `invitation_spent`: who made the invitation and can make another one. The name is null for the operator, and for an admin who is no longer one.',
      },
    ),
  ),
})
export type InvitedBy = NonNullable<Static<typeof ErrorBody>['invitedBy']>
export const ErrorEnvelope = Type.Object({ meta: Meta, error: ErrorBody })

/** The same error for clients that accept application/problem+json (RFC 9457). */
export const ProblemDetails = Type.Object({
  type: Type.String({ description: 'A URN that ends in the code.' }),
  title: Type.String({ description: 'Fixed per code.' }),
  status: Type.Integer(),
  detail: Type.String({ description: 'What is wrong in this request; the same text as `message`.' }),
  instance: Type.String({ description: 'A URN that ends in the correlation id.' }),
  ...ErrorBody.properties,
  meta: Meta,
})

export const Envelope = <T extends TSchema>(data: T) => Type.Object({ meta: Meta, data })

export const Paging = Type.Object({
  limit: Type.Integer(),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
})
