import * as contracts from '@askline/contracts'
import { apiVersion, ErrorBody, FaultDetail, Meta, ProblemDetails } from '@askline/contracts'
import type { TSchema } from 'typebox'
import { type Endpoint, endpoints } from '../endpoints.ts'
import { plain } from './answers.ts'
import {
  type DocumentedError,
  documentedErrors,
  malformedUuid,
  ofEveryPath,
  ofNoEndpoint,
  ourFault,
} from './documented-errors.ts'
import { withAliases } from './openapi-aliases.ts'
import { exampleOf } from './openapi-examples.ts'

type Json = Record<string, unknown>
type Operation = Json & { operationId: string; tags?: string[]; responses: Record<string, Json>; requestBody?: Json }
type Document = Json & { paths: Record<string, Record<string, Operation>>; components: Json }

const header = (description: string, more: Json = {}) => ({
  description,
  schema: { type: more['schema'] ?? 'string' },
  ...(more['required'] ? { required: true } : {}),
})
const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const headersNamed = (names: string[]) => Object.fromEntries(names.map((name) => [name, refer('headers', name)]))

const headers = {
  'X-Correlation-Id': header('The id of the request, in logs and jobs as well.', { required: true }),
  'RateLimit-Limit': header('Requests a minute that the token may make.', { schema: 'integer' }),
  'RateLimit-Remaining': header('How many of them are left.', { schema: 'integer' }),
  'RateLimit-Reset': header('Seconds until all are there again.', { schema: 'integer' }),
  'Retry-After': header('Seconds.', { required: true, schema: 'integer' }),
  'WWW-Authenticate': header('As RFC 6750 has it; without an error where no token was sent.', { required: true }),
  Allow: header('The methods of this path.', { required: true }),
  ETag: header('Weak: names the version and the kind of viewer. For If-None-Match.', { required: true }),
  'Idempotency-Replayed': header('`true` where this is the stored first answer to the Idempotency-Key.'),
  Deprecation: header('Since when it is deprecated (RFC 9745).', { required: true }),
  Link: header('What replaces it: rel="successor-version".', { required: true }),
}
const always = ['X-Correlation-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const ofStatus: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const meta = { version: apiVersion, correlationId: '0f7c1c1e-1d2e', serverTime: '2026-01-31T09:30:00Z' }

function errorResponse({ status, description, codes }: DocumentedError): Json {
  const { properties } = plain(ErrorBody) as { properties: Json }
  const error = {
    type: 'object',
    required: ['message', 'code'],
    properties: {
      ...properties,
      code: { type: 'string', enum: codes, description: 'A stable slug for programs.' },
      details: { type: 'array', items: refer('schemas', 'FaultDetail') },
    },
  }
  const schema = {
    type: 'object',
    required: ['meta', 'error'],
    properties: { meta: refer('schemas', 'Meta'), error },
  }
  const examples = codes.map((code) => [code, { value: { meta, error: { message: description, code } } }])
  return {
    description: `${description} Codes: ${codes.join(', ')}.`,
    headers: headersNamed(['X-Correlation-Id', ...(ofStatus[status] ?? [])]),
    content: {
      'application/json': { schema, examples: Object.fromEntries(examples) },
      'application/problem+json': { schema: refer('schemas', 'ProblemDetails') },
    },
  }
}

/** Errors that are the same everywhere stand under components. */
const sharedNames: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  413: 'TooLarge',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'OurFault',
  503: 'Away',
}

const tags: Record<string, string> = {
  questions: "Asking, reading and the asker's or an expert's moves on a question.",
  responses: 'What the asker, or the expert who gave it, does with a response.',
  messages: 'The words under a question.',
  experts: "An expert's own profile and inbox.",
  agents: "The company's agents: questions that were rerouted or flagged.",
  users: 'Forgetting people.',
  classifications: 'What a text is about.',
  automaticAnswers: 'Known answers.',
  predictiveRouting: 'Whom a text would go to.',
  content: 'The older form of automaticAnswers.',
  files: 'Files to train with.',
  admin: "The company's administration.",
  oauth: 'Tokens. These answer without the envelope, under the base and at the root.',
  avatars: 'Drawn profile pictures.',
  documentation: 'This document.',
  health: 'For load balancers and launchers.',
  aliases: 'The singular paths that the changelog of the specification writes. Each does what its plural does.',
}

const isNamedInPath = ({ parameters }: Operation) =>
  Array.isArray(parameters) && parameters.some((parameter) => Object(parameter).in === 'path')

/** What @fastify/swagger collected from the routes, made whole: errors, headers, examples, named components and aliases. */
export function completeDocument(collected: object, httpsMode: 'off' | 'redirect' | 'refuse'): object {
  const { document, schemas } = nameSchemas(collected as Document)
  const table = new Map<string, Endpoint>(Object.entries(endpoints))
  const responses: Record<string, Json> = {}
  const examples: Record<string, Json> = {}

  const share = (error: DocumentedError): Json => {
    const name = sharedNames[error.status]
    if (name === undefined) return errorResponse(error)
    responses[name] ??= errorResponse(error)
    return refer('responses', name)
  }
  const shareMany = (errors: DocumentedError[]) =>
    Object.fromEntries(errors.map((error) => [error.status, share(error)]))

  function completeOperation(operation: Operation): Operation {
    const name = operation.operationId
    const endpoint = table.get(name)
    showRequest(operation)
    for (const response of Object.values(operation.responses)) {
      response['headers'] = headersNamed(headersOf(name, endpoint))
      showAnswer(name, response)
    }
    const isOauth = operation.tags?.includes('oauth')
    const errors = endpoint
      ? documentedErrors(name, endpoint, operation)
      : isOauth
        ? ofEveryPath
        : [...(isNamedInPath(operation) ? [malformedUuid] : []), ...ofEveryPath, ourFault]
    return {
      ...operation,
      responses: { ...insecureAnswers(operation, isOauth), ...operation.responses, ...shareMany(errors) },
    }
  }

  /** What plain HTTP is answered, where it is told apart. Only health may be asked for without a proxy. */
  function insecureAnswers(
    { tags, responses: own }: Pick<Operation, 'tags' | 'responses'>,
    isOauth: boolean | undefined,
  ): Record<string, Json> {
    if (httpsMode === 'off' || tags?.includes('health')) return {}
    if (httpsMode === 'redirect') {
      responses['ToHttps'] = { description: 'The same address over HTTPS: plain HTTP is not served.' }
      return { 308: refer('responses', 'ToHttps') }
    }
    const description = 'HTTPS is required.'
    if (isOauth) return { 403: { ...(own[400] ?? own[429]), description } }
    return { 403: errorResponse({ status: 403, description, codes: ['https_required'] }) }
  }

  function showRequest(operation: Operation) {
    for (const media of mediaTypesOf(operation.requestBody)) {
      media['example'] = exampleOf(media['schema'] as Json, schemas, 'request')
    }
  }

  function showAnswer(operationId: string, response: Json) {
    for (const media of mediaTypesOf(response)) {
      const schema = media['schema'] as Json
      if (schema['type'] !== 'object' && !('$ref' in schema)) continue
      const data = Object(schema['properties'])['data']
      const ref = Object(data)['$ref'] ?? schema['$ref']
      const name = typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : operationId
      examples[name] = { value: exampleOf(schema, schemas, 'answer') }
      media['examples'] = { [name]: refer('examples', name) }
    }
  }

  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, completeOperation(operation)]),
      ),
    ]),
  )
  const used = new Set(
    Object.values(paths).flatMap((operations) => Object.values(operations).flatMap((o) => o.tags ?? [])),
  )
  return {
    ...document,
    // OpenAPI has no place for what a path or method that is not in the document is answered.
    'x-everywhere': { ...insecureAnswers({ responses: {} }, false), ...shareMany(ofNoEndpoint) },
    tags: [...used, 'aliases'].map((name) => ({ name, description: tags[name] ?? `${name}.` })),
    paths: withAliases(paths),
    components: { ...document.components, schemas, responses, examples, headers },
  }
}

const mediaTypesOf = (holder: Json | undefined): Json[] => Object.values(Object(holder?.['content']))

function headersOf(name: string, endpoint: Endpoint | undefined): string[] {
  if (!endpoint) return ['X-Correlation-Id']
  return [
    ...always,
    ...(name === 'getQuestion' ? ['ETag'] : []),
    ...(endpoint.method === 'GET' ? [] : ['Idempotency-Replayed']),
    ...(name === 'getContent' ? ['Deprecation', 'Link'] : []),
  ]
}

/** What a response says of itself, its schema need not say again. */
function sayOnce(response: Json) {
  for (const media of mediaTypesOf(response)) {
    const { description, ...schema } = media['schema'] as Json
    media['schema'] =
      description === response['description'] ? schema : { ...schema, ...(description ? { description } : {}) }
  }
}

/** Every resource of the contracts, as the document prints it. */
const resources: [name: string, schema: Json][] = Object.entries(contracts)
  .filter(([name, value]) => /^[A-Z]/.test(name) && Object(value).type === 'object')
  .map(([name, value]) => [name, plain(value as TSchema)])

/** Puts the resources under components, so that clients get one type for each; those that nothing refers to are left out. */
function nameSchemas(collected: Document): { document: Document; schemas: Record<string, Json> } {
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
    for (const operation of Object.values(operations)) Object.values(operation.responses).forEach(sayOnce)
  }
  const document = referInside(collected) as Document
  // What errors are made of is referred to later.
  for (const schema of [FaultDetail, ProblemDetails, Meta]) referTo(plain(schema))
  const schemas: Record<string, Json> = {}
  for (const name of used) {
    const [, schema = {}] = resources.find(([one]) => one === name) ?? []
    schemas[name] = referInside(schema)
  }
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return { document, schemas: Object.fromEntries(sorted) }
}
