import type { QueueName } from '@askline/contracts'
import { isConnectionLoss } from '@askline/db'
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq'
import { wallClock } from '../clock.ts'
import { withDeadline } from '../deadline.ts'
import type { HealthCheck } from '../health/checks.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { openHastyRedis, openPatientRedis, type Redis } from '../redis.ts'
import { type CanaryTimes, canaryJob, startCanary } from './canary.ts'
import { collectDead, deadJobsOf, type KeepDead } from './dead-jobs.ts'
import { BatchFailedError, correlationIn, type Handlers, runHandler } from './handlers.ts'
import { buildProducer } from './producers.ts'

export type WorkerSettings = {
  redisUrl: string
  prefix: string
  logger: Logger
  /** Jobs at a time; 10 unless told. */
  concurrency?: number
  /** ms a job may go unrenewed before another worker takes it over; 30,000 unless told. */
  lockMs?: number
  metrics?: Metrics
  canary?: CanaryTimes
  /** Keeps jobs that failed for good where Redis cannot lose them. */
  keepDead?: KeepDead
}

/** While Postgres is away a job is tried again so much later, in ms, and none of its attempts is used up; for an hour at most. */
const outagePauseMs = 1_000
const longestOutageMs = 3_600_000

export type RunningWorker = {
  /** Red when the worker did not look into its queue for 45 s. */
  health: HealthCheck
  /** Stops taking jobs and waits `ms` for those under way; what is not done then is done elsewhere. */
  close(ms?: number): Promise<void>
}

/** Tells of every look it takes into its queue: BullMQ has no event for one that finds nothing. */
class LookingWorker extends Worker<unknown, void> {
  onLook: () => void = () => undefined
  protected override async moveToActive(token: string, name?: string) {
    const job = await super.moveToActive(token, name)
    this.onLook()
    return job
  }
}

/** Starts working on `queue`. Survives Redis being away or wiped: it takes up work within seconds of its return. */
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
      // Nobody waits that long for a job that is tried once only.
      const isWaitedFor = attempts > 1 && wallClock() - job.timestamp < longestOutageMs
      if (isWaitedFor && token !== undefined && isOutage(error)) {
        await job.moveToDelayed(wallClock() + outagePauseMs, token)
        throw new DelayedError()
      }
      const isHopeless = error instanceof BatchFailedError && error.isHopeless
      const isLast = isHopeless || error instanceof UnrecoverableError || job.attemptsMade + 1 >= attempts
      // Before BullMQ hears of it: a process that is killed in between runs the job, and fails it, once more.
      if (isLast) await keep(job, error)
      throw isHopeless ? new UnrecoverableError(error.message) : error
    }
  }

  async function keep(job: Job<unknown>, error: unknown): Promise<void> {
    await settings.keepDead?.(deadJobsOf(job, error)).catch((err: unknown) => {
      // It stays in Redis among the failed ones, where the collector finds it.
      logger.warn({ err, jobId: job.id }, 'A job that failed for good could not be kept yet')
    })
  }

  function startOne(): { worker: Worker<unknown, void>; redis: Redis } {
    const own = openPatientRedis(redisUrl, logger, `worker-${queue}`)
    const worker = new LookingWorker(queue, run, {
      connection: own,
      prefix,
      concurrency: settings.concurrency ?? 10,
      lockDuration: settings.lockMs ?? 30_000,
      stalledInterval: Math.min(settings.lockMs ?? 30_000, 10_000),
      // A crash of its worker is not a job's fault: its attempts are counted apart.
      maxStalledCount: 5,
      runRetryDelay: 1_000,
    })
    worker.onLook = () => canary.noteLook()
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
    metrics?.jobSeconds.observe({ queue, job: job.name, outcome }, (job.finishedOn - job.processedOn) / 1000)
  }

  /** The worker hears nothing although Redis answers: a new one takes its place, the old one ends what it has begun. */
  function remake() {
    logger.warn({ silentMs: Math.round(canary.ageMs()) }, 'The worker hears nothing and is made anew')
    const deaf = current
    current = startOne()
    stop(deaf, 60_000).catch((error) => logger.debug({ err: error }, 'The old worker did not end well'))
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
        if (redis.status !== 'ready') return 'Redis is away'
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

/** Postgres was away: that is no fault of the job. */
const isOutage = (error: unknown): boolean =>
  error instanceof BatchFailedError
    ? error.failures.some(({ reason }) => isConnectionLoss(reason))
    : isConnectionLoss(error)

/** For the logs: which requests the failed job, or the failed ones of a batch, came from. */
function requestsOf(job: Job<unknown> | undefined, error: Error) {
  if (!(error instanceof BatchFailedError)) return correlationIn(job?.data)
  return { correlationIds: error.failures.flatMap(({ member }) => correlationIn(member.data).correlationId ?? []) }
}
