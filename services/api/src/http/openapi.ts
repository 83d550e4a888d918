import {
  AuditEntryView,
  apiVersion,
  CategorySettingsView,
  CategoryView,
  CondensedQuestionView,
  ErrorEnvelope,
  ExpertProfileView,
  InboxQuestionView,
  IntegrationSecretView,
  IntegrationView,
  KnowledgeView,
  limits,
  ManagedExpertView,
  ManagedUserView,
  MessageView,
  Meta,
  QuestionView,
  ResponseView,
  RoutingExplanationView,
  scopes,
} from '@askline/contracts'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { type Endpoint, endpoints } from '../endpoints.ts'
import { plain } from './answers.ts'
import { documentedErrors } from './documented-errors.ts'
import { base } from './gate.ts'

/** Collects the document from the routes that are mounted after this. */
export async function describeRoutes(app: FastifyInstance, config: Config) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Askline Messaging API',
        version: apiVersion,
        description:
          'Users put questions to experts. Bodies are JSON in UTF-8; nothing in them is coerced, and members nobody knows are ignored.',
      },
      servers: [{ url: config.issuer }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: `Scopes: ${scopes.join(', ')}.` },
          client: { type: 'http', scheme: 'basic', description: 'Client id and secret, or both in the body.' },
        },
      },
    },
    transform: describeRoute,
    transformObject: (document) =>
      'openapiObject' in document ? nameSchemas(document.openapiObject) : document.swaggerObject,
  })
}

const table: [name: string, endpoint: Endpoint][] = Object.entries(endpoints)

const errorEnvelope = plain(ErrorEnvelope)

const describeRoute: NonNullable<FastifyDynamicSwaggerOptions['transform']> = ({ schema, url, route }) => {
  const found = table.find(([, { method, path }]) => method === route.method && url === `${base}${path}`)
  if (!found) return { schema, url }
  const [name, endpoint] = found
  const described = {
    ...schema,
    operationId: name,
    tags: [endpoint.path.split('/')[1] ?? ''],
    summary: endpoint.summary,
    description: `Scope \`${endpoint.scope}\`. For ${endpoint.kinds.join(', ')}.`,
    security: [{ bearer: [] }],
    headers: headersOf(endpoint, name),
    response: { ...responsesOf(schema?.response), ...errorsOf(endpoint, name) },
  }
  return { schema: described, url }
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
      ...(endpoint.method === 'POST' ? { 'Idempotency-Key': idempotency } : {}),
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

function errorsOf(endpoint: Endpoint, name: string): Record<string, unknown> {
  const errors = documentedErrors(endpoint).map(({ status, description, codes }) => {
    const meta = { version: apiVersion, correlationId: '0f7c1c1e-1d2e', serverTime: '2026-01-31T09:30:00Z' }
    const examples = Object.fromEntries(
      codes.map((code) => [code, { value: { meta, error: { message: description, code } } }]),
    )
    const content = { 'application/json': { schema: errorEnvelope, examples } }
    return [status, { description: `${description} Codes: ${codes.join(', ')}.`, content }]
  })
  const unchanged = { 304: { description: 'Nothing changed; no body.', type: 'null' } }
  return { ...Object.fromEntries(errors), ...(name === 'getQuestion' ? unchanged : {}) }
}

const named = {
  ErrorEnvelope,

  QuestionView,
  CondensedQuestionView,
  InboxQuestionView,
  ResponseView,
  MessageView,
  ExpertProfileView,
  ManagedExpertView,
  CategorySettingsView,
  CategoryView,
  KnowledgeView,
  ManagedUserView,
  IntegrationView,
  IntegrationSecretView,
  AuditEntryView,
  RoutingExplanationView,
  Meta,
}

/** Puts the resources under components, so that clients get one type for each. The inner ones come first. */
function nameSchemas<T extends object>(document: T): T {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(plain(schema)), name]))
  const refer = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const name = names.get(JSON.stringify(value))
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
    if (Array.isArray(value)) return value.map(refer)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member)]))
  }
  const referInside = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member)]))
  const schemas = Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, referInside(plain(schema))]))
  const referred = referInside(document)
  return { ...document, ...referred, components: { ...Object(referred['components']), schemas } }
}
