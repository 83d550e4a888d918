import * as contracts from '@askline/contracts'
import { ErrorBody, FaultDetail, Meta, ProblemDetails } from '@askline/contracts'
import type { TSchema } from 'typebox'
import { refer } from './openapi-errors.ts'
import { plain } from './response-schema.ts'

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  responses: Record<string, Json>
  requestBody?: Json
  parameters?: { schema: Json }[]
}
type Collected = { paths: Record<string, Record<string, Operation>> }

/** Returns the media types of a request's body or of a response. */
export const mediaTypesOf = (holder: Json | undefined): Json[] => Object.values(Object(holder?.['content']))

/** The name of the route at the root is that of the route below the base, with this at its end. */
export const atRoot = 'AtRoot'

const ofOperation = (operationId: string, part: 'Body' | 'Answer' | 'Data') =>
  `${capital(operationId.replace(new RegExp(`${atRoot}$`), ''))}${part}`

const capital = (text: string) => text.replace(/(^|_)(\w)/g, (_, _line, letter: string) => letter.toUpperCase())

/** Returns the name of one member of a list: `statuses` is `status`, `classes` is `class`, `replies` is `reply`. */
const singular = (name: string) => name.replace(/(ies|(?<=status|ss)es|s)$/i, (end) => (end === 'ies' ? 'y' : ''))

/** Returns what tells a schema from others. A list of words may have another description where it is used. */
const keyOf = (schema: Json): string => JSON.stringify(enumOf(schema) ?? schema)

const enumOf = (schema: Json): unknown[] | undefined => (Array.isArray(schema['enum']) ? schema['enum'] : undefined)

/** Every resource of the contracts by its name, and every list of words by the name of one word, as the document prints them. */
const known = new Map<string, Json>([
  ...Object.entries(contracts)
    .filter(([name, value]) => /^[A-Z]/.test(name) && Object(value).type === 'object')
    .map(([name, value]) => [name, plain(value as TSchema)] as const),
  ...Object.entries(contracts)
    .filter(([, value]) => Array.isArray(value) && value.every((word) => typeof word === 'string'))
    .map(([name, words]) => [capital(singular(name)), { type: 'string', enum: words }] as const),
])
const nameOfKnown = new Map([...known].map(([name, schema]) => [keyOf(schema), name]))

/**
 * Moves schemas to components, so that every generator of clients finds a name and invents none. A resource or list of words of
 * the contracts has its own name. The body, answer and data of an operation are named for it: `AskQuestionBody`. Any other object or
 * list of words is named for its holder and member: `FileView.fault` is `FileFault`.
 * Throws if one name would have two schemas.
 */
export function nameSchemas<T extends Collected>(collected: T): { document: T; schemas: Record<string, Json> } {
  const schemas = new Map<string, Json>()

  function component(name: string, schema: Json): Json {
    const printed = schemas.get(name)
    if (printed === undefined) schemas.set(name, {})
    const { description, ...inside } = schema
    const own = { ...(description === undefined ? {} : { description }), ...within(inside, name) }
    if (printed !== undefined && Object.keys(printed).length > 0 && JSON.stringify(printed) !== JSON.stringify(own))
      throw new Error(`Two schemas have the name ${name}. Give one of them a name of its own in the contracts.`)
    schemas.set(name, own)
    return refer('schemas', name)
  }

  /** Returns a reference to the schema if it is a resource or list of words of the contracts. */
  function referToKnown(schema: Json): Json | undefined {
    const name = nameOfKnown.get(keyOf(schema))
    const resource = name === undefined ? undefined : known.get(name)
    if (name === undefined || resource === undefined) return undefined
    const ref = schemas.has(name) ? refer('schemas', name) : component(name, resource)
    const { type: _type, enum: words, ...beside } = schema
    return words === undefined ? ref : { ...ref, ...beside }
  }

  /** Returns the schema as its holder prints it: a reference if it can have a name. */
  function place(schema: Json, name: string): Json {
    const words = enumOf(schema)
    if (words?.includes(null)) {
      const { description, ...rest } = schema
      const some = place({ ...rest, enum: words.filter((word) => word !== null) }, name)
      return { ...(description === undefined ? {} : { description }), anyOf: [some, { type: 'null' }] }
    }
    const found = referToKnown(schema)
    if (found) return found
    if (words) return component(name, { type: 'string', ...schema })
    return schema['type'] === 'object' && 'properties' in schema ? component(name, schema) : within(schema, name)
  }

  /** Returns the schema with references in place of its named parts. */
  function within(schema: Json, name: string): Json {
    const holder = name.replace(/^Versioned/, '').replace(/(View|Data)$/, '')
    const placeMany = (members: unknown, nameOf: (member: string) => string) =>
      Object.fromEntries(
        Object.entries(Object(members)).map(([member, one]) => [member, place(one as Json, nameOf(member))]),
      )
    return {
      ...schema,
      ...('properties' in schema
        ? { properties: placeMany(schema['properties'], (member) => `${holder}${capital(member)}`) }
        : {}),
      ...('items' in schema ? { items: place(schema['items'] as Json, singular(name)) } : {}),
      ...('anyOf' in schema ? { anyOf: (schema['anyOf'] as Json[]).map((one) => place(one, name)) } : {}),
      ...(Object(schema['additionalProperties']) === schema['additionalProperties']
        ? { additionalProperties: place(schema['additionalProperties'] as Json, singular(name)) }
        : {}),
    }
  }

  function nameAnswer(operationId: string, schema: Json): Json {
    const { data, ...members } = Object(schema['properties'])
    if (data === undefined) return place(schema, ofOperation(operationId, 'Answer'))
    const properties = { ...members, data: place(data, ofOperation(operationId, 'Data')) }
    return component(ofOperation(operationId, 'Answer'), { ...schema, properties })
  }

  function nameOperation(operation: Operation): Operation {
    const { operationId, requestBody, parameters } = operation
    const body = requestBody && {
      ...requestBody,
      content: mapMedia(requestBody, (schema) => place(schema, ofOperation(operationId, 'Body'))),
    }
    const responses = Object.entries(operation.responses).map(([status, response]) => {
      const name = (given: Json) => {
        const schema = withoutRepeat(given, response)
        return status.startsWith('2') ? nameAnswer(operationId, schema) : place(schema, '')
      }
      return [status, 'content' in response ? { ...response, content: mapMedia(response, name) } : response]
    })
    return {
      ...operation,
      ...(parameters
        ? { parameters: parameters.map((one) => ({ ...one, schema: referToKnown(one.schema) ?? one.schema })) }
        : {}),
      ...(body ? { requestBody: body } : {}),
      responses: Object.fromEntries(responses),
    }
  }

  const paths = Object.entries(collected.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, nameOperation(one)])),
  ])
  // The error answers refer to these later.
  for (const schema of [ErrorBody, FaultDetail, ProblemDetails, Meta]) referToKnown(plain(schema))
  const sorted = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1))
  return { document: { ...collected, paths: Object.fromEntries(paths) }, schemas: Object.fromEntries(sorted) }
}

const mapMedia = (holder: Json, change: (schema: Json) => Json) =>
  Object.fromEntries(
    Object.entries(Object(holder['content'])).map(([type, media]) => [
      type,
      { ...Object(media), schema: change(Object(media).schema) },
    ]),
  )

/** Removes a schema's description that repeats its response's. */
function withoutRepeat({ description, ...schema }: Json, response: Json): Json {
  return description === response['description'] || !description ? schema : { description, ...schema }
}
