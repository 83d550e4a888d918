import type { FaultDetail } from '@askline/contracts'
import { isConnectionLoss, OutcomeUnknownError } from '@askline/db'
import { DomainError, type ErrorKind } from '@askline/domain'
import { DependencyDownError, InvalidTokenError } from '@askline/runtime'
import { RequestFault, unauthenticated, unavailable } from './faults.ts'

/** What is told of an error: never a stack, never SQL. `isOurs` says that it is worth a line in the log. */
export type Explanation = {
  status: number
  code: string
  message: string
  details?: FaultDetail[] | undefined
  headers?: Record<string, string> | undefined
  isOurs: boolean
}

const statusOfKind: Record<ErrorKind, number> = { not_found: 404, refused: 400, invalid: 400, forbidden: 403 }

/** The one place where an error becomes an HTTP status and a code. */
export function explain(error: unknown): Explanation {
  const fault = faultOf(error)
  if (fault) {
    const { status, code, message, details, headers } = fault
    return { status, code, message, details, headers, isOurs: status >= 500 }
  }
  if (error instanceof DomainError) {
    const { kind, code, message, details } = error
    return { status: statusOfKind[kind], code, message, details, isOurs: false }
  }
  return { status: 500, code: 'internal', message: 'Something went wrong on our side', isOurs: true }
}

function faultOf(error: unknown): RequestFault | undefined {
  if (error instanceof RequestFault) return error
  if (error instanceof InvalidTokenError) return unauthenticated({ code: tokenCode(error), message: error.message })
  if (isDependencyDown(error)) {
    return unavailable('dependency_down', 'A part of the service is away. Try again in a moment.', 2, error)
  }
  return faultOfFastify(codeOf(error), error)
}

/** What a client can act on: obtain a new token, or sign in again. Everything else is one code. */
const tokenCode = ({ reason }: InvalidTokenError): string =>
  reason === 'expired' || reason === 'revoked' ? `token_${reason}` : 'token_invalid'

/** Postgres, or the wait for it, did not answer in time, or may have committed what it was told. */
function isDependencyDown(error: unknown): boolean {
  if (error instanceof DependencyDownError || error instanceof OutcomeUnknownError) return true
  return isConnectionLoss(error) || givenUpCodes.has(causeCode(error))
}

// statement_timeout, lock_timeout, serialization failure and deadlock after all retries, and our own time limit.
const givenUpCodes = new Set(['57014', '55P03', '40001', '40P01', 'FST_ERR_HANDLER_TIMEOUT'])

function faultOfFastify(code: string, error: unknown): RequestFault | undefined {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new RequestFault(415, 'unsupported_media_type', 'Send the body as application/json')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new RequestFault(413, 'payload_too_large', 'The body is larger than is accepted here')
    case 'FST_ERR_BAD_URL':
      return new RequestFault(400, 'invalid_request', 'The path is not valid percent-encoded UTF-8')
    case 'FST_UNDER_PRESSURE':
      return unavailable('overloaded', 'The service is overloaded. Try again in a moment.', 2, error)
  }
  if (code.endsWith('_LIMIT') && statusOf(error) === 413)
    return new RequestFault(413, 'payload_too_large', 'The form has more parts than are accepted here')
  const status = statusOf(error)
  return status >= 400 && status < 500
    ? new RequestFault(status, 'invalid_request', 'The request could not be read')
    : undefined
}

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined

const codeOf = (error: unknown): string => String(memberOf(error, 'code') ?? '')

function causeCode(error: unknown): string {
  const own = codeOf(error)
  if (own !== '') return own
  const cause = memberOf(error, 'cause')
  return cause === undefined ? '' : causeCode(cause)
}

function statusOf(error: unknown): number {
  const status = memberOf(error, 'statusCode')
  return typeof status === 'number' ? status : 500
}
