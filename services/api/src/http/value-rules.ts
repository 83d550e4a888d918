import type { FaultDetail } from '@askline/contracts'

const suspicious = /[\0\ud800-\udfff]/
// With the u flag, a surrogate pair is one character.
const loneSurrogate = /\p{Surrogate}/u

/** Returns the rule that a text breaks: Postgres cannot store NUL, and a lone surrogate is not a character. */
export function faultInText(text: string): string | undefined {
  if (!suspicious.test(text)) return undefined
  if (text.includes('\u0000')) return 'nul'
  return loneSurrogate.test(text) ? 'surrogate' : undefined
}

const explanations: Record<string, string> = {
  finite: 'is too large a number',
  nul: 'contains a NUL character',
  surrogate: 'contains an unpaired surrogate',
}

export const textFault = (field: string, rule: string): FaultDetail => ({
  field,
  rule,
  message: `${field} ${explanations[rule]}.`,
})

/** Returns the first string, number or member name of a parsed body that cannot be stored. */
export function findValueFault(body: unknown): FaultDetail | undefined {
  const waiting: { value: unknown; field: string }[] = [{ value: body, field: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, field } = next
    if (typeof value === 'string') {
      const rule = faultInText(value)
      if (rule) return textFault(field || 'body', rule)
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) return textFault(field || 'body', 'finite')
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const rule = faultInText(name)
        if (rule) return textFault(field || 'body', rule)
        waiting.push({ value: member, field: field === '' ? name : `${field}.${name}` })
      }
    }
  }
  return undefined
}
