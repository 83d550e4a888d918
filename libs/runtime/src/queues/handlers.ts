import { type JobName, type JobOn, type JobPayload, jobs, type QueueName } from '@askline/contracts'
import { type Job, UnrecoverableError } from 'bullmq'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Logger } from '../logger.ts'
import { type Batch, batchName, type Member } from './batches.ts'

export type JobContext = {
  jobId: string
  /** 1 on the first run. */
  attempt: number
  /** How often a worker died, or stood still, with the job in hand: alone or among others. */
  comebacks: number
  /** Aborted when another worker may have taken the job over, or the process must end: check it before each write. */
  signal: AbortSignal
  logger: Logger
}

/** One handler for every job on the queue: leave one out and it does not compile. */
export type Handlers<Q extends QueueName> = {
  [N in JobOn<Q>]: (payload: JobPayload<N>, context: JobContext) => Promise<void>
}

const schemas = new Map(Object.entries(jobs).map(([name, spec]) => [name, Compile<TSchema>(spec.payload)]))

/** Members of a batch failed, each for a reason of its own. */
export class BatchFailedError extends Error {
  override name = 'BatchFailedError'
  readonly failures: { member: Member; reason: unknown }[]
  constructor(message: string, failures: { member: Member; reason: unknown }[]) {
    super(message, { cause: failures[0]?.reason })
    this.failures = failures
  }
  /** Whether trying again is of no use for any of them. */
  get isHopeless(): boolean {
    return this.failures.every(({ reason }) => reason instanceof UnrecoverableError)
  }
}

/** Whether `payload` is one of the job `name`, as the catalogue has it; undefined: the catalogue knows no such job. */
export const fitsCatalogue = (name: string, payload: unknown): boolean | undefined => schemas.get(name)?.Check(payload)

/**
 * Runs the handler of `job`, or those of a batch side by side. Members of a batch that are done are taken out of it before
 * it fails: what is tried again, and what ends as a dead letter, is only what failed.
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
 * Runs the handler of one job. A job without handler, or with a payload that does not fit the catalogue, fails for good
 * before any handler sees it.
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
  // The payload was checked against this very job's schema: the compiler cannot tie the two together.
  const handle = handlers[name] as (payload: unknown, context: JobContext) => Promise<void>
  await handle(data, {
    ...context,
    jobId,
    // Made only where a handler has something to say.
    get logger() {
      return logger.child({ job: name, jobId, ...correlationIn(data) })
    },
  })
}

/** The id of the request that a job comes from, for the logs; nothing where it has none. */
export const correlationIn = (data: unknown): { correlationId?: string } => {
  const { correlationId } = Object(data)
  return typeof correlationId === 'string' ? { correlationId } : {}
}

const isJobOn = <Q extends QueueName>(queue: Q, name: string): name is JobOn<Q> =>
  name in jobs && jobs[name as JobName].queue === queue
