import type { Logger } from '../logger.ts'
import type { Producer } from './producers.ts'

export const canaryJob = 'canary'

export type CanaryTimes = {
  /** Time in ms between two canaries. */
  everyMs: number
  /** A worker that has not polled its queue for this many ms counts as stuck. */
  deafMs: number
}
const canaryTimes: CanaryTimes = { everyMs: 10_000, deafMs: 45_000 }

/**
 * Checks that a worker polls its queue, because a worker can be connected and receive nothing. An idle worker polls every few
 * seconds, and a fully busy one polls when a job ends. The canary is a job that reaches each queue every ten seconds and wakes
 * it. Copies of a service share the canary, so its absence at one copy means nothing. If Redis was wiped, the scheduler is
 * created again.
 */
export function startCanary(producer: Producer, logger: Logger, onDeaf: () => void, times = canaryTimes) {
  let lookedAt = performance.now()
  let remadeAt = performance.now()
  const ageMs = () => performance.now() - lookedAt
  const isDeaf = () => ageMs() > times.deafMs

  async function tend() {
    const isScheduled = (await producer.getJobScheduler(canaryJob)) !== undefined
    // A scheduler without a next job would never run again.
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
    tend().catch((error) => logger.debug({ err: error }, 'The canary could not be scheduled and is tried again'))
  }
  tendQuietly()
  const timer = setInterval(tendQuietly, times.everyMs / 2)

  return {
    /** Must be called whenever the worker polled its queue, whether or not it found a job. */
    noteLook() {
      lookedAt = performance.now()
    },
    isDeaf,
    ageMs,
    stop: () => clearInterval(timer),
  }
}
