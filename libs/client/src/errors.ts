/** The error of one field: its path, and a stable code of the rule that it breaks. */
export type Detail = {
  field: string
  rule: string
  message: string
  /** A valid value: the one that is spelled most like the refused one, or the oldest cursor with the rule `gone`. */
  suggestion?: string
}

type InvitedBy = { kind: 'ADMIN' | 'OPERATOR'; name: string | null }

type Told = { code: string; status?: number; correlationId?: string; cause?: unknown }

/** A request that did not succeed. `code` is a stable slug for programs. `correlationId` identifies the request in Askline's logs. */
export class AsklineError extends Error {
  override name = 'AsklineError'
  readonly code: string
  /** HTTP status, or `undefined` if there was no answer. */
  readonly status: number | undefined
  readonly correlationId: string | undefined

  constructor(message: string, { code, status, correlationId, cause }: Told) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.correlationId = correlationId
  }
}

/** 400, 413 or 415: the request is invalid, or the operation is not possible now; `code` says which. */
export class InvalidError extends AsklineError {
  override name = 'InvalidError'
  readonly details: readonly Detail[]
  /** With `already_claimed`: the expert who was first, if the caller may know. */
  readonly takenBy: { name: string } | undefined
  /** With `invitation_spent`: who can make another one. The name is null for the operator, and for an admin who is no longer one. */
  readonly invitedBy: InvitedBy | undefined

  constructor(
    message: string,
    told: Told,
    {
      details = [],
      takenBy,
      invitedBy,
    }: { details?: readonly Detail[]; takenBy?: { name: string }; invitedBy?: InvitedBy } = {},
  ) {
    super(message, told)
    this.details = details
    this.takenBy = takenBy
    this.invitedBy = invitedBy
  }
}

/** 401 even after the token was renewed, or credentials that were rejected. */
export class UnauthorizedError extends AsklineError {
  override name = 'UnauthorizedError'
}

/** 403: the token may not do this. */
export class ForbiddenError extends AsklineError {
  override name = 'ForbiddenError'
}

/** 404: the resource does not exist, or the caller may not see it. */
export class NotFoundError extends AsklineError {
  override name = 'NotFoundError'
}

/** 410: the request names a place that can no longer be read, such as a cursor older than the feed. */
export class GoneError extends AsklineError {
  override name = 'GoneError'
  /** With `cursor_gone`: the oldest cursor from which the feed can be read. */
  readonly oldestCursor: string | undefined

  constructor(message: string, told: Told, { details = [] }: { details?: readonly Detail[] } = {}) {
    super(message, told)
    this.oldestCursor = details[0]?.suggestion
  }
}

/** 412: another request changed the resource after the version that `ifMatch` names. Nothing was changed. */
export class StaleError extends AsklineError {
  override name = 'StaleError'
}

/** 429, after all attempts. */
export class RateLimitedError extends AsklineError {
  override name = 'RateLimitedError'
  /** Seconds. */
  readonly retryAfter: number

  constructor(message: string, told: Told, retryAfter: number) {
    super(message, told)
    this.retryAfter = retryAfter
  }
}

/** 502, 503, 504 or no answer, after all attempts. A change may have been made: repeat the call with the same idempotency key. */
export class UnavailableError extends AsklineError {
  override name = 'UnavailableError'
}

/** Returns the error of an API answer, from Askline's envelope or from OAuth's format. */
export function errorOf(response: Response, body: unknown): AsklineError {
  const { status, headers } = response
  const envelope = Object(body) as { error?: unknown; error_description?: unknown; meta?: { correlationId?: unknown } }
  const isOauth = typeof envelope.error === 'string'
  const error = Object(envelope.error) as {
    code?: unknown
    message?: unknown
    details?: Detail[]
    takenBy?: { name: string }
    invitedBy?: InvitedBy
  }
  const message = String((isOauth ? envelope.error_description : error.message) ?? `Askline answered ${status}.`)
  const correlationId = envelope.meta?.correlationId ?? headers.get('x-correlation-id')
  const told: Told = {
    code: String((isOauth ? envelope.error : error.code) ?? `http_${status}`),
    status,
    ...(typeof correlationId === 'string' ? { correlationId } : {}),
  }
  // OAuth reports rejected credentials as 400.
  if (status === 401 || (isOauth && status === 400)) return new UnauthorizedError(message, told)
  if (status === 400 || status === 413 || status === 415) return new InvalidError(message, told, error)
  if (status === 403) return new ForbiddenError(message, told)
  if (status === 404) return new NotFoundError(message, told)
  if (status === 410) return new GoneError(message, told, error)
  if (status === 412) return new StaleError(message, told)
  if (status === 429) return new RateLimitedError(message, told, retryAfterOf(headers) ?? 1)
  if (status === 502 || status === 503 || status === 504) return new UnavailableError(message, told)
  return new AsklineError(message, told)
}

/** Returns the value of `Retry-After` in seconds, from a number or a date, or `undefined` if it is missing or invalid. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
