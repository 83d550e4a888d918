/** Why a token was refused: a stable word for programs and logs. */
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

  /** The API's error code: what a client can act on. */
  get code(): 'token_expired' | 'token_revoked' | 'token_invalid' {
    return this.reason === 'expired' || this.reason === 'revoked' ? `token_${this.reason}` : 'token_invalid'
  }
}

/** A required dependency does not answer: 503. */
export class DependencyDownError extends Error {
  override name = 'DependencyDownError'
  readonly dependency: string
  constructor(dependency: string, cause?: unknown) {
    super(`${dependency} does not answer`, { cause })
    this.dependency = dependency
  }
}
