import type { Logger } from '../logger.ts'
import type { Producer } from './producers.ts'

export const canaryJob = 'canary'

export type CanaryTimes = {
  /** ms between two canaries. */
  everyMs: number
  /** ms without a finished job after which a worker counts as deaf. */
  deafMs: number
}
export const canaryTimes: CanaryTimes = { everyMs: 10_000, deafMs: 45_000 }

/**
 * A job that comes to each queue every ten seconds: a worker can be connected and deaf, so its health is a job that it
 * finished lately. Copies of a service share the canaries, so the time allowed grows with their number (from the fifth on).
 * The scheduler is made again when it is gone: Redis may be wiped.
 */
export function startCanary(producer: Producer, logger: Logger, onDeaf: () => void, times = canaryTimes) {
  let finishedAt = performance.now()
  let remadeAt = performance.now()
  let copies = 1
  const allowedMs = () => times.deafMs * Math.max(1, Math.ceil(copies / 4))
  const ageMs = () => performance.now() - finishedAt
  const isDeaf = () => ageMs() > allowedMs()

  async function tend() {
    const isScheduled = (await producer.getJobScheduler(canaryJob)) !== undefined
    // A scheduler without its next job would stay silent for ever.
    if (!isScheduled || isDeaf())
      await producer.upsertJobScheduler(
        canaryJob,
        { every: times.everyMs },
        { name: canaryJob, opts: { removeOnComplete: true, removeOnFail: { count: 10 } } },
      )
    copies = Math.max(1, await producer.getWorkersCount())
    if (isDeaf() && performance.now() - remadeAt > times.deafMs) {
      remadeAt = performance.now()
      onDeaf()
    }
  }
  const tendQuietly = () => {
    tend().catch((error) => logger.debug({ err: error }, 'The canary waits for Redis'))
  }
  tendQuietly()
  const timer = setInterval(tendQuietly, times.everyMs / 2)

  return {
    /** To be called whenever the worker finished a job, the canary or any other. */
    noteFinished() {
      finishedAt = performance.now()
    },
    isDeaf,
    ageMs,
    stop: () => clearInterval(timer),
  }
}
