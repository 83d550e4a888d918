import type { FaultDetail, InvitedBy } from '@askline/contracts'

/** Becomes an HTTP status: `not_found` 404, `refused` and `invalid` 400, `forbidden` 403, `stale` 412. */
export type ErrorKind = 'not_found' | 'refused' | 'invalid' | 'forbidden' | 'stale'

/** A rule of the domain said no. `code` is part of the public API and frozen; `message` is for people. */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind
  readonly code: string
  readonly details: FaultDetail[] | undefined
  constructor(code: string, message: string, details?: FaultDetail[]) {
    super(message)
    this.code = code
    this.details = details
  }
}

type Findable =
  | 'company'
  | 'question'
  | 'response'
  | 'message'
  | 'expert'
  | 'person'
  | 'session'
  | 'company'
  | 'category'
  | 'knowledge'
  | 'integration'
  | 'credential'
  | 'automatic_answer'
  | 'receipt'
  | 'file'
  | 'model'
  | 'dead_letter'
  | 'reply'
  | 'webhook'
  | 'delivery'

/** There is no such thing, or the caller may not know of it: the answer is the same. */
export class NotFoundError extends DomainError {
  override name = 'NotFoundError'
  readonly kind = 'not_found'
  constructor(what: Findable, id: string) {
    super(`${what}_not_found`, `The ${what.replace('_', ' ')} ${id} does not exist.`)
  }
}

/** The first company exists, so the setup is over. */
export class SetupDoneError extends DomainError {
  override name = 'SetupDoneError'
  readonly kind = 'not_found'
  constructor() {
    super('setup_done', 'The setup is complete. Sign in, or ask the operator to run `askline company create`.')
  }
}

/** The move is not possible in the question's present state. */
export class MoveRefusedError extends DomainError {
  override name = 'MoveRefusedError'
  readonly kind = 'refused'
}

/** Another expert has the question. `takenBy` is missing if the caller could not see the question until it was taken. */
export class AlreadyClaimedError extends MoveRefusedError {
  readonly takenBy: { name: string } | undefined
  constructor(takenBy: { name: string } | undefined) {
    super('already_claimed', 'Another expert has claimed this question.')
    this.takenBy = takenBy
  }
}

/** A value that is well-formed breaks a rule that only the data knows. */
export class InvalidValueError extends DomainError {
  override name = 'InvalidValueError'
  readonly kind = 'invalid'
  constructor(code: string, field: string, rule: string, message: string) {
    super(code, message, [{ field, rule, message }])
  }
}

/** An invitation was used or replaced. `invitedBy`: the admin who can make another one. */
export class InvitationSpentError extends InvalidValueError {
  readonly invitedBy: InvitedBy
  constructor(message: string, invitedBy: InvitedBy) {
    super('invitation_spent', 'token', 'open', message)
    this.invitedBy = invitedBy
  }
}

/** The caller expected another version. */
export class StaleVersionError extends DomainError {
  override name = 'StaleVersionError'
  readonly kind = 'stale'
  constructor(version: string) {
    const message = `If-Match does not name the current version, ${version}. Read it again, then repeat the request.`
    super('version_mismatch', message)
  }
}

export class ForbiddenError extends DomainError {
  override name = 'ForbiddenError'
  readonly kind = 'forbidden'
}
