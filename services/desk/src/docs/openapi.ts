/** A JSON Schema as the API's documents use it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  description?: string
  default?: unknown
  example?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

export type Media = {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { $ref?: string; value?: unknown }>
}
export type Answer = { $ref?: string; description?: string; content?: Record<string, Media> }
export type Parameter = {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema?: Schema
}
export type RawOperation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: { $ref?: string; required?: boolean; content?: Record<string, Media> }
  responses?: Record<string, Answer>
  security?: Record<string, string[]>[]
}

/** The parts of an OpenAPI 3.1 document that the page reads. */
export type OpenApi = {
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string; 'x-displayName'?: string }[]
  paths: Record<string, Record<string, RawOperation>>
  components?: { schemas?: Record<string, Schema> }
}

/** Returns the value that a local reference of the document leads to, or the value itself if it has no reference. */
export function resolveIn<T extends { $ref?: string }>(document: object, value: T): T {
  let found: unknown = value
  // A reference may lead to another one, but a document with a circle of them has no value.
  for (let steps = 0; steps < 10; steps++) {
    const ref = (found as { $ref?: string } | undefined)?.$ref
    if (ref === undefined) return found as T
    found = ref
      .slice(2)
      .split('/')
      .reduce<unknown>(
        (place, name) => Object(place)[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      )
  }
  return {} as T
}
