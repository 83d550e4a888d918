import { Cluster, Redis as Node, type RedisOptions } from 'ioredis'
import type { Logger } from './logger.ts'
import { readRedisCluster } from './redis-url.ts'

/** A connection to one Redis server, or to all nodes of a Redis Cluster. */
export type Redis = Node | Cluster

/** Reconnects without limit, with pauses of at most 2 s, so that service resumes with Redis. */
const retryStrategy = (times: number) => Math.min(times * 100, 2_000)

/**
 * Opens a connection that waits: commands sent while Redis is unavailable are answered when it is back. For workers.
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

/** Opens a connection that is made by `connect()` and never again, for commands of operators. */
export const openRedisOnce = (url: string): Redis =>
  open(url, { retryStrategy: () => null, maxRetriesPerRequest: 0, lazyConnect: true })

/** Lists the connections to the servers that hold keys: one, or each master of a cluster. */
export const listMasters = (redis: Redis): Node[] => (redis instanceof Cluster ? redis.nodes('master') : [redis])

function listened(url: string, logger: Logger, name: string, options: RedisOptions): Redis {
  const redis = open(url, { keepAlive: 5_000, connectionName: `askline:${name}`, ...options })
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

function open(url: string, options: RedisOptions): Redis {
  const cluster = readRedisCluster(url)
  const reconnection = { retryStrategy, ...options }
  if (!cluster) return new Node(url, reconnection)
  const { nodes, isEncrypted, ...login } = cluster
  const { retryStrategy: clusterRetryStrategy, lazyConnect = false, enableOfflineQueue = true, ...rest } = reconnection
  return new Cluster(nodes, {
    clusterRetryStrategy,
    lazyConnect,
    enableOfflineQueue,
    redisOptions: { ...rest, ...login, ...(isEncrypted ? { tls: {} } : {}) },
  })
}
