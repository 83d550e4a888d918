import { createHash } from 'node:crypto'
import type { BulkJob } from './job-options.ts'

/** The name of a BullMQ job that carries several jobs of the catalogue. */
export const batchName = 'batch'

/** One of the jobs in a batch. */
export type Member = { name: string; data: unknown; jobId: string }
export type Batch = { members: Member[] }

/** As many as a handler may hold up its neighbours. */
const mostMembers = 50

/**
 * Puts jobs that come together into batches: a job costs Redis and both processes the same whether it carries one thing to do
 * or fifty. Order is kept. A batch is named after all of its jobs: the same ones handed over again are the same batch, and a
 * row that comes again in other company is done twice, which every handler allows for. Named after one of them it would be
 * taken for the batch that had it first, and the others would be lost.
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
