import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from './logger.ts'

export type { Redis } from 'ioredis'

/** Reconnects soon and for ever: the longest pause is 2 s, so that service returns with Redis. */
const retryStrategy = (times: number) => Math.min(times * 100, 2_000)

/**
 * A connection that waits: commands sent while Redis is away are answered when it is back. For workers and listeners.
 * A connection that has gone silent under a blocking read is given up after the read's own time.
 */
export const openPatientRedis = (url: string, logger: Logger, name: string): Redis =>
  listened(url, logger, name, { maxRetriesPerRequest: null, enableReadyCheck: true })

/**
 * A connection that fails at once: for those who answer a caller. A command is refused while Redis is away, and given up
 * after `commandMs` when it is frozen.
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
  // Without a listener an error would end the process. Told once per outage, not once per attempt.
  let isAway = false
  redis.on('error', (error: Error) => {
    if (!isAway) logger.warn({ err: error, connection: name }, 'Redis is away')
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) logger.info({ connection: name }, 'Redis is back')
    isAway = false
  })
  return redis
}
