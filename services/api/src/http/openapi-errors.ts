import { apiVersion, ErrorBody } from '@askline/contracts'
import { plain } from './answers.ts'
import { type DocumentedError, wrongMethod } from './documented-errors.ts'

type Json = Record<string, unknown>

const header = (description: string, more: Json = {}) => ({
  description,
  schema: { type: more['schema'] ?? 'string' },
  ...(more['required'] ? { required: true } : {}),
})
/** A reference into the components of the document. */
export const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
/** References to the headers of these names. */
export const headersNamed = (names: string[]) => Object.fromEntries(names.map((name) => [name, refer('headers', name)]))

/** All headers of answers, for the components of the document. */
export const headers = {
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
/** The headers of every answer of an endpoint. */
export const always = ['X-Correlation-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const ofStatus: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const meta = { version: apiVersion, correlationId: '0f7c1c1e-1d2e', serverTime: '2026-01-31T09:30:00Z' }

/** The answer of a refusal, in the envelope and as RFC 9457 has it: nothing but its codes. */
export function errorResponse({ status, description, codes }: DocumentedError): Json {
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
      'application/problem+json': {
        schema: { allOf: [refer('schemas', 'ProblemDetails'), { properties: { code: { enum: codes } } }] },
      },
    },
  }
}

/** The 405 of the authorization endpoints, which have no envelope. */
export const wrongMethodOfOauth: Json = {
  description: wrongMethod.description,
  headers: headersNamed(['X-Correlation-Id', 'Allow']),
  content: {
    'application/json': {
      schema: refer('schemas', 'OauthError'),
      example: { error: 'invalid_request', error_description: wrongMethod.description },
    },
  },
}

/** The 405 of any path: in the envelope, and as OAuth has it at the authorization endpoints. */
export function wrongMethods(): Json {
  const { content, ...told } = errorResponse(wrongMethod)
  const { 'application/json': json, ...others } = content as Record<string, Json>
  const schema = { anyOf: [json?.['schema'], refer('schemas', 'OauthError')] }
  return { ...told, content: { 'application/json': { ...json, schema }, ...others } }
}
