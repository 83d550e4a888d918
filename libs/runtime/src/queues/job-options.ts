import { type JobName, jobs, type OutboxRow, type QueueName } from '@askline/contracts'
import type { BulkJobOptions } from 'bullmq'

export type BulkJob = { name: string; data: unknown; opts: BulkJobOptions }

/**
 * Finished jobs are remembered for a while, so that a row handed over twice is one job; failed ones are the dead letters
 * and stay for two weeks. Both are capped.
 */
const keep = {
  removeOnComplete: { age: 120, count: 5_000 },
  removeOnFail: { age: 14 * 24 * 3600, count: 5_000 },
}

/** The jobs of outbox rows as BullMQ takes them, grouped by queue, in order. */
export function groupByQueue(rows: OutboxRow[]): Map<QueueName, BulkJob[]> {
  const groups = new Map<QueueName, BulkJob[]>()
  for (const row of rows) {
    row.jobs.forEach(({ job, payload }, n) => {
      const spec = jobs[job as JobName]
      const group = groups.get(spec.queue) ?? []
      groups.set(spec.queue, group)
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
  return groups
}
