import * as contracts from '@askline/contracts'
import { ErrorBody, FaultDetail, Meta, ProblemDetails } from '@askline/contracts'
import type { TSchema } from 'typebox'
import { refer } from './openapi-errors.ts'
import { plain } from './response-schema.ts'

type Json = Record<string, unknown>
type Collected = { paths: Record<string, Record<string, { responses: Record<string, Json> }>> }

/** Returns the media types of a request's body or of a response. */
export const mediaTypesOf = (holder: Json | undefined): Json[] => Object.values(Object(holder?.['content']))

/** Removes a schema's description that repeats its response's. */
function removeRepeatedDescription(response: Json) {
  for (const media of mediaTypesOf(response)) {
    const { description, ...schema } = media['schema'] as Json
    media['schema'] =
      description === response['description'] ? schema : { ...schema, ...(description ? { description } : {}) }
  }
}

/** Every resource of the contracts as the document prints it. */
const resources: [name: string, schema: Json][] = Object.entries(contracts)
  .filter(([name, value]) => /^[A-Z]/.test(name) && Object(value).type === 'object')
  .map(([name, value]) => [name, plain(value as TSchema)])

/** Moves the resources to components, so that clients get one type for each. Unused ones are left out. */
export function nameSchemas<T extends Collected>(collected: T): { document: T; schemas: Record<string, Json> } {
  const names = new Map(resources.map(([name, schema]) => [JSON.stringify(schema), name]))
  const used = new Set<string>()
  const referTo = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const name = names.get(JSON.stringify(value))
    if (name !== undefined) {
      used.add(name)
      return refer('schemas', name)
    }
    return Array.isArray(value) ? value.map(referTo) : referInside(value)
  }
  const referInside = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, referTo(member)]))
  for (const operations of Object.values(collected.paths)) {
    for (const operation of Object.values(operations))
      Object.values(operation.responses).forEach(removeRepeatedDescription)
  }
  const document = referInside(collected) as T
  // The error answers refer to these later.
  for (const schema of [ErrorBody, FaultDetail, ProblemDetails, Meta]) referTo(plain(schema))
  const schemas: Record<string, Json> = {}
  for (const name of used) {
    const [, schema = {}] = resources.find(([one]) => one === name) ?? []
    schemas[name] = referInside(schema)
  }
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return { document, schemas: Object.fromEntries(sorted) }
}
