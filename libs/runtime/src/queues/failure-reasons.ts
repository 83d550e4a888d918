/** Why a job failed for good before a handler saw it, or because it crashed its workers. */
const reasonWords = ['unknown_job', 'malformed_payload', 'stalled'] as const
export type ReasonWord = (typeof reasonWords)[number]

const known: readonly string[] = reasonWords

/** Returns why something failed as one code without text of the error: Postgres' code, the error's own code, or its name. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.message.startsWith('job stalled more than')) return 'stalled'
  const first = error.message.split(':', 1)[0] ?? ''
  if (known.includes(first)) return first
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^[0-9A-Z]{5}$/.test(code)) return `postgres_${code}`
  if (/^[A-Za-z0-9_]{1,60}$/.test(code)) return code.toLowerCase()
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const name = error.name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  return /^[a-z0-9_]{1,60}$/.test(name) && name !== 'error' ? name : 'failed'
}
