import type { OutboxRow, QueueName } from '@askline/contracts'
import type { Database } from '@askline/db'
import { withDeadline } from '../deadline.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { openHastyRedis } from '../redis.ts'
import { inBatches } from './batches.ts'
import { groupByQueue } from './job-options.ts'
import { openOutboxRemover } from './outbox-rows.ts'
import { buildProducer, queueNames } from './producers.ts'

export type QueueCounts = { waiting: number; active: number; delayed: number; failed: number }

export type Queues = {
  /**
   * Takes the jobs of a committed transaction towards BullMQ and returns at once; never throws. When Redis has them, their
   * outbox rows are deleted. When Redis is away, slow, or more than 5,000 rows wait, the rows are left to the relay.
   */
  handOver(rows: OutboxRow[]): void
  /** Takes the jobs to BullMQ and waits for it: for the relay, which deletes the rows itself. Throws when Redis refuses. */
  relay(rows: OutboxRow[]): Promise<void>
  /** How many jobs stand where, by queue. Throws when Redis is away. */
  counts(): Promise<Record<QueueName, QueueCounts>>
  /** Rows taken and not yet in BullMQ. */
  pending(): number
  /** Whether Redis can be reached at this moment. */
  isConnected(): boolean
  /** Waits for what was taken, `ms` at most. */
  drain(ms: number): Promise<void>
  close(): Promise<void>
}

export type QueuesOptions = { redisUrl: string; prefix: string; logger: Logger; db?: Database; metrics?: Metrics }

const mostPending = 5_000
const batchRows = 500

/** Opens the producing side of all queues. Starts, and stays, while Redis is away. */
export function openQueues({ redisUrl, prefix, logger, db, metrics }: QueuesOptions): Queues {
  const redis = openHastyRedis(redisUrl, logger, 'producer')
  const producers = new Map(queueNames.map((name) => [name, buildProducer(name, redis, prefix, logger)]))
  const remover = db && openOutboxRemover(db, logger)
  let waiting: OutboxRow[] = []
  let inFlight = 0
  let sending: Promise<void> | undefined
  let isScheduled = false

  async function send(rows: OutboxRow[]): Promise<void> {
    if (redis.status !== 'ready') throw new Error('Redis is away')
    const groups = [...groupByQueue(rows)]
    await Promise.all(groups.map(([name, bulk]) => producers.get(name)?.addBulk(inBatches(bulk))))
  }

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, batchRows)
      inFlight = rows.length
      try {
        await send(rows)
        metrics?.handedOver.inc({ outcome: 'sent' }, rows.length)
        remover?.add(rows.map((row) => row.id))
      } catch (error) {
        // Right to drop: the rows are committed, and the relay looks for rows that stay behind.
        metrics?.handedOver.inc({ outcome: 'dropped' }, rows.length + waiting.length)
        logger.debug({ err: error, rows: rows.length + waiting.length }, 'Jobs are left to the relay')
        waiting = []
      } finally {
        inFlight = 0
      }
    }
  }

  function sendSoon() {
    if (isScheduled || sending) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      sending = sendWaiting().finally(() => {
        sending = undefined
        if (waiting.length > 0) sendSoon()
      })
    })
  }

  return {
    handOver(rows) {
      if (redis.status !== 'ready' || waiting.length + rows.length > mostPending) {
        metrics?.handedOver.inc({ outcome: 'dropped' }, rows.length)
        return
      }
      waiting.push(...rows)
      sendSoon()
    },
    relay: send,
    async counts() {
      const counted = await Promise.all(
        [...producers].map(async ([name, queue]) => {
          const c = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed')
          return [
            name,
            {
              waiting: (c['waiting'] ?? 0) + (c['prioritized'] ?? 0),
              active: c['active'] ?? 0,
              delayed: c['delayed'] ?? 0,
              failed: c['failed'] ?? 0,
            },
          ] as const
        }),
      )
      return Object.fromEntries(counted) as Record<QueueName, QueueCounts>
    },
    pending: () => waiting.length + inFlight,
    isConnected: () => redis.status === 'ready',
    async drain(ms) {
      const settled = async () => {
        while (isScheduled || sending) await (sending ?? new Promise((resolve) => setImmediate(resolve)))
        await remover?.finish()
      }
      await withDeadline(settled(), ms, 'Handing over jobs').catch((error) =>
        logger.warn({ err: error, rows: waiting.length + inFlight }, 'Jobs are left to the relay'),
      )
    },
    async close() {
      await remover?.finish()
      await Promise.allSettled(
        [...producers.values()].map((queue) => withDeadline(queue.close(), 1_000, 'Closing a queue')),
      )
      redis.disconnect()
    },
  }
}
