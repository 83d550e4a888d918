import { setPriority } from 'node:os'
import closeWithGrace from 'close-with-grace'
import { Type } from 'typebox'
import { withDeadline } from './deadline.ts'
import { commonEnv, readEnv } from './env.ts'
import { buildLogger, type Logger } from './logger.ts'
import { watchParentPipe } from './parent-pipe.ts'
import { flushSpans } from './tracing/spans.ts'

/** A started service. `close` releases everything; then the process ends. */
export type RunningService = { close(): Promise<void> }

const ProcessEnv = Type.Object({
  LOG_LEVEL: commonEnv.LOG_LEVEL,
  SHUTDOWN_GRACE_MS: commonEnv.SHUTDOWN_GRACE_MS,
  ASKLINE_PARENT_PIPE: commonEnv.ASKLINE_PARENT_PIPE,
  PROCESS_NICE: commonEnv.PROCESS_NICE,
})

/**
 * Runs a service until the process ends. Stops it on SIGTERM, on SIGINT and when the parent pipe closes, and kills the
 * process after SHUTDOWN_GRACE_MS. A failed start is reported in one sentence; an uncaught error is logged. Both exit with 1.
 */
export async function runService(name: string, start: (logger: Logger) => Promise<RunningService>): Promise<void> {
  try {
    const env = readEnv(ProcessEnv)
    const logger = buildLogger(name, env.LOG_LEVEL)
    if (env.PROCESS_NICE > 0) setPriority(env.PROCESS_NICE)
    let service: RunningService | undefined
    const grace = closeWithGrace(
      {
        delay: env.SHUTDOWN_GRACE_MS,
        logger: false,
        onTimeout: (ms) => logger.error({ ms }, 'Killed: stopping took longer than SHUTDOWN_GRACE_MS'),
      },
      async ({ signal, err }) => {
        if (err) logger.fatal({ err }, 'Uncaught error')
        else logger.info({ signal }, 'Stopping')
        await service?.close()
        await withDeadline(flushSpans(), 1_000, 'Sending the last spans').catch((error) =>
          logger.warn({ err: error }, 'The last spans were not sent'),
        )
        logger.info('Stopped')
      },
    )
    // Watched before the start, so that a launcher that dies meanwhile does not leave this process behind.
    if (env.ASKLINE_PARENT_PIPE !== undefined)
      watchParentPipe(env.ASKLINE_PARENT_PIPE, () => {
        logger.info('Stopping: the launcher has ended')
        grace.close()
      })
    service = await start(logger)
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${explainStart(error)}\n`)
    process.exit(1)
  }
}

/** Returns one sentence that a person can act on. */
function explainStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${error.port}` : ''
    return `port${port} is taken. Stop what uses it, or set another ${'variable' in error ? error.variable : 'port'}.`
  }
  if (code === 'ECONNREFUSED')
    return `nothing answers at ${'address' in error && 'port' in error ? `${error.address}:${error.port}` : 'the database'}. Is it running? Check DATABASE_URL and REDIS_URL.`
  if (code === '28P01' || code === '3D000') return `${error.message}. Check DATABASE_URL.`
  return error.cause instanceof Error && error.cause.message !== ''
    ? `${error.message}: ${error.cause.message}`
    : error.message
}
