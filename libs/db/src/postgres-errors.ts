/** Returns the code of an error of Postgres or of the socket; otherwise an empty text. */
export const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Returns whether running the transaction again may succeed: after a deadlock or a serialization failure. */
export const isRetryable = (error: unknown) => ['40001', '40P01'].includes(causeCode(error))

/** Returns whether Postgres gave up a statement or a lock that took too long. Callers answer 503. */
export const isTimeout = (error: unknown) => ['57014', '55P03'].includes(causeCode(error))

/** Returns the code of an error, or else that of the first of its causes with a code; otherwise an empty text. */
export function causeCode(error: unknown): string {
  const own = codeOf(error)
  return own !== '' || !(error instanceof Error) || error.cause === undefined ? own : causeCode(error.cause)
}

/** Returns whether the connection was lost or the server refused to continue. Callers answer 503. */
export function isConnectionLoss(error: unknown): boolean {
  const code = causeCode(error)
  if (/^(08|57P|53)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'].includes(code))
    return true
  const text =
    error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : ''
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/i.test(
    text,
  )
}

/** Returns whether the server was reached but did not answer in time. One that is not there refuses the connection instead. */
export const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error && /connection timeout|timeout exceeded when trying to connect/i.test(error.message)

/** Returns whether all connections of the pool stayed in use. A server that does not answer has another message. */
export const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/**
 * Returns whether `error` is a violation of the unique index `constraint`. A distributed database names it only in the message,
 * followed by the number of the shard.
 */
export function isDuplicate(error: unknown, constraint: string): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && error.code === '23505') {
    const named = 'constraint' in error ? error.constraint : undefined
    const text = error instanceof Error ? error.message : ''
    if (named === constraint || (named === undefined && shardOf(constraint).test(text))) return true
  }
  return 'cause' in error && isDuplicate(error.cause, constraint)
}

const shardOf = (constraint: string) => new RegExp(`\\b${constraint}_\\d+\\b`)
