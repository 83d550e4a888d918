import type { FaultDetail } from '@askline/contracts'

const suspicious = /[\0\ud800-\udfff]/
// With the u flag, halves that stand together are one character and no surrogate.
const loneSurrogate = /\p{Surrogate}/u

/** Postgres cannot store NUL, and a lone surrogate is no character in any encoding. */
export function faultInText(text: string): string | undefined {
  if (!suspicious.test(text)) return undefined
  if (text.includes('\u0000')) return 'nul'
  return loneSurrogate.test(text) ? 'surrogate' : undefined
}

const explanations: Record<string, string> = {
  finite: 'is a number too large to be kept',
  nul: 'holds a NUL character',
  surrogate: 'holds half of a surrogate pair',
}

export const textFault = (field: string, rule: string): FaultDetail => ({
  field,
  rule,
  message: `${field} ${explanations[rule]}.`,
})

/** Looks at every string and number of a parsed body, names of members included; answers with the first that cannot be kept. */
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
