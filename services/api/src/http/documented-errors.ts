import { limits, uuidPattern } from '@askline/contracts'
import type { Endpoint, PublicEndpoint } from './endpoint.ts'

export type DocumentedError = { status: number; description: string; codes: readonly string[] }

/**
 * Returns the errors of an endpoint with all their codes. The described `request` shows which faults of form it can have. A test
 * fails if an answer has a code that is not listed.
 */
export function documentedErrors({ method, path, of, errors }: Endpoint, request: object): DocumentedError[] {
  const ofPath = of && path.includes(':uuid') ? [`${of}_not_found`] : []
  const notFound = [...ofPath, ...(errors[404] ?? [])]
  return [
    {
      status: 400,
      description: 'The request is invalid, or the current state does not allow it.',
      codes: [...faultsOfForm(method, JSON.stringify(request)), ...(errors[400] ?? [])],
    },
    {
      status: 401,
      description: 'The token is missing or invalid. `WWW-Authenticate` has the reason.',
      codes: ['token_missing', 'token_invalid', 'token_expired', 'token_revoked'],
    },
    {
      status: 403,
      description: 'The token lacks permission, or HTTPS is required.',
      codes: ['insufficient_scope', 'principal_not_allowed', 'not_yourself', 'https_required', ...(errors[403] ?? [])],
    },
    ...(notFound.length === 0
      ? []
      : [{ status: 404, description: 'The object does not exist, or the caller may not see it.', codes: notFound }]),
    ...ofEveryPath,
    ...(errors[410]
      ? [
          {
            status: 410,
            description:
              'The cursor is older than 30 days, or from before a restore. `details` has the oldest valid cursor as `suggestion`.',
            codes: errors[410],
          },
        ]
      : []),
    ...(method === 'PUT' ? [staleVersion] : []),
    ...(method === 'GET' ? [] : ofBodies),
    tooMany,
    ourFault,
    away,
  ]
}

/** Returns the errors of an endpoint without a token, with all their codes. */
export const documentedPublicErrors = ({ errors }: PublicEndpoint): DocumentedError[] => [
  {
    status: 400,
    description: 'The request is invalid, or the link is unknown, expired or used.',
    codes: ['invalid_request', 'invalid_json', ...errors[400]],
  },
  ...(errors[404] ? [{ status: 404, ...errors[404] }] : []),
  ...ofEveryPath,
  ...ofBodies,
  tooMany,
  ourFault,
  away,
]

/** Returns the codes of a request whose form is wrong. */
function faultsOfForm(method: Endpoint['method'], request: string): string[] {
  const has = (word: string) => request.includes(JSON.stringify(word).slice(1, -1))
  return [
    'invalid_request',
    ...(has(uuidPattern) ? ['invalid_uuid'] : []),
    ...(method === 'GET' ? [] : ['invalid_json', 'idempotency_key_reused']),
    ...(request.includes('"name":"cursor"') ? ['invalid_cursor'] : []),
  ]
}

const staleVersion = {
  status: 412,
  description: '`If-Match` does not name the current version. Read it again, then repeat the request.',
  codes: ['version_mismatch'],
}
export const wrongMethod = {
  status: 405,
  description: 'The path does not support this method. `Allow` lists the supported methods.',
  codes: ['method_not_allowed'],
}
/** Errors of every path. */
export const ofEveryPath: DocumentedError[] = [
  wrongMethod,
  { status: 408, description: 'The request did not arrive in time.', codes: ['request_timeout'] },
  {
    status: 431,
    description: `The request line and headers have more than ${limits.headerBytes} bytes. Send long texts in the body of a POST.`,
    codes: ['headers_too_large'],
  },
]
/** Errors of requests that reach no endpoint. */
export const ofNoEndpoint: DocumentedError[] = [
  {
    status: 400,
    description: 'The request is not valid HTTP, or its path cannot be decoded.',
    codes: ['invalid_request'],
  },
  { status: 404, description: 'The path does not exist.', codes: ['path_not_found'] },
  ...ofEveryPath,
]
/** The error of a malformed id in a path that needs no token. */
export const malformedUuid = {
  status: 400,
  description: 'The uuid is malformed.',
  codes: ['invalid_uuid', 'invalid_request'],
}
const ofBodies: DocumentedError[] = [
  { status: 413, description: 'The body is too large.', codes: ['payload_too_large'] },
  { status: 415, description: 'The body has an unsupported media type.', codes: ['unsupported_media_type'] },
]
const tooMany = {
  status: 429,
  description: 'There were too many requests. Wait for the seconds in `Retry-After`.',
  codes: ['rate_limited'],
}
export const ourFault = {
  status: 500,
  description:
    'An internal error occurred. Normally nothing was changed. Report the correlation id if it happens again.',
  codes: ['internal'],
}
const away = {
  status: 503,
  description: 'A dependency is down, or the service is overloaded. Wait for the seconds in `Retry-After`.',
  codes: ['dependency_down', 'overloaded'],
}
