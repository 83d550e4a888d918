import type { Logger } from '../logger.ts'
import type { Producer } from './producers.ts'

export const canaryJob = 'canary'

export type CanaryTimes = {
  /** ms between two canaries. */
  everyMs: number
  /** ms without a look into its queue after which a worker counts as deaf. */
  deafMs: number
}
export const canaryTimes: CanaryTimes = { everyMs: 10_000, deafMs: 45_000 }

/**
 * A worker can be connected and deaf, so its health is that it looked into its queue lately. One that waits for a job looks
 * every few seconds; one that hears nothing never does, and one whose places are all taken looks when a job is done. The
 * canary, a job that comes to each queue every ten seconds, wakes it: copies of a service share it, so that who got it
 * last says nothing of the others. The scheduler is made again when it is gone: Redis may be wiped.
 */
export function startCanary(producer: Producer, logger: Logger, onDeaf: () => void, times = canaryTimes) {
  let lookedAt = performance.now()
  let remadeAt = performance.now()
  const ageMs = () => performance.now() - lookedAt
  const isDeaf = () => ageMs() > times.deafMs

  async function tend() {
    const isScheduled = (await producer.getJobScheduler(canaryJob)) !== undefined
    // A scheduler without its next job would stay silent for ever.
    if (!isScheduled || isDeaf())
      await producer.upsertJobScheduler(
        canaryJob,
        { every: times.everyMs },
        { name: canaryJob, opts: { removeOnComplete: true, removeOnFail: { count: 10 } } },
      )
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
    /** To be called whenever the worker looked into its queue, found something there or not. */
    noteLook() {
      lookedAt = performance.now()
    },
    isDeaf,
    ageMs,
    stop: () => clearInterval(timer),
  }
}
