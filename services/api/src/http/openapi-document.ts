import { type Endpoint, endpoints } from '../endpoints.ts'
import { oauthPath } from '../oauth/oauth-fault.ts'
import {
  type DocumentedError,
  documentedErrors,
  malformedUuid,
  ofEveryPath,
  ofNoEndpoint,
  ourFault,
} from './documented-errors.ts'
import { withAliases } from './openapi-aliases.ts'
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
  const responses: Record<string, Json> = { OauthMethodNotAllowed: wrongMethodOfOauth }
  const examples: Record<string, Json> = {}

  const share = (error: DocumentedError): Json => {
    const name = sharedNames[error.status]
    if (name === undefined) return errorResponse(error)
    responses[name] ??= errorResponse(error)
    return refer('responses', name)
  }
  const shareMany = (errors: DocumentedError[]) =>
    Object.fromEntries(errors.map((error) => [error.status, share(error)]))

  function completeOperation(path: string, operation: Operation): Operation {
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
        ? ofEveryPath.filter(({ status }) => !(status in operation.responses))
        : [...(isNamedInPath(operation) ? [malformedUuid] : []), ...ofEveryPath, ourFault]
    return {
      ...operation,
      responses: {
        ...insecureAnswers(operation, isOauth),
        ...operation.responses,
        ...shareMany(errors),
        ...(oauthPath.test(path) ? { 405: refer('responses', 'OauthMethodNotAllowed') } : {}),
      },
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

  /** A body's own example stands where it has one. */
  function showRequest(operation: Operation) {
    for (const media of mediaTypesOf(operation.requestBody)) {
      media['example'] ??= exampleOf(media['schema'] as Json, schemas, 'request')
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
        Object.entries(operations).map(([method, operation]) => [method, completeOperation(path, operation)]),
      ),
    ]),
  )
  const used = new Set(
    Object.values(paths).flatMap((operations) => Object.values(operations).flatMap((o) => o.tags ?? [])),
  )
  return {
    ...document,
    // OpenAPI has no place for what a path or method that is not in the document is answered.
    'x-everywhere': { ...insecureAnswers({ responses: {} }, false), ...shareMany(ofNoEndpoint), 405: wrongMethods() },
    tags: [...used, 'aliases'].map((name) => ({ name, description: tags[name] ?? `${name}.` })),
    paths: withAliases(paths),
    components: { ...document.components, schemas, responses, examples, headers },
  }
}

function headersOf(name: string, endpoint: Endpoint | undefined): string[] {
  if (!endpoint) return ['X-Correlation-Id']
  return [
    ...always,
    ...(name === 'getQuestion' ? ['ETag'] : []),
    ...(endpoint.method === 'GET' ? [] : ['Idempotency-Replayed']),
    ...(name === 'getContent' ? ['Deprecation', 'Link'] : []),
  ]
}
