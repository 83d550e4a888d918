/** Why a token was refused, as a stable word for programs and logs. */
export type InvalidTokenReason =
  | 'malformed'
  | 'unknown_key'
  | 'signature'
  | 'claims'
  | 'expired'
  | 'not_yet_valid'
  | 'revoked'

/** The token is not accepted: 401. */
export class InvalidTokenError extends Error {
  override name = 'InvalidTokenError'
  readonly reason: InvalidTokenReason
  constructor(reason: InvalidTokenReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Something we cannot answer without is away: 503. */
export class DependencyDownError extends Error {
  override name = 'DependencyDownError'
  readonly dependency: string
  constructor(dependency: string, cause?: unknown) {
    super(`${dependency} does not answer`, { cause })
    this.dependency = dependency
  }
}
