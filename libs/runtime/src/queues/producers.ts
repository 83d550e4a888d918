import { jobs, type QueueName } from '@askline/contracts'
import { Queue } from 'bullmq'
import { Cluster } from 'ioredis'
import type { Logger } from '../logger.ts'
import type { Redis } from '../redis.ts'

export type Producer = Queue<unknown, void, string>

export const queueNames: QueueName[] = [...new Set(Object.values(jobs).flatMap(({ queue }) => queue ?? []))]

/**
 * Returns the prefix of a queue's keys. In a cluster each queue has a hash tag of its own, so that nodes share the queues and the
 * keys of one queue stay together. Elsewhere it is the given prefix.
 */
export const prefixOf = (queue: QueueName, redis: Redis, prefix: string): string =>
  redis instanceof Cluster ? `{${prefix.replace(/[{}]/g, '')}-${queue}}` : prefix

/** Returns the patterns of all keys under a prefix, in a cluster and elsewhere. */
export const keyPatterns = (prefix: string): string[] => {
  const literal = (text: string) => text.replace(/[*?[\]\\]/g, '\\$&')
  return [`${literal(prefix)}:*`, `{${literal(prefix.replace(/[{}]/g, ''))}-*}:*`]
}

/**
 * Opens the producing side of a queue on a connection that fails fast. It does not contact Redis when it is opened, so it also
 * works if Redis becomes available later.
 */
export function buildProducer(name: QueueName, redis: Redis, prefix: string, logger: Logger): Producer {
  const queue: Producer = new Queue(name, {
    connection: redis,
    prefix: prefixOf(name, redis, prefix),
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  })
  queue.on('error', (error) => logger.debug({ err: error, queue: name }, 'Queue error'))
  return queue
}
