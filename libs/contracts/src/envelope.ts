import { type Static, type TSchema, Type } from 'typebox'
import { Nullable } from './resources/basics.ts'

export const apiVersion = '1.0'

/** A condition that will become an error. */
export const Warning = Type.Object({
  code: Type.String({
    description: 'A stable code for programs, such as `conversation_nearly_full`.',
    examples: ['conversation_nearly_full'],
  }),
  message: Type.String({ examples: ['The conversation has room for 50 more messages.'] }),
})
export type Warning = Static<typeof Warning>

export const Meta = Type.Object({
  version: Type.String(),
  correlationId: Type.String(),
  serverTime: Type.String({
    description: "The company's time when the request arrived. Send it as `lastChecked` of the next list request.",
  }),
  warnings: Type.Optional(Type.Array(Warning)),
})

/** The fault of one field. */
export const FaultDetail = Type.Object({
  field: Type.String({ description: 'The path of the field, such as `text`, `externalIds.0.id` or `query.limit`.' }),
  rule: Type.String({ description: 'The violated rule as a stable code, such as `required`, `maxLength` or `uuid`.' }),
  message: Type.String(),
  suggestion: Type.Optional(
    Type.String({
      description:
        'A valid value: the most similar one, with the rules `timeZone` and `enum`, or the oldest cursor, with the rule `gone`. Absent if no value is similar.',
    }),
  ),
})
export type FaultDetail = Static<typeof FaultDetail>

export const ErrorBody = Type.Object({
  message: Type.String(),
  code: Type.String({ description: 'A stable code for programs.' }),
  details: Type.Optional(Type.Array(FaultDetail)),
  takenBy: Type.Optional(
    Type.Object(
      { name: Type.String() },
      {
        description:
          'The expert who claimed the question first, with `already_claimed`. Only for experts who could see the question until then. Absent if the answer is repeated for an Idempotency-Key.',
      },
    ),
  ),
  invitedBy: Type.Optional(
    Type.Object(
      { kind: Type.Enum(['ADMIN', 'OPERATOR']), name: Nullable(Type.String()) },
      {
        description:
          'The admin or operator who made the invitation and can make another one. Present with `invitation_spent`. `name` is null for the operator, and for a person who is no longer an admin.',
      },
    ),
  ),
})
export type InvitedBy = NonNullable<Static<typeof ErrorBody>['invitedBy']>
export const ErrorEnvelope = Type.Object({ meta: Meta, error: ErrorBody })

/** The same error for clients that accept application/problem+json (RFC 9457). */
export const ProblemDetails = Type.Object({
  type: Type.String({ description: 'A URN that ends with the code.' }),
  title: Type.String({ description: 'A title that is fixed for each code.' }),
  status: Type.Integer(),
  detail: Type.String({ description: 'The fault of this request; the same text as `message`.' }),
  instance: Type.String({ description: 'A URN that ends with the correlation id.' }),
  ...ErrorBody.properties,
  meta: Meta,
})

export const Envelope = <T extends TSchema>(data: T) => Type.Object({ meta: Meta, data })

export const Paging = Type.Object({
  limit: Type.Integer(),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description:
      'The `cursor` of the next page, or null on the last page. A search may return short or empty pages before the last one.',
  }),
})
