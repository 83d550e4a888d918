import { Envelope } from '@askline/contracts'
import { type TProperties, type TSchema, Type } from 'typebox'

/**
 * Returns the response schema of an endpoint: an allow-list for the serializer and the documentation. Handlers return only the
 * data; the envelope is added later.
 */
export const answers = (data: TSchema, status: 200 | 201 | 202 = 200, mirror: TProperties = {}) => ({
  [status]: plain(Type.Object({ ...Envelope(data).properties, ...mirror })),
})

/**
 * Returns plain JSON Schema for OpenAPI and the serializer: `null` is one of the types, and records are additionalProperties.
 * Answers may gain members, so `additionalProperties: false` is dropped.
 */
export function plain(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    withoutNullBranch(growing(withAnyName(value))),
  ) as Record<string, unknown>
}

function withoutNullBranch(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('anyOf' in value) || !Array.isArray(value.anyOf)) return value
  const [one, other] = value.anyOf as { type?: unknown; enum?: unknown }[]
  if (value.anyOf.length !== 2 || other?.type !== 'null') return value
  const { anyOf, ...outer } = value
  if (Array.isArray(one?.enum)) return { ...outer, ...one, enum: [...one.enum, null] }
  const isScalar = one?.type === 'string' || one?.type === 'integer' || one?.type === 'number'
  return isScalar ? { ...outer, ...one, type: [one.type, 'null'] } : value
}

/** The answer of a move after which the actor may no longer see the question. */
export const Done = Type.Object({ uuid: Type.String({ description: 'The uuid of the question.' }) })

function growing(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Reflect.get(value, 'additionalProperties') !== false) return value
  const { additionalProperties: _, ...rest } = value as { additionalProperties: false }
  return rest
}

function withAnyName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('patternProperties' in value)) return value
  const { patternProperties, ...rest } = value
  return { ...rest, additionalProperties: Object(patternProperties)['^.*$'] ?? true }
}
