import type { FaultDetail, InvitedBy } from '@askline/contracts'
import { causeCode, codeOf, isConnectionLoss, isRetryable, isTimeout, OutcomeUnknownError } from '@askline/db'
import { AlreadyClaimedError, DomainError, type ErrorKind, InvitationSpentError } from '@askline/domain/errors'
import { DependencyDownError, InvalidTokenError } from '@askline/runtime'
import { RequestFault, unauthenticated, unavailable } from './request-faults.ts'

/** The public form of an error, without stack or SQL. `isOurs` errors are logged. */
export type Explanation = {
  status: number
  code: string
  message: string
  details?: FaultDetail[] | undefined
  takenBy?: { name: string } | undefined
  invitedBy?: InvitedBy | undefined
  headers?: Record<string, string> | undefined
  isOurs: boolean
}

const statusOfKind: Record<ErrorKind, number> = {
  not_found: 404,
  refused: 400,
  invalid: 400,
  forbidden: 403,
  stale: 412,
}

/** Turns an error into an HTTP status and a code. No other place does. */
export function explain(error: unknown): Explanation {
  const fault = faultOf(error)
  if (fault) {
    const { status, code, message, details, headers } = fault
    return { status, code, message, details, headers, isOurs: status >= 500 }
  }
  if (error instanceof DomainError) {
    const { kind, code, message, details } = error
    const takenBy = error instanceof AlreadyClaimedError ? error.takenBy : undefined
    const invitedBy = error instanceof InvitationSpentError ? error.invitedBy : undefined
    return { status: statusOfKind[kind], code, message, details, takenBy, invitedBy, isOurs: false }
  }
  return {
    status: 500,
    code: 'internal',
    message: 'An internal error occurred. Report the correlation id if it happens again.',
    isOurs: true,
  }
}

function faultOf(error: unknown): RequestFault | undefined {
  if (error instanceof RequestFault) return error
  if (error instanceof InvalidTokenError) return unauthenticated({ code: error.code, message: error.message })
  if (isDependencyDown(error)) {
    return unavailable(
      'dependency_down',
      'A dependency is down or too slow. Try again in 2 s with the same Idempotency-Key.',
      2,
      error,
    )
  }
  return faultOfFastify(codeOf(error), error)
}

/** Whether Postgres did not answer in time, or a COMMIT has an unknown outcome. */
function isDependencyDown(error: unknown): boolean {
  if (error instanceof DependencyDownError || error instanceof OutcomeUnknownError) return true
  // The transaction failed after all retries, or our own time limit is over.
  const isGivenUp = isRetryable(error) || causeCode(error) === 'FST_ERR_HANDLER_TIMEOUT'
  return isConnectionLoss(error) || isTimeout(error) || isGivenUp
}

function faultOfFastify(code: string, error: unknown): RequestFault | undefined {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new RequestFault(415, 'unsupported_media_type', 'Send the body as application/json.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new RequestFault(
        413,
        'payload_too_large',
        'The body is too large. The documentation of this endpoint states the limit.',
      )
    case 'FST_ERR_BAD_URL':
      return new RequestFault(400, 'invalid_request', 'The path is not valid percent-encoded UTF-8.')
  }
  if (code.endsWith('_LIMIT') && statusOf(error) === 413)
    return new RequestFault(413, 'payload_too_large', 'The form has too many parts. Send `type` and one `file`.')
  const status = statusOf(error)
  return status >= 400 && status < 500
    ? new RequestFault(status, 'invalid_request', 'The request is not valid HTTP.')
    : undefined
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}
