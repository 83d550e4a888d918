import type { OutboxRow, QueueName } from '@askline/contracts'
import { type Database, openCoalescer } from '@askline/db'
import { withDeadline } from '../deadline.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { openHastyRedis } from '../redis.ts'
import { sendTraced } from '../tracing/send-spans.ts'
import { wallClock } from '../wall-clock.ts'
import { type BulkJob, groupByQueue } from './bull-jobs.ts'
import { tellNotifiers } from './notifier-stream.ts'
import { openOutboxRemover } from './outbox-rows.ts'
import { buildProducer, type Producer, queueNames } from './producers.ts'

export type QueueCounts = { waiting: number; active: number; delayed: number; failed: number }

export type Queues = {
  /**
   * Sends the jobs of a committed transaction to BullMQ in the background and never throws; changes of questions go to the stream
   * of the notifiers. Deletes their outbox rows once Redis has them. Leaves rows to the relay if Redis is unavailable or slow, or
   * if more than 5,000 rows wait.
   */
  handOver(rows: OutboxRow[]): void
  /** Sends jobs as `handOver` does and waits. For the relay, which deletes the rows itself. Throws if Redis refuses. */
  relay(rows: OutboxRow[]): Promise<void>
  /** Returns how many jobs are in which state, by queue. Throws if Redis is unavailable. */
  counts(): Promise<Record<QueueName, QueueCounts>>
  /** Rows that were taken and are not in Redis yet. */
  pending(): number
  /** Whether Redis is reachable now. */
  isConnected(): boolean
  /** Waits for the rows that were taken, at most `ms`. */
  drain(ms: number): Promise<void>
  close(): Promise<void>
}

export type QueuesOptions = { redisUrl: string; prefix: string; logger: Logger; db?: Database; metrics?: Metrics }

const mostPending = 5_000
const batchRows = 500
/** Changes of one entry of the stream. A notifier passes them on without a pause. */
const mostChanges = 50

/** Adds jobs to a queue, in order. One job goes as one command, because preparing a pipeline takes ioredis longer than the rest. */
async function addJobs(producer: Producer | undefined, jobs: BulkJob[]): Promise<void> {
  const [first] = jobs
  if (first && jobs.length === 1) await producer?.add(first.name, first.data, first.opts)
  else await producer?.addBulk(jobs)
}

/** Opens the producing side of all queues. Starts and keeps running while Redis is unavailable. */
export function openQueues({ redisUrl, prefix, logger, db, metrics }: QueuesOptions): Queues {
  const redis = openHastyRedis(redisUrl, logger, 'producer')
  const producers = new Map(queueNames.map((name) => [name, buildProducer(name, redis, prefix, logger)]))
  const remover = db && openOutboxRemover(db, logger)
  async function tellChanges(changes: unknown[]): Promise<void> {
    const told: Promise<string>[] = []
    for (let from = 0; from < changes.length; from += mostChanges) {
      const message = { changes: changes.slice(from, from + mostChanges), sentAt: wallClock() }
      told.push(tellNotifiers(redis, prefix, message))
    }
    await Promise.all(told)
  }
  async function add(rows: OutboxRow[]): Promise<void> {
    const { bulk, changes } = groupByQueue(rows)
    await Promise.all([...bulk].map(([name, group]) => addJobs(producers.get(name), group)))
    // Last: if jobs are refused, all rows are handed over again. BullMQ recognizes a job, the stream does not recognize a change.
    await tellChanges(changes)
  }
  async function send(rows: OutboxRow[]): Promise<void> {
    if (redis.status !== 'ready') throw new Error('Redis is unavailable')
    await sendTraced(rows, add)
  }

  const handOvers = openCoalescer(
    async (rows: OutboxRow[]) => {
      try {
        await send(rows)
        metrics?.handedOver.inc({ outcome: 'sent' }, rows.length)
        remover?.add(rows.map((row) => row.id))
      } catch (error) {
        // Waiting rows would fail too. They are committed, so the relay hands them over.
        const dropped = rows.length + handOvers.waiting
        metrics?.handedOver.inc({ outcome: 'dropped' }, dropped)
        logger.debug({ err: error, rows: dropped }, 'Jobs are left to the relay')
        handOvers.rejectWaiting(error)
      }
      return rows.map(() => undefined)
    },
    { maxBatch: batchRows },
  )

  return {
    handOver(rows) {
      if (redis.status !== 'ready' || handOvers.waiting + rows.length > mostPending) {
        metrics?.handedOver.inc({ outcome: 'dropped' }, rows.length)
        return
      }
      // Rejected rows are counted and logged above.
      for (const row of rows) handOvers.add(row).catch(() => undefined)
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
    pending: () => handOvers.waiting + handOvers.inFlight,
    isConnected: () => redis.status === 'ready',
    async drain(ms) {
      const settled = async () => {
        await handOvers.drain()
        await remover?.finish()
      }
      await withDeadline(settled(), ms, 'Handing over jobs').catch((error) =>
        logger.warn({ err: error, rows: handOvers.waiting + handOvers.inFlight }, 'Jobs are left to the relay'),
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
