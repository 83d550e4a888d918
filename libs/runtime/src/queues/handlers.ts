import { type JobName, type JobOn, type JobPayload, jobs, type QueueName } from '@askline/contracts'
import { type Job, UnrecoverableError } from 'bullmq'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Logger } from '../logger.ts'

export type JobContext = {
  jobId: string
  /** 1 on the first run. */
  attempt: number
  /** Aborted when another worker may have taken the job over, or the process must end: check it before each write. */
  signal: AbortSignal
  logger: Logger
}

/** One handler for every job on the queue: leave one out and it does not compile. */
export type Handlers<Q extends QueueName> = {
  [N in JobOn<Q>]: (payload: JobPayload<N>, context: JobContext) => Promise<void>
}

const schemas = new Map(Object.entries(jobs).map(([name, spec]) => [name, Compile<TSchema>(spec.payload)]))

/**
 * Runs the handler of `job`. A job without handler, or with a payload that does not fit the catalogue, fails for good
 * before any handler sees it.
 */
export async function runHandler<Q extends QueueName>(
  queue: Q,
  handlers: Handlers<Q>,
  job: Job<unknown>,
  signal: AbortSignal,
  logger: Logger,
): Promise<void> {
  const { name, data } = job
  if (!isJobOn(queue, name)) throw new UnrecoverableError(`The ${queue} worker has no handler for ${name}`)
  if (!schemas.get(name)?.Check(data)) throw new UnrecoverableError(`The payload of ${name} does not fit the catalogue`)
  // The payload was checked against this very job's schema: the compiler cannot tie the two together.
  const handle = handlers[name] as (payload: unknown, context: JobContext) => Promise<void>
  const jobId = job.id ?? ''
  await handle(data, { jobId, attempt: job.attemptsMade + 1, signal, logger: logger.child({ job: name, jobId }) })
}

const isJobOn = <Q extends QueueName>(queue: Q, name: string): name is JobOn<Q> =>
  name in jobs && jobs[name as JobName].queue === queue
