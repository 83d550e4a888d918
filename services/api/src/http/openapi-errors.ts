import { apiVersion } from '@askline/contracts'
import { type DocumentedError, wrongMethod } from './documented-errors.ts'

type Json = Record<string, unknown>

const header = (description: string, more: Json = {}) => ({
  description,
  schema: { type: more['schema'] ?? 'string' },
  ...(more['required'] ? { required: true } : {}),
})
/** Returns a reference into the components of the document. */
export const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
/** Returns references to the headers of these names. */
export const headersNamed = (names: string[]) => Object.fromEntries(names.map((name) => [name, refer('headers', name)]))

/** All headers of answers, for the components of the document. */
export const headers = {
  'X-Correlation-Id': header('The id of the request, which is also in logs and jobs.', { required: true }),
  'RateLimit-Limit': header('Number of requests per minute that the token may make.', { schema: 'integer' }),
  'RateLimit-Remaining': header('Number of requests left in this minute.', { schema: 'integer' }),
  'RateLimit-Reset': header('Seconds until the limit resets.', { schema: 'integer' }),
  'Retry-After': header('Seconds to wait before the next attempt.', { required: true, schema: 'integer' }),
  'WWW-Authenticate': header('The challenge of RFC 6750. It contains no error if no token was sent.', {
    required: true,
  }),
  Allow: header('The methods of this path.', { required: true }),
  ETag: header('A weak tag of the version and format of this answer, for `If-None-Match` and `If-Match`.', {
    required: true,
  }),
  'Idempotency-Replayed': header(
    '`true` if this is the stored answer to the first request with this `Idempotency-Key`.',
  ),
  Deprecation: header('The date of the deprecation (RFC 9745).', { required: true }),
  Link: header('The successor, with `rel="successor-version"`.', { required: true }),
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

/** Describes an error answer in the envelope and as an RFC 9457 problem, with its codes. */
export function errorResponse({ status, description, codes }: DocumentedError): Json {
  const error = { allOf: [refer('schemas', 'ErrorBody'), { properties: { code: { enum: codes } } }] }
  const schema = {
    type: 'object',
    required: ['meta', 'error'],
    properties: { meta: refer('schemas', 'Meta'), error },
  }
  const example = { meta, error: { message: description, code: codes[0] } }
  return {
    description: `${description} Codes: ${codes.join(', ')}.`,
    headers: headersNamed(['X-Correlation-Id', ...(ofStatus[status] ?? [])]),
    content: {
      'application/json': { schema, example },
      'application/problem+json': {
        schema: { allOf: [refer('schemas', 'ProblemDetails'), { properties: { code: { enum: codes } } }] },
      },
    },
  }
}

/** Describes the 405 of the authorization endpoints, which have no envelope. */
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

/** Describes the 405 of any path: in the envelope, or in OAuth's form at the authorization endpoints. */
export function wrongMethods(): Json {
  const { content, ...told } = errorResponse(wrongMethod)
  const { 'application/json': json, ...others } = content as Record<string, Json>
  const schema = { anyOf: [json?.['schema'], refer('schemas', 'OauthError')] }
  return { ...told, content: { 'application/json': { ...json, schema }, ...others } }
}
