import { addressRules } from './special-ranges.ts'

/** Why a request got no answer that counts. Only `address_refused` and `name_not_resolved` can come from a check alone. */
export type FaultKind =
  | 'address_refused'
  | 'name_not_resolved'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'connection_lost'
  | 'answer_invalid'
  | 'redirect_refused'
  | 'too_slow'

/** The rules that refuse a URL: for one of its parts, or for one of its addresses. */
export const urlRules = ['url_invalid', 'scheme', 'user_info', 'port', ...addressRules] as const
export type UrlRule = (typeof urlRules)[number]

/**
 * `explanation` continues a sentence that begins with the name of a field: "must use https". It has no part of the URL,
 * no address and no text of the other side.
 */
export type Fault = {
  kind: FaultKind
  /** With `address_refused`. */
  rule?: UrlRule
  /** HTTP status, if the other side sent one before the fault. */
  status?: number
  explanation: string
}

/** Carries a fault through the callbacks of a connection. */
export class FaultError extends Error {
  override name = 'FaultError'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(`${fault.kind}: ${fault.explanation}`)
    this.fault = fault
  }
}

/** Returns the error of a URL that breaks a rule. */
export function refusal(rule: UrlRule, explanation: string): FaultError {
  return new FaultError({ kind: 'address_refused', rule, explanation })
}
