import { setTimeout as pause } from 'node:timers/promises'
import type { JobPayload } from '@askline/contracts'
import {
  fitsCatalogue,
  inSpan,
  isTracing,
  type Logger,
  type Metrics,
  spanAttributesOf,
  wallClock,
} from '@askline/runtime'
import type { Change } from './order.ts'

export type ReceiverSettings = {
  deliver: (change: Change) => Promise<void>
  /** Delivers what can be delivered of a change whose delivery failed for good. */
  deliverRest: (change: Change) => void
  metrics: Metrics
  logger: Logger
  /** Ends further attempts. */
  signal: AbortSignal
  /** Time before the second attempt, in ms. It doubles with each one up to five times as much. Default: 1,000. */
  retryMs?: number
  /** Time in ms for which a change is tried again. Default: one minute. */
  patienceMs?: number
}

const queue = 'notifications'
const job = 'question-changed'

/** Returns a function that delivers the changes of an entry of the stream. It never throws: what fails is logged and counted. */
export function buildReceiver(settings: ReceiverSettings) {
  const { deliver, deliverRest, metrics, logger, signal, retryMs = 1_000, patienceMs = 60_000 } = settings

  async function tryDeliver(change: Change): Promise<void> {
    const until = performance.now() + patienceMs
    for (let waitMs = retryMs; ; waitMs = Math.min(waitMs * 2, retryMs * 5)) {
      try {
        return await deliver(change)
      } catch (error) {
        if (signal.aborted) throw error
        if (performance.now() + waitMs > until) {
          deliverRest(change)
          throw error
        }
        // Without the signal, because the time to add a listener grows with the number of listeners.
        await pause(waitMs, undefined, { ref: false })
        if (signal.aborted) throw error
      }
    }
  }

  async function receiveOne(change: unknown): Promise<void> {
    if (!isChange(change)) throw new TypeError('malformed_payload: a change does not fit the catalogue')
    if (!isTracing || change.traceparent === undefined) return tryDeliver(change)
    const attributes = {
      'messaging.system': 'redis',
      'messaging.destination.name': queue,
      ...spanAttributesOf(change),
    }
    await inSpan({ name: `process ${job}`, kind: 'CONSUMER', parent: change.traceparent, attributes }, (traceparent) =>
      tryDeliver({ ...change, traceparent }),
    )
  }

  return (changes: unknown[], sentAt = wallClock()): void => {
    const startedAt = wallClock()
    const note = (outcome: 'completed' | 'failed') => {
      const endedAt = wallClock()
      metrics.jobSeconds.observe({ queue, job, outcome }, (endedAt - startedAt) / 1000)
      metrics.jobEndSeconds.observe({ queue, job }, Math.max(0, endedAt - sentAt) / 1000)
    }
    for (const change of changes) {
      receiveOne(change).then(
        () => note('completed'),
        (error) => {
          note('failed')
          if (signal.aborted) return
          logger.error({ err: error, job }, 'A change was not passed on to all sockets')
        },
      )
    }
  }
}

const isChange = (change: unknown): change is JobPayload<'question-changed'> => fitsCatalogue(job, change) === true
