import pino, { type DestinationStream, type Logger } from 'pino'
import { spanIds } from './tracing/spans.ts'

export type { Logger } from 'pino'

/** Fields that must not reach a log: secrets, texts, names and addresses of people. */
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

/** Logs the cause of a failed query, because the driver's error contains the query's values. */
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

/** Options with which Fastify and other users of pino log as this logger does. */
const loggerOptions = (service: string, level = 'info') => ({
  base: { service, pid: process.pid },
  level,
  redact: { paths, censor: '[unsaid]' },
  // Present only while a traced request or job runs.
  mixin: spanIds,
  serializers: { err: serializeError, error: serializeError },
})

/**
 * Builds a logger that writes JSON lines to standard output. It removes secrets, texts, names and e-mail addresses,
 * and logs only the cause of a failed query. Pass errors as `err`.
 */
export function buildLogger(service: string, level = 'info', destination?: DestinationStream): Logger {
  return destination ? pino(loggerOptions(service, level), destination) : pino(loggerOptions(service, level))
}
