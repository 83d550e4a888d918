import type { QueueName } from '@askline/contracts'
import { isConnectionLoss } from '@askline/db'
import {
  type BackendFactory,
  createRedisBackend,
  DelayedError,
  type Job,
  type RedisQueueBackend,
  UnrecoverableError,
  Worker,
  type WorkerOptions,
} from 'bullmq'
import { withDeadline } from '../deadline.ts'
import type { HealthCheck } from '../health/checks.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { openHastyRedis, openPatientRedis, type Redis } from '../redis.ts'
import { wallClock } from '../wall-clock.ts'
import { buildEventLoopYield } from '../yield-to-event-loop.ts'
import { type CanaryTimes, canaryJob, startCanary } from './canary.ts'
import { collectDead, deadJobsOf, type KeepDead } from './dead-jobs.ts'
import { BatchFailedError, type Handlers, namesOf, runHandler, sizeOf } from './job-handlers.ts'
import { correlationIn } from './payloads.ts'
import { buildProducer, prefixOf } from './producers.ts'

export type WorkerSettings = {
  redisUrl: string
  prefix: string
  logger: Logger
  /** BullMQ jobs at a time, each of which may be a batch. Default: 10. */
  concurrency?: number
  /** Jobs at a time, counting each job of a batch. The last batch may exceed it. Default: no limit. */
  mostJobs?: number
  /** Time in ms after which another worker takes over a job whose lock was not renewed. Default: 30,000. */
  lockMs?: number
  /** Time in ms after which an idle worker polls its queue again. Default: 5,000. */
  pollMs?: number
  metrics?: Metrics
  canary?: CanaryTimes
  /** Stores jobs that failed for good outside Redis. */
  keepDead?: KeepDead
}

/** Delay in ms before a job is retried while Postgres is unavailable. It uses up no attempt, for one hour at most. */
const outagePauseMs = 1_000
const longestOutageMs = 3_600_000

export type RunningWorker = {
  /** Red if the worker did not poll its queue for 45 s. */
  health: HealthCheck
  /** Stops taking jobs and waits `ms` for running ones. Other workers take over the rest. */
  close(ms?: number): Promise<void>
}

/**
 * Adds two things to BullMQ's worker.
 * - It starts the jobs of a backlog in slices. BullMQ takes up to `concurrency` jobs and then starts all of them in one turn of the
 *   event loop.
 * - With `mostJobs`, it counts each job of a batch, and leaves the rest of a backlog to other workers.
 */
class BatchWorker extends Worker<unknown, void> {
  mostJobs = Number.POSITIVE_INFINITY
  readonly #yieldToEventLoop = buildEventLoopYield()
  readonly #mostTaken = this.concurrency
  /** BullMQ jobs that this worker holds, with the number of jobs in each. A batch may become smaller meanwhile. */
  readonly #sizes = new Map<Job<unknown>, number>()
  #held = 0

  // No event tells the end of each job: one whose lock was lost or that is delayed neither completes nor fails.
  override async processJob(...started: Parameters<Worker<unknown, void>['processJob']>) {
    await this.#yieldToEventLoop()
    const [job] = started
    try {
      return await super.processJob(...started)
    } finally {
      this.#held -= this.#sizes.get(job) ?? 0
      this.#sizes.delete(job)
      this.#leaveRest()
    }
  }

  /** Counts a job that was taken. Must be called before BullMQ takes the next one. */
  hold(job: Job<unknown>): void {
    const size = sizeOf(job)
    this.#sizes.set(job, size)
    this.#held += size
    this.#leaveRest()
  }

  /** BullMQ fetches while it holds fewer than `concurrency`, and replaces a finished job while it holds at most `concurrency`. */
  #leaveRest(): void {
    const room = this.#sizes.size + this.mostJobs - this.#held
    this.concurrency = Math.max(1, Math.min(this.#mostTaken, room))
  }
}

/** Returns a backend of BullMQ that reports each poll of the queue. BullMQ has no event for a poll that finds nothing. */
const reportingPolls =
  (onPoll: () => void): BackendFactory<RedisQueueBackend> =>
  (...given) => {
    const backend = createRedisBackend(...given)
    const moveToActive = backend.moveToActive.bind(backend)
    backend.moveToActive = async (...asked) => {
      const found = await moveToActive(...asked)
      onPoll()
      return found
    }
    return backend
  }

/** Starts a worker of `queue`. It survives an unavailable or wiped Redis, and resumes within seconds of its return. */
export function startWorker<Q extends QueueName>(
  queue: Q,
  handlers: Handlers<Q>,
  settings: WorkerSettings,
): RunningWorker {
  const { redisUrl, prefix, metrics } = settings
  const logger = settings.logger.child({ queue })
  const redis = openHastyRedis(redisUrl, logger, `canary-${queue}`)
  const producer = buildProducer(queue, redis, prefix, logger)
  let current = startOne()
  const collector = settings.keepDead && collectDead(producer, settings.keepDead, logger)
  const canary = startCanary(producer, logger, remake, settings.canary)

  async function run(job: Job<unknown>, token: string | undefined, signal?: AbortSignal): Promise<void> {
    if (job.name === canaryJob) return
    try {
      await runHandler(queue, handlers, job, signal ?? new AbortController().signal, logger)
    } catch (error) {
      const attempts = job.opts.attempts ?? 1
      // The caller of a job with one attempt does not wait that long.
      const isWaitedFor = attempts > 1 && wallClock() - job.timestamp < longestOutageMs
      if (isWaitedFor && token !== undefined && isOutage(error)) {
        await job.moveToDelayed(wallClock() + outagePauseMs, token)
        throw new DelayedError()
      }
      const isHopeless = error instanceof BatchFailedError && error.isHopeless
      const isLast = isHopeless || error instanceof UnrecoverableError || job.attemptsMade + 1 >= attempts
      // Stored before BullMQ is told. If the process is killed in between, the job runs and fails once more.
      if (isLast) await keep(job, error)
      throw isHopeless ? new UnrecoverableError(error.message) : error
    }
  }

  async function keep(job: Job<unknown>, error: unknown): Promise<void> {
    await settings.keepDead?.(deadJobsOf(job, error)).catch((err: unknown) => {
      // The job stays among the failed ones in Redis, where the collector finds it.
      logger.warn({ err, jobId: job.id }, 'A job that failed for good could not be kept yet')
    })
  }

  function startOne(): { worker: Worker<unknown, void>; redis: Redis } {
    const own = openPatientRedis(redisUrl, logger, `worker-${queue}`)
    const options: WorkerOptions = {
      connection: own,
      prefix: prefixOf(queue, own, prefix),
      concurrency: settings.concurrency ?? 10,
      lockDuration: settings.lockMs ?? 30_000,
      stalledInterval: Math.min(settings.lockMs ?? 30_000, 10_000),
      // A crashed worker is not the job's fault, so it uses up no attempt.
      maxStalledCount: 5,
      runRetryDelay: 1_000,
      drainDelay: (settings.pollMs ?? 5_000) / 1_000,
    }
    const worker = new BatchWorker(
      queue,
      run,
      options,
      reportingPolls(() => canary.noteLook()),
    )
    worker.on('active', (job) => worker.hold(job))
    worker.mostJobs = settings.mostJobs ?? Number.POSITIVE_INFINITY
    worker.on('error', (error) => logger.debug({ err: error }, 'Worker error'))
    worker.on('stalled', (jobId) => logger.warn({ jobId }, 'A job came back from a worker that did not finish it'))
    worker.on('lockRenewalFailed', (jobIds) => {
      logger.warn({ jobIds }, 'Jobs were taken over by another worker')
      for (const jobId of jobIds) worker.cancelJob(jobId, 'The job was taken over by another worker')
    })
    worker.on('completed', (job) => note(job, 'completed'))
    worker.on('failed', (job, error) => {
      if (job) note(job, 'failed')
      const isLast = job === undefined || job.attemptsMade >= (job.opts.attempts ?? 1)
      const told = { err: error, job: job?.name, jobId: job?.id, attempt: job?.attemptsMade, ...requestsOf(job, error) }
      if (isLast) collector?.wake()
      if (isLast) logger.error(told, 'A job failed for good')
      else logger.warn(told, 'A job failed and will be tried again')
    })
    return { worker, redis: own }
  }

  function note(job: Job<unknown>, outcome: 'completed' | 'failed') {
    canary.noteLook()
    if (job.name === canaryJob || job.processedOn === undefined || job.finishedOn === undefined) return
    for (const name of namesOf(job)) {
      metrics?.jobSeconds.observe({ queue, job: name, outcome }, (job.finishedOn - job.processedOn) / 1000)
      metrics?.jobEndSeconds.observe({ queue, job: name }, (job.finishedOn - job.timestamp) / 1000)
    }
  }

  /** Replaces a worker that receives nothing although Redis answers. The old worker finishes its running jobs. */
  function remake() {
    logger.warn({ silentMs: Math.round(canary.ageMs()) }, 'The worker receives no jobs and is replaced')
    const deaf = current
    current = startOne()
    stop(deaf, 60_000).catch((error) => logger.debug({ err: error }, 'The replaced worker could not be closed'))
  }

  async function stop({ worker, redis: own }: typeof current, ms: number) {
    await withDeadline(worker.close(), ms, 'Finishing jobs').catch(async (error) => {
      logger.warn({ err: error }, 'Jobs were left to another worker')
      worker.cancelAllJobs('The process ends')
      await withDeadline(worker.close(true), 500, 'Closing the worker').catch(() => undefined)
    })
    own.disconnect()
  }

  return {
    health: {
      name: `worker-${queue}`,
      neededToServe: true,
      async run() {
        if (redis.status !== 'ready') return 'Redis is unavailable'
        return canary.isDeaf() ? `The queue was not looked into for ${Math.round(canary.ageMs() / 1000)} s` : undefined
      },
    },
    async close(ms = 20_000) {
      canary.stop()
      await stop(current, ms)
      await collector?.stop()
      await withDeadline(producer.close(), 500, 'Closing the canary').catch(() => undefined)
      redis.disconnect()
    },
  }
}

/** Returns whether Postgres was unavailable, which is not the job's fault. */
const isOutage = (error: unknown): boolean =>
  error instanceof BatchFailedError
    ? error.failures.some(({ reason }) => isConnectionLoss(reason))
    : isConnectionLoss(error)

/** Returns the correlation ids of the failed job, or of the failed jobs of a batch, for the logs. */
function requestsOf(job: Job<unknown> | undefined, error: Error) {
  if (!(error instanceof BatchFailedError)) return correlationIn(job?.data)
  return { correlationIds: error.failures.flatMap(({ member }) => correlationIn(member.data).correlationId ?? []) }
}
