import { oauthPath } from '../oauth/oauth-fault.ts'
import {
  type DocumentedError,
  documentedErrors,
  documentedPublicErrors,
  malformedUuid,
  ofEveryPath,
  ofNoEndpoint,
  ourFault,
} from './documented-errors.ts'
import type { Endpoint, PublicEndpoint } from './endpoint.ts'
import { describeGroups } from './groups.ts'
import {
  always,
  errorResponse,
  headers,
  headersNamed,
  refer,
  wrongMethodOfOauth,
  wrongMethods,
} from './openapi-errors.ts'
import { exampleOf } from './openapi-examples.ts'
import { mediaTypesOf, nameSchemas } from './openapi-schemas.ts'

type Json = Record<string, unknown>
type Operation = Json & { operationId: string; tags?: string[]; responses: Record<string, Json>; requestBody?: Json }
type Document = Json & { paths: Record<string, Record<string, Operation>>; components: Json }

/** The endpoints behind the operations of a document, by the operation's id. */
export type Described = { endpoints: Map<string, Endpoint>; publicEndpoints: Map<string, PublicEndpoint> }

/** Names of the shared error answers under components, by status. */
const errorNames: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'OurFault',
  503: 'Away',
}

const isNamedInPath = ({ parameters }: Operation) =>
  Array.isArray(parameters) && parameters.some((parameter) => Object(parameter).in === 'path')

/** Completes what @fastify/swagger collected from the routes with errors, headers, examples and named components. */
export function completeDocument(
  given: object,
  httpsMode: 'off' | 'redirect' | 'refuse',
  described: Described,
): object {
  const collected = given as Document
  const { document, schemas } = nameSchemas(collected)
  const responses: Record<string, Json> = { OauthMethodNotAllowed: wrongMethodOfOauth }
  const examples: Record<string, Json> = {}

  const namesByError = new Map<string, string>()
  /** Equal errors of all operations share one component, which is named for the first operation unless it is the usual one. */
  function share(error: DocumentedError, operationId: string): Json {
    const key = JSON.stringify(error)
    let name = namesByError.get(key)
    if (name === undefined) {
      const usual = errorNames[error.status]
      if (usual === undefined) throw new Error(`The status ${error.status} has no name among the shared errors`)
      name = usual in responses ? `${usual}Of${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}` : usual
      namesByError.set(key, name)
      responses[name] = errorResponse(error)
    }
    return refer('responses', name)
  }
  const shareMany = (errors: DocumentedError[], operationId: string) =>
    Object.fromEntries(errors.map((error) => [error.status, share(error, operationId)]))

  /** `inline` is the operation as it was collected, without references. */
  function completeOperation(path: string, operation: Operation, inline: Operation): Operation {
    const name = operation.operationId
    const endpoint = described.endpoints.get(name)
    showRequest(operation, endpoint?.sample)
    for (const response of Object.values(operation.responses)) {
      response['headers'] = headersNamed(headersOf(endpoint))
      showAnswer(name, response)
    }
    const isOauth = operation.tags?.includes('oauth')
    const publicEndpoint = described.publicEndpoints.get(name)
    const errors = endpoint
      ? documentedErrors(endpoint, { parameters: inline.parameters, body: inline.requestBody })
      : publicEndpoint
        ? documentedPublicErrors(publicEndpoint)
        : isOauth
          ? ofEveryPath.filter(({ status }) => !(status in operation.responses))
          : [...(isNamedInPath(operation) ? [malformedUuid] : []), ...ofEveryPath, ourFault]
    return {
      ...operation,
      responses: {
        ...insecureAnswers(operation, isOauth),
        ...operation.responses,
        ...shareMany(errors, name),
        ...(oauthPath.test(path) ? { 405: refer('responses', 'OauthMethodNotAllowed') } : {}),
      },
    }
  }

  /** Returns the answers to plain HTTP. Only health may be requested without a proxy. */
  function insecureAnswers(
    { tags, responses: own }: Pick<Operation, 'tags' | 'responses'>,
    isOauth: boolean | undefined,
  ): Record<string, Json> {
    if (httpsMode === 'off' || tags?.includes('health')) return {}
    if (httpsMode === 'redirect') {
      responses['ToHttps'] = { description: 'Redirects to the same address over HTTPS. Plain HTTP is not served.' }
      return { 308: refer('responses', 'ToHttps') }
    }
    const description = 'HTTPS is required.'
    if (isOauth) return { 403: { ...(own[400] ?? own[429]), description } }
    return { 403: errorResponse({ status: 403, description, codes: ['https_required'] }) }
  }

  /**
   * Adds an example of the body: the endpoint's sample, and what its schema needs beside it. A body of which nothing would be shown
   * is optional and has no example.
   */
  function showRequest({ requestBody }: Operation, { body, shown }: NonNullable<Endpoint['sample']> = {}) {
    if (!requestBody) return
    for (const media of mediaTypesOf(requestBody)) {
      const given = media['example'] ?? exampleOf(media['schema'] as Json, schemas, 'request')
      const example = { ...Object(given), ...body, ...shown }
      if (Object.keys(example).length > 0) media['example'] = example
      else requestBody['required'] = false
    }
  }

  function showAnswer(operationId: string, response: Json) {
    for (const media of mediaTypesOf(response)) {
      const schema = media['schema'] as Json
      if (schema['type'] !== 'object' && !('$ref' in schema)) continue
      const answer = schemas[nameIn(schema) ?? ''] ?? schema
      const name = nameIn(Object(answer['properties'])['data']) ?? nameIn(schema) ?? operationId
      examples[name] = { value: exampleOf(schema, schemas, 'answer') }
      media['examples'] = { [name]: refer('examples', name) }
    }
  }

  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          completeOperation(path, operation, collected.paths[path]?.[method] ?? operation),
        ]),
      ),
    ]),
  )
  const used = new Set(
    Object.values(paths).flatMap((operations) => Object.values(operations).flatMap((o) => o.tags ?? [])),
  )
  return {
    ...document,
    // OpenAPI has no place for the answers to paths and methods that are not in the document.
    'x-everywhere': {
      ...insecureAnswers({ responses: {} }, false),
      ...Object.fromEntries(ofNoEndpoint.map((error) => [error.status, errorResponse(error)])),
      405: wrongMethods(),
    },
    tags: describeGroups(used),
    paths,
    components: { ...document.components, schemas, responses, examples, headers },
  }
}

/** Returns the name of the component that a schema refers to. */
const nameIn = (schema: Json | undefined): string | undefined => /[^/]+$/.exec(String(schema?.['$ref'] ?? ''))?.[0]

function headersOf(endpoint: Endpoint | undefined): string[] {
  if (!endpoint) return ['X-Correlation-Id']
  return [
    ...always,
    ...(endpoint.versioned ? ['ETag'] : []),
    ...(endpoint.method === 'GET' ? [] : ['Idempotency-Replayed']),
    ...(endpoint.deprecated ? ['Deprecation', 'Link'] : []),
  ]
}
