import { createHash } from 'node:crypto'
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

/** Converts outbox rows to batches of BullMQ jobs, by queue, and to changes of questions, in order. Throws UnqueueableError. */
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
  return { bulk: new Map([...bulk].map(([queue, group]) => [queue, inBatches(group)])), changes }
}

/** The name of a BullMQ job that carries several of our jobs. */
export const batchName = 'batch'

/** One of the jobs in a batch. */
export type Member = { name: string; data: unknown; jobId: string }
export type Batch = { members: Member[] }

/** The largest batch. A slow handler delays the other jobs of its batch. */
const mostMembers = 50

/**
 * Groups jobs that arrive together into batches, in order. A batch of 50 costs Redis and both processes as much as one job.
 * The batch's id covers all of its jobs, so the same jobs handed over again are the same batch. A job that returns in another
 * batch runs twice, which every handler allows. An id of one member would hide the other members.
 */
function inBatches(bulk: BulkJob[]): BulkJob[] {
  const batches: BulkJob[] = []
  for (let from = 0; from < bulk.length; from += mostMembers) {
    const slice = bulk.slice(from, from + mostMembers)
    const [first] = slice
    if (slice.length === 1 || !first) batches.push(...slice)
    else {
      const members = slice.map(({ name, data, opts }) => ({ name, data, jobId: opts.jobId ?? '' }))
      const attempts = Math.max(...slice.map(({ opts }) => opts.attempts ?? 1))
      batches.push({
        name: batchName,
        data: { members } satisfies Batch,
        opts: { ...first.opts, attempts, jobId: nameOf(members) },
      })
    }
  }
  return batches
}

const nameOf = (members: Member[]) =>
  createHash('sha1')
    .update(members.map(({ jobId }) => jobId).join())
    .digest('base64url')
