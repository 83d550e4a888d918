import { AsklineError, type Detail, InvalidError } from '@askline/client'
import { faultText } from './faults.ts'

/** Returns why a request failed: in the language in use if the code has a text there, else in the API's own words. */
export function describeFault(error: Error): string {
  const text = error instanceof AsklineError ? faultText(error.code) : undefined
  if (text === undefined) return error.message
  const rules = error instanceof InvalidError ? error.details.map((detail) => describeRule(detail, error)) : []
  return [...new Set([text, ...rules.filter((rule) => rule !== undefined)])].join(' ')
}

/** Returns what is wrong with a field in the language in use. `undefined`: only the API has words for it. */
export const describeRule = ({ rule, suggestion }: Detail, { code }: InvalidError): string | undefined =>
  codesWithRules.has(code) ? textOfRule(rule, suggestion) : faultText(code)

function textOfRule(rule: string, suggestion: string | undefined): string | undefined {
  const near = suggestion === undefined ? undefined : faultText(`rule.${rule}.near`)
  return near?.replace('{suggestion}', () => suggestion ?? '') ?? faultText(`rule.${rule}`)
}

/** Codes whose reason is the rule that a field breaks. */
const codesWithRules = new Set(['invalid_request', 'invalid_uuid', 'password_weak', 'address_refused'])
