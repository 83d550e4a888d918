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
import { openTurns } from './turns.ts'

export type ReceiverSettings = {
  deliver: (change: Change) => Promise<void>
  /** Delivers what can be delivered of a change without Postgres. Returns whether that is all of it. */
  deliverRest: (change: Change) => boolean
  metrics: Metrics
  logger: Logger
  /** Ends further attempts. */
  signal: AbortSignal
  /** Time in ms for which a change is tried again. */
  patienceMs: number
  /** The most changes that wait for Postgres at the same time. */
  maxWaiting: number
  /** Time before the second attempt, in ms. It doubles with each one up to five times as much. Default: 1,000. */
  retryMs?: number
  /** Time in ms after a failure is logged for which others are only counted. Default: one minute. */
  quietMs?: number
}

/** Changes that are given up in one turn of the event loop. */
const givenUpTogether = 50

/** The stream, as metrics and spans name it. */
const queue = 'sockets'
const job = 'question-changed'

/** Returns a function that delivers the changes of an entry of the stream. It never throws: what fails is logged and counted. */
export function buildReceiver(settings: ReceiverSettings) {
  const { deliver, deliverRest, metrics, logger, signal, patienceMs, maxWaiting } = settings
  const { retryMs = 1_000, quietMs = 60_000 } = settings
  /** The number of changes whose delivery has begun. Those that do not need Postgres end at once. */
  let waiting = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  // Sockets are written to between two turns. Without that, thousands of changes at once look like a client that does not read.
  const nextTurn = openTurns(givenUpTogether)

  async function deliverInTime(change: Change): Promise<void> {
    if (waiting >= maxWaiting) return giveUp(change, new Error('Too many changes wait for Postgres'))
    waiting++
    await tryDeliver(change).finally(() => waiting--)
  }

  async function tryDeliver(change: Change): Promise<void> {
    const until = performance.now() + patienceMs
    for (let waitMs = retryMs; ; waitMs = Math.min(waitMs * 2, retryMs * 5)) {
      try {
        return await deliver(change)
      } catch (error) {
        if (signal.aborted) throw error
        const isLast = performance.now() + waitMs > until
        // Without the signal, because the time to add a listener grows with the number of listeners.
        await (isLast ? nextTurn() : pause(waitMs, undefined, { ref: false }))
        if (signal.aborted) throw error
        if (isLast) return giveUp(change, error)
      }
    }
  }

  function giveUp(change: Change, error: unknown): void {
    if (!deliverRest(change)) throw error
  }

  async function receiveOne(change: Change): Promise<void> {
    if (!isTracing || change.traceparent === undefined) return deliverInTime(change)
    const attributes = {
      'messaging.system': 'redis',
      'messaging.destination.name': queue,
      ...spanAttributesOf(change),
    }
    await inSpan({ name: `process ${job}`, kind: 'CONSUMER', parent: change.traceparent, attributes }, (traceparent) =>
      deliverInTime({ ...change, traceparent }),
    )
  }

  return (changes: unknown[], sentAt: number): void => {
    const startedAt = wallClock()
    const note = (outcome: 'completed' | 'failed') => {
      const endedAt = wallClock()
      metrics.jobSeconds.observe({ queue, job, outcome }, (endedAt - startedAt) / 1000)
      metrics.jobEndSeconds.observe({ queue, job }, Math.max(0, endedAt - sentAt) / 1000)
    }
    for (const change of changes) {
      if (!isChange(change)) {
        note('failed')
        logger.error({ job }, 'malformed_payload: a change does not fit the catalogue')
        continue
      }
      receiveOne(change).then(
        () => note('completed'),
        (error) => {
          note('failed')
          if (signal.aborted || performance.now() - loggedAt < quietMs) return
          loggedAt = performance.now()
          logger.error(
            { err: error, job },
            'A change was not passed on to all sockets. Those of the next minute are only counted',
          )
        },
      )
    }
  }
}

const isChange = (change: unknown): change is JobPayload<'question-changed'> => fitsCatalogue(job, change) === true
