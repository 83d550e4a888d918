import { apiVersion, fileTypes, limits, type Scope, scopes } from '@askline/contracts'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Config } from '../api-config.ts'
import type { Endpoint, PublicEndpoint } from './endpoint.ts'
import { base } from './gate.ts'
import { completeDocument, type Described } from './openapi-document.ts'
import { atRoot } from './openapi-schemas.ts'
import { plain } from './response-schema.ts'

/** Collects the OpenAPI document from the routes that are mounted after this call. */
export async function describeRoutes(app: FastifyInstance, config: Config) {
  const { publicUrl } = config
  const described: Described = { endpoints: new Map(), publicEndpoints: new Map() }
  const granted = Object.fromEntries(scopes.map((scope) => [scope, scopeWords[scope]]))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Askline Messaging API',
        version: apiVersion,
        description: introduce(config),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: config.issuer }],
      externalDocs: { url: `${config.issuer}/v1/asyncapi.json`, description: 'The events of the socket, as AsyncAPI' },
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: `An access token. Scopes: ${scopes.join(', ')}.`,
          },
          oauth: {
            type: 'oauth2',
            description: 'OAuth 2.0 with client credentials, or with an authorization code and PKCE.',
            flows: {
              clientCredentials: { tokenUrl: `${publicUrl}/oauth/token`, scopes: granted },
              authorizationCode: {
                authorizationUrl: `${publicUrl}/oauth/auth`,
                tokenUrl: `${publicUrl}/oauth/token`,
                refreshUrl: `${publicUrl}/oauth/token`,
                scopes: granted,
              },
            },
          },
          client: {
            type: 'http',
            scheme: 'basic',
            description: 'Client id and secret. Alternatively, send both in the body.',
          },
        },
      },
    },
    transform: describeRoute(described),
    transformObject: (document) =>
      'openapiObject' in document
        ? completeDocument(document.openapiObject, config.httpsMode, described)
        : document.swaggerObject,
  })
}

const scopeWords: Record<Scope, string> = {
  'questions:read': 'Read questions and messages.',
  'questions:write': 'Ask and change questions, and write messages.',
  answers: 'Request classifications and automatic answers.',
  'routing:read': 'Predict the experts for a text.',
  expert: 'Read the inbox of an expert, and claim and answer questions.',
  agent: 'Read the queue of agents, and answer questions as an agent.',
  training: 'Manage training files.',
  privacy: 'Forget users.',
  webhooks: "Manage the integration's own webhooks.",
  'events:read': 'Read the feed of events.',
  admin: 'Manage the company.',
}

const introduce = ({
  rates,
}: Config) => `Users ask questions, and experts answer them. This API creates and reads conversations, for askers, experts, agents and admins.

### Requests

- Bodies are JSON in UTF-8, at most ${limits.jsonBodyBytes} bytes. Texts have at most ${limits.textLength} characters. The request line and the headers have at most ${limits.headerBytes} bytes.
- Values in a body are not converted, and unknown fields are ignored. Outside of /v1/admin, null counts as missing for optional fields.
- Unknown query parameters are ignored. A misspelled parameter is 400.
- Checks run in this order: path 404, method 405, token 401, scope 403, body 413, 415 or 400, object 404, version 412, state 400. Objects of another company are 404.

### Answers

- An error has a stable \`code\` for programs and a \`message\` for people. With \`Accept: application/problem+json\` the error is an RFC 9457 problem, unless plain JSON has a higher \`q\`.
- \`x-everywhere\` of the OpenAPI document lists the answers to unknown paths and methods.
- JSON of more than 1 kB is compressed with gzip if you accept it, unless it contains a secret or a token.
- Lists have ${limits.pageSize} entries per page by default and at most ${limits.pageSizeMax} (\`limit\`).
- Every request is answered within ${limits.requestMs / 1_000} seconds. Otherwise the answer is 503 with \`Retry-After\`. Only \`GET /events\` may take longer, by the seconds of its \`wait\`.

### Retries and concurrent changes

- Send an \`Idempotency-Key\` with each POST to retry it safely. The first answer is returned for 24 hours. After a 503, retry with the same key.
- Send \`If-Match\` with a PUT to change only the version that you have read. Another version is 412.

### Limits

- A user may send ${rates.user.reads} reads and ${rates.user.writes} writes per minute. An expert, agent or admin may send ${rates.staff.reads} and ${rates.staff.writes}.
- A credential of an integration may send ${rates.integration.reads} reads and ${rates.integration.writes} writes per minute. The operator may set other limits for a credential.
- A GET counts as a read, and any other method as a write.
- An IP address may send ${rates.perAddress} requests per minute, including ${rates.oauthPerAddress} requests for tokens.
- The answer beyond a limit is 429 with \`Retry-After\`.

### Aliases

- The singular paths of the specification's changelog (\`/question/…\`, \`/response/…\`) are aliases of the plural paths. \`/v1/openapi.json?aliases=yes\` describes them, too.`

const UploadForm = Type.Object({
  type: Type.Enum(fileTypes, {
    description:
      'The type of the file, which decides its columns. UTTERANCES: text, class. A text without a class is unlabeled; the class `out_of_scope` marks texts that belong to no class. QA: question, answer, class, language. HISTORY: questionId, askedAt, asker, text, tags, answerId, answeredAt, answererEmail, score, accepted. It has one line per answer; the answer columns are empty for an unanswered question.',
  }),
  file: Type.String({
    format: 'binary',
    description: `The file as CSV (RFC 4180), TSV or JSONL in UTF-8. The first line of CSV and TSV names the columns. The limits are ${limits.uploadBytes} bytes and ${limits.fileRows} rows.`,
  }),
})

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>

/** Describes a route by its endpoint, which it adds to `described` under the operation's id. */
const describeRoute =
  (described: Described): Transform =>
  ({ schema, url, route }) => {
    const { endpoint, publicEndpoint } = route.config ?? {}
    if (publicEndpoint) {
      const operation = describePublic(publicEndpoint, url)
      described.publicEndpoints.set(operation.operationId, publicEndpoint)
      return { schema: { ...schema, ...operation }, url }
    }
    if (!endpoint) return { schema, url }
    described.endpoints.set(endpoint.name, endpoint)
    return { schema: { ...schema, ...describe(endpoint, schema?.response) }, url }
  }

function describe(endpoint: Endpoint, response: unknown) {
  const { name, path, summary, scope, callers, description, versioned, upload, asAsker } = endpoint
  const asWhom = asAsker
    ? ' Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.'
    : ''
  return {
    operationId: name,
    tags: [path.split('/')[1] ?? ''],
    summary,
    description: `Required scope: \`${scope}\`. Allowed callers: ${callers.join(', ')}.${asWhom}${description ? `\n\n${description}` : ''}`,
    security: ['bearer', 'oauth'].map((scheme) => ({ [scheme]: [scope] })),
    headers: headersOf(endpoint),
    response: { ...responsesOf(response), ...(versioned ? unchanged : {}) },
    ...(upload ? { consumes: ['multipart/form-data'], body: plain(UploadForm) } : {}),
  }
}

function describePublic({ name, tag, summary, description }: PublicEndpoint, url: string) {
  const isAtRoot = !url.startsWith(`${base}/`)
  return { operationId: `${name}${isAtRoot ? atRoot : ''}`, tags: [tag], summary, description, security: [] }
}

function headersOf({ method, versioned, answerType, comparedWith = byVersion }: Endpoint) {
  const correlation = {
    type: 'string',
    description: 'An id for logs, returned in the answer. Generated if it is missing or malformed.',
  }
  const idempotency = {
    type: 'string',
    maxLength: limits.idempotencyKeyLength,
    description:
      'A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`.',
  }
  const lastEventId = { type: 'string', description: 'The last `id` that the client received, instead of `after`.' }
  const etag = {
    type: 'string',
    description: 'The ETag of the last answer. The answer is 304 if nothing changed since.',
  }
  return {
    type: 'object',
    properties: {
      'X-Correlation-Id': correlation,
      ...(method === 'GET' ? {} : { 'Idempotency-Key': idempotency }),
      ...(versioned ? { 'If-None-Match': etag } : {}),
      ...(answerType === 'text/event-stream' ? { 'Last-Event-ID': lastEventId } : {}),
      ...(method === 'PUT' ? { 'If-Match': { type: 'string', description: `${rule} ${comparedWith}` } } : {}),
    },
  }
}

function responsesOf(response: unknown): Record<string, unknown> {
  const described = Object.entries(Object(response)).map(([status, schema]) => [
    status,
    { description: status === '201' ? 'The object was created.' : 'The request succeeded.', ...Object(schema) },
  ])
  return Object.fromEntries(described)
}

const rule = 'The expected current version. Another version is 412. Weak ETags are accepted.'
const byVersion = 'It is compared with `version`, which covers all fields that a PUT may change.'

/** The response of a GET to a client that has the answer already. */
export const unchanged = { 304: { description: 'Nothing changed. The answer has no body.', type: 'null' } }
