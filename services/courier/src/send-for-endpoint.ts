import { inSystem } from '@askline/db'
import {
  type CourierEndpoint,
  type DueDelivery,
  feedWebhook,
  findDueDeliveries,
  leaseWebhook,
  releaseWebhook,
  stopProbes,
} from '@askline/domain/webhooks/courier-work'
import { mostOpen } from '@askline/domain/webhooks/schedule'
import type { Logger } from '@askline/runtime'
import { deliver, type Sender } from './deliver.ts'
import type { Slots } from './slots.ts'

/** Deliveries that are read at once. */
const batch = 16

type Work = { endpoint: CourierEndpoint; due: DueDelivery[]; isProbe: boolean }

export type EndpointContext = Sender & {
  slots: Slots
  runner: string
  leaseMs: number
  logger: Logger
  /** Resolves when the courier has looked for work again. */
  nextLook(): Promise<void>
}

/**
 * Sends everything that an endpoint may get now, then gives it back. Returns at once if another courier has it. Stops early when
 * `signal` aborts: what is open is finished, the rest is left. Throws if Postgres is unavailable.
 */
export async function sendForEndpoint(
  context: EndpointContext,
  { id, companyId }: { id: string; companyId: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, slots, runner, leaseMs, logger } = context
  const open = new Map<string, Promise<void>>()
  let failure: { error: unknown } | undefined
  let work: Work | undefined
  /** Failures in a row, as far as this process knows. */
  let failures = 0

  const extend = () =>
    inSystem(db, (tx) => leaseWebhook(tx.of(companyId), id, { runner, leaseMs })).catch((err) =>
      logger.debug({ err, endpointId: id }, 'The lease of an endpoint was not extended'),
    )
  const extending = setInterval(extend, leaseMs / 3)

  async function attempt(endpoint: CourierEndpoint, delivery: DueDelivery, isProbe: boolean): Promise<void> {
    await slots.take(companyId)
    try {
      if (signal.aborted) return
      const outcome = await deliver(context, { endpoint, delivery, failures, isProbe })
      if (outcome !== 'stopped') failures = outcome === 'delivered' ? 0 : failures + 1
      // The state of the endpoint may have changed, so it is read again.
      if (outcome !== 'delivered' && work) work.due = []
    } catch (error) {
      failure = { error }
    } finally {
      slots.give(companyId)
      open.delete(delivery.id)
    }
  }

  try {
    while (!signal.aborted && !failure) {
      if (!work || work.due.length === 0) {
        work = await inSystem(db, (tx) => findNext(tx.of(companyId), context, id, [...open.keys()]))
        if (!work) break
        failures = work.endpoint.failures
      }
      const next = open.size < mostOpen(failures) ? work.due.shift() : undefined
      if (next) open.set(next.id, attempt(work.endpoint, next, work.isProbe && next.position !== null))
      // A receiver may take long to answer. Other deliveries do not wait for it.
      else if (open.size > 0) await Promise.race([...open.values(), context.nextLook()])
      else break
    }
  } finally {
    await Promise.all(open.values())
    clearInterval(extending)
    await inSystem(db, (tx) => releaseWebhook(tx.of(companyId), id, runner))
  }
  if (failure) throw failure.error
}

/** Takes or extends the lease, makes deliveries of the next events, and finds what may be sent now, in one transaction. */
async function findNext(
  tx: Parameters<typeof feedWebhook>[0],
  { runner, leaseMs }: EndpointContext,
  endpointId: string,
  open: string[],
): Promise<Work | undefined> {
  if (!(await leaseWebhook(tx, endpointId, { runner, leaseMs }))) return undefined
  const endpoint = await feedWebhook(tx, endpointId, runner)
  if (!endpoint) return undefined
  const { state, probeAt, now } = endpoint
  if (state !== 'ACTIVE' || (probeAt && (probeAt > now || open.length > 0))) {
    return { endpoint, due: await findDueDeliveries(tx, endpointId, 'tests', { open, limit: batch }), isProbe: false }
  }
  const isProbe = probeAt !== null
  const limit = isProbe ? 1 : batch
  const due = await findDueDeliveries(tx, endpointId, isProbe ? 'probe' : 'all', { open, limit })
  if (isProbe && due.length === 0) await stopProbes(tx, endpointId)
  return { endpoint, due, isProbe }
}
