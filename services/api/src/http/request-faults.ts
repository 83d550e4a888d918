import type { FaultDetail } from '@askline/contracts'

/** A request that HTTP refuses, before or instead of any rule of the domain. */
export class RequestFault extends Error {
  override name = 'RequestFault'
  readonly status: number
  readonly code: string
  readonly details: FaultDetail[] | undefined
  readonly headers: Record<string, string> | undefined
  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: FaultDetail[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.code = code
    this.details = more.details
    this.headers = more.headers
  }
}

/** Returns a 400 with one detail per field. Its code is `invalid_uuid` if only uuids are malformed. */
export function invalidRequest(details: FaultDetail[]): RequestFault {
  const isOnlyUuids = details.length > 0 && details.every((detail) => detail.rule === 'uuid')
  const message = details.map((detail) => detail.message).join(' ')
  return new RequestFault(400, isOnlyUuids ? 'invalid_uuid' : 'invalid_request', message, { details })
}

export const invalidField = (field: string, rule: string, message: string): RequestFault =>
  invalidRequest([{ field, rule, message }])

export const requiredField = (field: string, why: string): RequestFault =>
  invalidField(field, 'required', `${field} is missing. ${why}`)

export const forbidden = (code: string, message: string): RequestFault => new RequestFault(403, code, message)

/** Returns a 401 with the challenge of RFC 6750, which names no error if no token was sent. */
export function unauthenticated(why?: { code: string; message: string }): RequestFault {
  if (!why) {
    return new RequestFault(
      401,
      'token_missing',
      'The access token is missing. Send it as `Authorization: Bearer <token>`.',
      {
        headers: { 'www-authenticate': 'Bearer realm="askline"' },
      },
    )
  }
  const challenge = `Bearer realm="askline", error="invalid_token", error_description="${why.message}"`
  return new RequestFault(401, why.code, why.message, { headers: { 'www-authenticate': challenge } })
}

export const insufficientScope = (scope: string): RequestFault =>
  new RequestFault(403, 'insufficient_scope', `The token lacks the scope ${scope}. Request one with that scope.`, {
    headers: { 'www-authenticate': `Bearer realm="askline", error="insufficient_scope", scope="${scope}"` },
  })

export const unavailable = (code: string, message: string, seconds: number, cause?: unknown): RequestFault =>
  new RequestFault(503, code, message, { headers: { 'retry-after': String(seconds) }, cause })
