import { apiVersion, fileTypes, limits, type Scope, scopes } from '@askline/contracts'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Config } from '../config.ts'
import { type Endpoint, endpoints } from '../endpoints.ts'
import { plain } from './answers.ts'
import { base } from './gate.ts'
import { completeDocument } from './openapi-document.ts'

/** Collects the document from the routes that are mounted after this. */
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
      externalDocs: { url: `${config.issuer}/v1/asyncapi.json`, description: 'The socket: its events, as AsyncAPI' },
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
            description: 'How to obtain one.',
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
  'questions:write': 'Ask, write and make moves.',
  answers: 'Classifications and automatic answers.',
  'routing:read': 'Predictive routing.',
  expert: "The expert's side.",
  agent: "The agents' side.",
  training: 'Files to train with.',
  privacy: 'Forget people.',
  admin: "The company's administration.",
}

const introduce = ({ rates }: Config) => `Users put questions to experts.

- Bodies are JSON in UTF-8, at most ${limits.jsonBodyBytes} bytes. Nothing in them is coerced, and members nobody knows are ignored. Outside of /v1/admin null counts as missing for what may be missing. Texts have ${limits.textLength} characters at most.
- Address and headers have ${limits.headerBytes} bytes at most. What a path or method that is not in this document is answered is at \`x-everywhere\`.
- Checks come in this order: path 404, method 405, token 401, scope 403, body 413, 415 or 400, row 404, move 400. What belongs to another company is 404.
- An error has a \`code\`, which is stable, and a \`message\` for people; with \`Accept: application/problem+json\` it comes as RFC 9457 has it, unless plain JSON has a higher \`q\`.
- An \`Idempotency-Key\` on a POST makes its answer once: for 24 hours it is given again. After a 503 repeat with the same key.
- Lists have ${limits.pageSize} entries a page unless \`limit\` says otherwise, and ${limits.pageSizeMax} at most.
- A token may make ${rates.perToken} requests a minute, an address ${rates.perAddress}, and ${rates.oauthPerAddress} for tokens.
- An answer comes within ${limits.requestMs / 1_000} seconds, or 503 does, with \`Retry-After\`.
- The singular paths of the specification's changelog (\`/question/…\`, \`/response/…\`) are aliases of the plural ones.`

const table: [name: string, endpoint: Endpoint][] = Object.entries(endpoints)

const UploadForm = Type.Object({
  type: Type.Enum(fileTypes, {
    description:
      'UTTERANCES: text, class (none: unlabelled; out_of_scope: belongs to no class, so that questions like it are given none). QA: question, answer, class, language. HISTORY, one line an answer, or with its columns empty a question that nobody answered: questionId, askedAt, asker, text, tags, answerId, answeredAt, answererEmail, score, accepted.',
  }),
  file: Type.String({
    format: 'binary',
    description: `CSV (RFC 4180), TSV or JSONL in UTF-8 with a first line that names the columns, at most ${limits.uploadBytes} bytes and ${limits.fileRows} rows.`,
  }),
})

const describeRoute: NonNullable<FastifyDynamicSwaggerOptions['transform']> = ({ schema, url, route }) => {
  const found = table.find(([, { method, path }]) => method === route.method && url === `${base}${path}`)
  if (!found) return { schema, url }
  const [name, endpoint] = found
  const described = {
    ...schema,
    operationId: name,
    tags: [endpoint.path.split('/')[1] ?? ''],
    summary: endpoint.summary,
    description: `Scope \`${endpoint.scope}\`. ${asWhom(name, endpoint)}For ${endpoint.kinds.join(', ')}.`,
    security: ['bearer', 'oauth'].map((scheme) => ({ [scheme]: [endpoint.scope] })),
    headers: headersOf(endpoint, name),
    response: { ...responsesOf(schema?.response), ...(name === 'getQuestion' ? unchanged : {}) },
    ...(endpoint.upload ? { consumes: ['multipart/form-data'], body: plain(UploadForm) } : {}),
  }
  return { schema: described, url }
}

const bothSides = new Set(['addMessage', 'editMessage', 'listMessages', 'getQuestion', 'listQuestions'])

/** Who may call a move of the asker is one thing, and as whom they then act another. */
function asWhom(name: string, { scope, method }: Endpoint): string {
  if (scope !== 'questions:write' || method === 'GET' || bothSides.has(name)) return ''
  return 'A person acts as the asker of their own questions, an expert, agent or admin too: what others asked is 404. '
}

function headersOf(endpoint: Endpoint, name: string) {
  const correlation = { type: 'string', description: 'Kept and echoed; one is made where it is missing.' }
  const idempotency = {
    type: 'string',
    maxLength: limits.idempotencyKeyLength,
    description: 'The first answer is stored for 24 hours and given again with Idempotency-Replayed: true.',
  }
  const etag = { type: 'string', description: 'The ETag of the question as it was last seen.' }
  return {
    type: 'object',
    properties: {
      'X-Correlation-Id': correlation,
      ...(endpoint.method === 'GET' ? {} : { 'Idempotency-Key': idempotency }),
      ...(name === 'getQuestion' ? { 'If-None-Match': etag } : {}),
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

const unchanged = { 304: { description: 'Nothing changed; no body.', type: 'null' } }
