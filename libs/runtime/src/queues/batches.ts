import { createHash } from 'node:crypto'
import type { BulkJob } from './job-options.ts'

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
export function inBatches(bulk: BulkJob[]): BulkJob[] {
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
