import { setPriority } from 'node:os'
import closeWithGrace from 'close-with-grace'
import { Type } from 'typebox'
import { commonEnv, readEnv } from './env.ts'
import { buildLogger, type Logger } from './logger.ts'
import { watchParentPipe } from './parent-pipe.ts'

/** A started service. `close` lets go of everything; the process ends when it is done. */
export type RunningService = { close(): Promise<void> }

const ProcessEnv = Type.Object({
  LOG_LEVEL: commonEnv.LOG_LEVEL,
  SHUTDOWN_GRACE_MS: commonEnv.SHUTDOWN_GRACE_MS,
  ASKLINE_PARENT_PIPE: commonEnv.ASKLINE_PARENT_PIPE,
  PROCESS_NICE: commonEnv.PROCESS_NICE,
})

/**
 * Runs a service for as long as the process lives. Stops it on SIGTERM, SIGINT and when the parent pipe closes, and ends the
 * process the hard way after SHUTDOWN_GRACE_MS. A start that fails is told in one sentence, exit code 1; an error that
 * nobody caught is logged, exit code 1.
 */
export async function runService(name: string, start: (logger: Logger) => Promise<RunningService>): Promise<void> {
  try {
    const env = readEnv(ProcessEnv)
    const logger = buildLogger(name, env.LOG_LEVEL)
    if (env.PROCESS_NICE > 0) setPriority(env.PROCESS_NICE)
    let service: RunningService | undefined
    const grace = closeWithGrace(
      { delay: env.SHUTDOWN_GRACE_MS, logger: false, onTimeout: (ms) => logger.error({ ms }, 'Ended by the deadline') },
      async ({ signal, err }) => {
        if (err) logger.fatal({ err }, 'An error that nobody caught')
        else logger.info({ signal }, 'Stopping')
        await service?.close()
        logger.info('Stopped')
      },
    )
    // Before the start: a launcher that dies meanwhile must not leave us behind.
    if (env.ASKLINE_PARENT_PIPE !== undefined)
      watchParentPipe(env.ASKLINE_PARENT_PIPE, () => {
        logger.info('The launcher is gone')
        grace.close()
      })
    service = await start(logger)
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${explainStart(error)}\n`)
    process.exit(1)
  }
}

/** One sentence a person can act on. */
function explainStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${error.port}` : ''
    return `port${port} is taken. Stop what uses it, or set another port.`
  }
  if (code === 'ECONNREFUSED')
    return `nothing answers at ${'address' in error ? error.address : 'the database'}. Is it running?`
  if (code === '28P01' || code === '3D000') return `${error.message}. Check DATABASE_URL.`
  return error.cause instanceof Error && error.cause.message !== ''
    ? `${error.message}: ${error.cause.message}`
    : error.message
}
