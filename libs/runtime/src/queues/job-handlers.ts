import { type JobName, type JobOn, type JobPayload, jobs, type QueueName } from '@askline/contracts'
import { type Job, UnrecoverableError } from 'bullmq'
import type { Logger } from '../logger.ts'
import { inSpan, isTracing } from '../tracing/spans.ts'
import { traceparentIn } from '../tracing/traceparent.ts'
import { type Batch, batchName, type Member } from './bull-jobs.ts'
import { correlationIn, fitsCatalogue, spanAttributesOf } from './payloads.ts'

export type JobContext = {
  jobId: string
  /** 1 on the first run. */
  attempt: number
  /** How often a worker crashed or stalled while it held the job, alone or in a batch. */
  comebacks: number
  /** Aborted if another worker may have taken over the job, or the process must end. Check it before each write. */
  signal: AbortSignal
  logger: Logger
}

/** One handler per job of the queue. A missing handler does not compile. */
export type Handlers<Q extends QueueName> = {
  [N in JobOn<Q>]: (payload: JobPayload<N>, context: JobContext) => Promise<void>
}

/** Members of a batch failed, each for its own reason. */
export class BatchFailedError extends Error {
  override name = 'BatchFailedError'
  readonly failures: { member: Member; reason: unknown }[]
  constructor(message: string, failures: { member: Member; reason: unknown }[]) {
    super(message, { cause: failures[0]?.reason })
    this.failures = failures
  }
  /** Whether a retry is useless for every member. */
  get isHopeless(): boolean {
    return this.failures.every(({ reason }) => reason instanceof UnrecoverableError)
  }
}

/** Returns the name of a job, or those of the jobs in a batch. After a batch failed, those that failed. */
export const namesOf = (job: Job<unknown>): string[] =>
  job.name === batchName ? (job.data as Batch).members.map(({ name }) => name) : [job.name]

/** Returns the number of jobs in a BullMQ job. A malformed batch counts as one, and fails later. */
export const sizeOf = (job: Job<unknown>): number => {
  const members: unknown = job.name === batchName ? Object(job.data).members : undefined
  return Array.isArray(members) ? members.length : 1
}

/**
 * Runs the handler of `job`, or those of a batch concurrently. Finished members leave the batch before it fails, so only
 * failed ones are retried or become dead letters.
 */
export async function runHandler<Q extends QueueName>(
  queue: Q,
  handlers: Handlers<Q>,
  job: Job<unknown>,
  signal: AbortSignal,
  logger: Logger,
): Promise<void> {
  const context = { attempt: job.attemptsMade + 1, comebacks: job.stalledCounter, signal }
  if (job.name !== batchName) {
    return runOne(queue, handlers, { name: job.name, data: job.data, jobId: job.id ?? '' }, context, logger)
  }
  const { members } = job.data as Batch
  const results = await Promise.allSettled(members.map((one) => runOne(queue, handlers, one, context, logger)))
  const failed = members.flatMap((member, i) => {
    const result = results[i]
    return result?.status === 'rejected' ? [{ member, reason: result.reason as unknown }] : []
  })
  if (failed.length === 0) return
  if (failed.length < members.length) await job.updateData({ members: failed.map((one) => one.member) } satisfies Batch)
  throw new BatchFailedError(
    `${failed.length} of ${members.length} jobs failed, ${failed[0]?.member.name} first`,
    failed,
  )
}

/**
 * Runs the handler of one job. A job without a handler, or with a payload that does not match its schema, fails for good
 * before a handler sees it.
 */
async function runOne<Q extends QueueName>(
  queue: Q,
  handlers: Handlers<Q>,
  { name, data, jobId }: Member,
  context: Pick<JobContext, 'attempt' | 'comebacks' | 'signal'>,
  logger: Logger,
): Promise<void> {
  if (!isJobOn(queue, name)) throw new UnrecoverableError(`unknown_job: the ${queue} worker has no handler for ${name}`)
  if (!fitsCatalogue(name, data)) {
    throw new UnrecoverableError(`malformed_payload: the payload of ${name} does not fit the catalogue`)
  }
  // The payload was validated against this job's schema. The compiler cannot connect the two.
  const handle = handlers[name] as (payload: unknown, context: JobContext) => Promise<void>
  const run = (payload: unknown) =>
    handle(payload, {
      ...context,
      jobId,
      // Created only if a handler logs something.
      get logger() {
        return logger.child({ job: name, jobId, ...correlationIn(data) })
      },
    })
  const parent = isTracing ? traceparentIn(data) : undefined
  if (parent === undefined) return run(data)
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.destination.name': queue,
    'messaging.message.id': jobId,
    ...spanAttributesOf(data),
  }
  await inSpan({ name: `process ${name}`, kind: 'CONSUMER', parent, attributes }, (traceparent) =>
    run({ ...Object(data), traceparent }),
  )
}

const isJobOn = <Q extends QueueName>(queue: Q, name: string): name is JobOn<Q> =>
  name in jobs && jobs[name as JobName].queue === queue
