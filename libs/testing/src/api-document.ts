/** The parts of a schema of the document that our code reads. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  format?: string
}

type Example = { $ref?: string; value?: unknown }
export type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, Example> }>
export type HeaderObject = { $ref?: string; required?: boolean }
export type ResponseObject = { $ref?: string; headers?: Record<string, HeaderObject>; content?: Content }
export type ParameterObject = { in: string; name: string; required?: boolean; schema: Schema }

export type Operation = {
  operationId: string
  description: string
  tags: string[]
  parameters?: ParameterObject[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, ResponseObject>
}

type Components = {
  schemas: Record<string, Schema>
  responses: Record<string, ResponseObject>
  headers: Record<string, HeaderObject>
  examples?: Record<string, Example>
}

/** An OpenAPI 3.1 document as the API serves it. References point to schemas, responses and headers. */
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: Components
  /** Answers to requests without an operation: an unknown path, another method, or invalid HTTP. */
  'x-everywhere': Record<string, ResponseObject>
}

/** Returns functions that resolve inline components and `$ref`s. They throw if a reference is not in the document. */
export function referencesOf({ components }: ApiDocument) {
  function follow<Thing extends { $ref?: string }>(things: Record<string, Thing>, thing: Thing): Thing {
    if (thing.$ref === undefined) return thing
    const named = things[thing.$ref.split('/').at(-1) ?? '']
    if (!named) throw new Error(`The document has no ${thing.$ref}`)
    return follow(things, named)
  }
  return {
    schema: (value: Schema) => follow(components.schemas, value),
    response: (value: ResponseObject) => follow(components.responses, value),
    example: (value: Example) => follow(components.examples ?? {}, value),
    header: (value: HeaderObject) => follow(components.headers, value),
  }
}
