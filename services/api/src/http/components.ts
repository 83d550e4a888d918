import * as contracts from '@askline/contracts'
import type { TSchema } from 'typebox'
import { refer } from './openapi-errors.ts'
import { plain } from './response-schema.ts'

type Json = Record<string, unknown>

/** Returns a word of a name, `grant_type` as `GrantType`. */
export const capital = (text: string) => text.replace(/(^|_)(\w)/g, (_, _line, letter: string) => letter.toUpperCase())

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
 * Collects the components of a document, so that every generator of clients finds a name and invents none. A resource or list of words of
 * the contracts has its own name. Any other object or list of words is named for its holder and member: `FileView.fault` is `FileFault`.
 */
export function openComponents() {
  const schemas = new Map<string, Json>()

  /** Adds a component and returns the reference to it. Throws if the name has another schema. */
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

  /** Returns all components, sorted by name. */
  const list = (): Record<string, Json> =>
    Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1)))
  return { component, list, place, referToKnown }
}
