import { type JobName, jobs, type OutboxRow, type QueueName } from '@askline/contracts'
import type { BulkJobOptions } from 'bullmq'

export type BulkJob = { name: string; data: unknown; opts: BulkJobOptions }

/**
 * Finished jobs stay for a while, so that a row handed over twice is one job. Failed jobs stay for two weeks.
 * Both numbers are capped.
 */
const keep = {
  removeOnComplete: { age: 120, count: 5_000 },
  removeOnFail: { age: 14 * 24 * 3600, count: 5_000 },
}

/** An outbox row that no queue can take: it has no jobs, or unknown ones. */
export class UnqueueableError extends Error {
  override name = 'UnqueueableError'
  readonly code = 'unknown_job'
}

/** The jobs and messages of outbox rows, grouped by destination in Redis. */
type Sendings = {
  bulk: Map<QueueName, BulkJob[]>
  /** Payloads of `question-changed`, for the stream of the notifiers. */
  changes: unknown[]
}

/** Converts outbox rows to BullMQ jobs, grouped by queue, and to changes of questions, in order. Throws UnqueueableError. */
export function groupByQueue(rows: OutboxRow[]): Sendings {
  const bulk = new Map<QueueName, BulkJob[]>()
  const changes: unknown[] = []
  for (const row of rows) {
    if (!Array.isArray(row.jobs)) throw new UnqueueableError('A row of the outbox contains no jobs')
    row.jobs.forEach(({ job, payload }, n) => {
      if (!Object.hasOwn(jobs, job)) throw new UnqueueableError('A row of the outbox contains an unknown job')
      const spec = jobs[job as JobName]
      if (spec.queue === null) {
        changes.push(payload)
        return
      }
      const group = bulk.get(spec.queue) ?? []
      bulk.set(spec.queue, group)
      group.push({
        name: job,
        data: payload,
        opts: {
          jobId: `${row.key}-${n}`,
          attempts: spec.attempts,
          backoff: { type: 'exponential', delay: 300, jitter: 0.5 },
          ...keep,
        },
      })
    })
  }
  return { bulk, changes }
}
