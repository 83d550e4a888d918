import { apiVersion, fileTypes, limits, type Scope, scopes } from '@askline/contracts'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Config } from '../api-config.ts'
import { type Endpoint, endpoints, isVersioned } from '../endpoints.ts'
import { type PublicEndpoint, publicEndpoints } from '../public-endpoints.ts'
import { base } from './gate.ts'
import { completeDocument } from './openapi-document.ts'
import { plain } from './response-schema.ts'

/** Collects the OpenAPI document from the routes that are mounted after this call. */
export async function describeRoutes(app: FastifyInstance, config: Config) {
  const { publicUrl } = config
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
            description: 'How to obtain an access token.',
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
          client: { type: 'http', scheme: 'basic', description: 'Client id and secret, or both in the body.' },
        },
      },
    },
    transform: describeRoute,
    transformObject: (document) =>
      'openapiObject' in document ? completeDocument(document.openapiObject, config.httpsMode) : document.swaggerObject,
  })
}

const scopeWords: Record<Scope, string> = {
  'questions:read': 'Read questions and messages.',
  'questions:write': 'Ask, write, and make moves of askers.',
  answers: 'Classifications and automatic answers.',
  'routing:read': 'Predictive routing.',
  expert: 'Inbox, claims and answers of an expert.',
  agent: 'Queue and answers of agents.',
  training: 'Training files.',
  privacy: 'Forget users.',
  admin: "The company's administration.",
}

const introduce = ({
  rates,
}: Config) => `Users put questions to experts. This API asks questions, reads conversations, and makes the moves of askers, experts, agents and admins.

### Requests

- Bodies are JSON in UTF-8, at most ${limits.jsonBodyBytes} bytes. Texts have at most ${limits.textLength} characters. The request line and the headers have at most ${limits.headerBytes} bytes.
- Nothing in a body is coerced, and unknown members are ignored. Outside of /v1/admin, null counts as missing for optional members.
- Unknown query parameters are ignored, except misspelled ones, which are 400.
- Checks run in this order: path 404, method 405, token 401, scope 403, body 413, 415 or 400, row 404, version 412, move 400. Rows of another company are 404.

### Answers

- An error has a stable \`code\` for programs and a \`message\` for people. With \`Accept: application/problem+json\` it is an RFC 9457 problem, unless plain JSON has a higher \`q\`.
- \`x-everywhere\` of the OpenAPI document lists the answers to unknown paths and methods.
- JSON above 1 kB is compressed with gzip if you accept it, except where it holds a secret or a token.
- Lists have ${limits.pageSize} entries per page by default and at most ${limits.pageSizeMax} (\`limit\`).
- Every request is answered within ${limits.requestMs / 1_000} seconds. If that is impossible, the answer is 503 with \`Retry-After\`.

### Repeating and changing

- Send an \`Idempotency-Key\` with a POST to be able to repeat it safely: the first answer is returned for 24 hours. After a 503, repeat with the same key.
- Send \`If-Match\` with a PUT to change only the version that you have read: any other version is 412.

### Limits

- Requests per minute of one person, or of one credential of an integration: ${rates.user.reads} reads and ${rates.user.writes} writes for a user, ${rates.staff.reads} and ${rates.staff.writes} for an expert, agent or admin, ${rates.integration.reads} and ${rates.integration.writes} for an integration. The operator may set other limits for a credential. A GET is a read, everything else a write.
- Requests per minute from one address: ${rates.perAddress}, of which ${rates.oauthPerAddress} for tokens.
- Beyond a limit the answer is 429 with \`Retry-After\`.

### Aliases

- The singular paths of the specification's changelog (\`/question/…\`, \`/response/…\`) are aliases of the plural ones.`

const table: [name: string, endpoint: Endpoint][] = Object.entries(endpoints)
const publicTable: [name: string, endpoint: PublicEndpoint][] = Object.entries(publicEndpoints)

const UploadForm = Type.Object({
  type: Type.Enum(fileTypes, {
    description:
      'UTTERANCES has the columns text, class. Without a class a text is unlabeled; the class `out_of_scope` marks texts that belong to no class. QA has question, answer, class, language. HISTORY has questionId, askedAt, asker, text, tags, answerId, answeredAt, answererEmail, score, accepted, one line per answer. The answer columns are empty for an unanswered question.',
  }),
  file: Type.String({
    format: 'binary',
    description: `CSV (RFC 4180), TSV or JSONL in UTF-8 with a first line that names the columns, at most ${limits.uploadBytes} bytes and ${limits.fileRows} rows.`,
  }),
})

const describeRoute: NonNullable<FastifyDynamicSwaggerOptions['transform']> = ({ schema, url, route }) => {
  const found = table.find(([, { method, path }]) => method === route.method && url === `${base}${path}`)
  if (!found) return { schema: { ...schema, ...describePublic(url) }, url }
  const [name, endpoint] = found
  const described = {
    ...schema,
    operationId: name,
    tags: [endpoint.path.split('/')[1] ?? ''],
    summary: endpoint.summary,
    description: `Scope \`${endpoint.scope}\`. ${asWhom(name, endpoint)}For ${endpoint.kinds.join(', ')}.${endpoint.description ? `\n\n${endpoint.description}` : ''}`,
    security: ['bearer', 'oauth'].map((scheme) => ({ [scheme]: [endpoint.scope] })),
    headers: headersOf(endpoint, name),
    response: { ...responsesOf(schema?.response), ...(isVersioned(name) ? unchanged : {}) },
    ...(endpoint.upload ? { consumes: ['multipart/form-data'], body: plain(UploadForm) } : {}),
  }
  return { schema: described, url }
}

/** Describes a public endpoint, or nothing if none has this address. */
function describePublic(url: string): object {
  const found = publicTable.find(([, { path }]) => url === `${base}${path}` || url === path)
  if (!found) return {}
  const [name, { tag, summary, description }] = found
  const isAtRoot = !url.startsWith(`${base}/`)
  return { operationId: `${name}${isAtRoot ? 'AtRoot' : ''}`, tags: [tag], summary, description, security: [] }
}

const bothSides = new Set(['addMessage', 'editMessage', 'listMessages', 'getQuestion', 'listQuestions'])

/** Says on whose behalf the caller of an asker's move acts. */
function asWhom(name: string, { scope, method }: Endpoint): string {
  if (scope !== 'questions:write' || method === 'GET' || bothSides.has(name)) return ''
  return 'Every person acts as the asker of their own questions, experts and staff included. Questions of others are 404. '
}

function headersOf(endpoint: Endpoint, name: string) {
  const correlation = { type: 'string', description: 'Kept and echoed. Generated if it is missing or malformed.' }
  const idempotency = {
    type: 'string',
    maxLength: limits.idempotencyKeyLength,
    description: 'The first answer is stored for 24 hours and returned again with Idempotency-Replayed: true.',
  }
  const etag = { type: 'string', description: 'The ETag of the last answer: 304 if nothing changed since.' }
  return {
    type: 'object',
    properties: {
      'X-Correlation-Id': correlation,
      ...(endpoint.method === 'GET' ? {} : { 'Idempotency-Key': idempotency }),
      ...(isVersioned(name) ? { 'If-None-Match': etag } : {}),
      ...(endpoint.method === 'PUT' ? { 'If-Match': { type: 'string', description: comparedBy(name) } } : {}),
    },
  }
}

function responsesOf(response: unknown): Record<string, unknown> {
  const described = Object.entries(Object(response)).map(([status, schema]) => [
    status,
    { description: status === '201' ? 'Created' : 'Success', ...Object(schema) },
  ])
  return Object.fromEntries(described)
}

/** Describes what `If-Match` is compared with in a PUT. */
function comparedBy(name: string): string {
  const rule = 'Optional. 412 unless it names the version in force; weak ETags are accepted.'
  if (name === 'editQuestion') return `${rule} Compared with the version in the ETag of GET /questions/{uuid}.`
  if (name === 'editMessage') {
    return `${rule} A message has no version of its own: compared with the version in the ETag of its question.`
  }
  return `${rule} Compared with \`version\`, which changes with every member that a PUT may change.`
}

/** The response of a GET to a client that has the answer already. */
export const unchanged = { 304: { description: 'Nothing changed; no body.', type: 'null' } }
