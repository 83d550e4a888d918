import { jobs, type QueueName } from '@askline/contracts'
import { Queue } from 'bullmq'
import type { Logger } from '../logger.ts'
import type { Redis } from '../redis.ts'

export type Producer = Queue<unknown, void, string>

export const queueNames: QueueName[] = [...new Set(Object.values(jobs).map((spec) => spec.queue))]

/**
 * Opens the producing side of a queue on a connection that fails fast. It does not contact Redis when it is opened, so it also
 * works if Redis becomes available later.
 */
export function buildProducer(name: QueueName, redis: Redis, prefix: string, logger: Logger): Producer {
  const queue: Producer = new Queue(name, {
    connection: redis,
    prefix,
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  })
  queue.on('error', (error) => logger.debug({ err: error, queue: name }, 'Queue error'))
  return queue
}
