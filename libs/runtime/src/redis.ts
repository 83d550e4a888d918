import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from './logger.ts'

export type { Redis } from 'ioredis'

/** Reconnects without limit, with pauses of at most 2 s, so that service resumes with Redis. */
const retryStrategy = (times: number) => Math.min(times * 100, 2_000)

/**
 * Opens a connection that waits: commands sent while Redis is unavailable are answered when it is back. For workers.
 * A connection that stays silent during a blocking read is dropped when the read's time ends.
 */
export const openPatientRedis = (url: string, logger: Logger, name: string): Redis =>
  listened(url, logger, name, { maxRetriesPerRequest: null, enableReadyCheck: true })

/**
 * Opens a connection that fails fast, for code that answers a caller. A command fails at once while Redis is unavailable,
 * and after `commandMs` if Redis hangs.
 */
export const openHastyRedis = (url: string, logger: Logger, name: string, commandMs = 2_000): Redis =>
  listened(url, logger, name, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1_000,
    commandTimeout: commandMs,
  })

function listened(url: string, logger: Logger, name: string, options: RedisOptions): Redis {
  const redis = new Redis(url, { retryStrategy, keepAlive: 5_000, connectionName: `askline:${name}`, ...options })
  // Without a listener an error would end the process. Each outage is logged once, not each attempt.
  let isAway = false
  redis.on('error', (error: Error) => {
    if (!isAway) logger.warn({ err: error, connection: name }, 'Redis is unavailable')
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) logger.info({ connection: name }, 'Redis is available again')
    isAway = false
  })
  return redis
}
