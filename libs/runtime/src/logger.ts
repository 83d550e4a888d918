import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** What must not reach a log, wherever it stands: secrets, and what people wrote or are called. */
const unsaid = [
  'authorization',
  'cookie',
  'token',
  'access_token',
  'refresh_token',
  'accessToken',
  'refreshToken',
  'password',
  'secret',
  'client_secret',
  'clientSecret',
  'privatePem',
  'text',
  'body',
  'bodyHtml',
  'subject',
  'reason',
  'metadata',
  'email',
  'userEmail',
  'agentEmail',
  'name',
  'userName',
  'agentName',
  'params',
]

const paths = unsaid.flatMap((word) => [word, `*.${word}`, `*.*.${word}`, `*.*.*.${word}`])

/** A driver writes the values of a failed query into its error: the log gets the cause, which has none. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const told = 'params' in error || 'query' in error ? (error.cause instanceof Error ? error.cause : undefined) : error
  if (told === undefined) return { type: error.name, message: 'A query failed' }
  const code = 'code' in told ? String(told.code) : undefined
  return {
    type: told.name,
    message: told.message,
    ...(code === undefined ? {} : { code }),
    stack: told.stack,
    ...(told.cause instanceof Error ? { cause: serializeError(told.cause) } : {}),
  }
}

/** What Fastify and other callers of pino need to log as we do. */
export const loggerOptions = (service: string, level = 'info') => ({
  base: { service, pid: process.pid },
  level,
  redact: { paths, censor: '[unsaid]' },
  serializers: { err: serializeError, error: serializeError },
})

/**
 * A logger that writes JSON lines to standard output. Secrets, texts, names and e-mail addresses are struck out, and of a
 * failed query only the cause is told. Errors go under `err`.
 */
export function buildLogger(service: string, level = 'info', destination?: DestinationStream): Logger {
  return destination ? pino(loggerOptions(service, level), destination) : pino(loggerOptions(service, level))
}
