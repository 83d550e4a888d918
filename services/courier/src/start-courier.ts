import { randomUUID } from 'node:crypto'
import { checkDatabase, openDatabase } from '@askline/db'
import { findWebhookWork } from '@askline/domain/webhooks/courier-work'
import { buildOutbound, type Outbound } from '@askline/outbound'
import {
  buildHealth,
  buildSecretBox,
  gaugeOf,
  type Logger,
  postgresCheck,
  type RunningService,
  startHealthServer,
  watchDatabase,
} from '@askline/runtime'
import type { Config } from './courier-config.ts'
import { buildCourierMetrics } from './courier-metrics.ts'
import { type EndpointContext, sendForEndpoint } from './send-for-endpoint.ts'
import { buildSlots } from './slots.ts'
import { openWakeHints } from './wake-hints.ts'

/** Requests that a courier has open at most, and how many of them for one company. */
const slotLimits = { all: 64, ofCompany: 48 }
/** Endpoints that a courier works on at the same time. */
const mostEndpoints = 500
/** Time after a change in which it is looked for often, in ms: an older transaction may still hide it. */
const soonForMs = 1_000

/**
 * Starts a courier; any number may run. It needs Postgres only, and waits while Postgres is away. Rejects if its port is taken or the
 * database has another schema.
 */
export async function startCourier(
  config: Config,
  logger: Logger,
  outbound: Outbound = buildOutbound({ allowed: config.allowed }),
): Promise<RunningService & { internalPort: number }> {
  const { times } = config
  if (config.isProduction && config.allowed.hasSpecial) {
    logger.warn(
      'OUTBOUND_ALLOWED lets companies send webhooks to addresses that are not public, and in plain http. Use it for receivers of your own network only',
    )
  }
  const metrics = buildCourierMetrics()
  const db = openDatabase(config.databaseUrl, {
    applicationName: 'askline-courier',
    maxConnections: config.databasePool,
    onError: (err) => logger.debug({ err }, 'A connection to Postgres was lost'),
  })
  watchDatabase(metrics.common, db)
  await checkDatabase(db).catch(async (error) => {
    await db.close()
    throw error
  })
  const slots = buildSlots(slotLimits)
  gaugeOf(metrics.common, 'askline_webhook_requests_open', 'Requests to receivers that are open.', () => slots.taken)
  let endLook: () => void = () => undefined
  const untilNextLook = () =>
    new Promise<void>((resolve) => {
      endLook = resolve
    })
  let nextLook = untilNextLook()
  const context: EndpointContext = {
    ...{ db, outbound, slots, logger, metrics, publicUrl: config.publicUrl },
    secrets: buildSecretBox(config.secretsKey),
    runner: randomUUID(),
    leaseMs: times.leaseMs,
    nextLook: () => nextLook,
  }
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()
  let isAway = false
  let wokenAt = Number.NEGATIVE_INFINITY
  let endPause: () => void = () => undefined

  function noteError(err: unknown): void {
    // One warning for each outage.
    if (isAway) logger.debug({ err }, 'Webhooks still cannot be sent')
    else logger.warn({ err }, 'Webhooks cannot be sent now. The courier tries again')
    isAway = true
  }
  async function look(): Promise<void> {
    const found = await findWebhookWork(db, mostEndpoints - running.size)
    isAway = false
    for (const endpoint of found) {
      if (running.has(endpoint.id)) continue
      const sending = sendForEndpoint(context, endpoint, closing.signal)
        .catch(noteError)
        .finally(() => running.delete(endpoint.id))
      running.set(endpoint.id, sending)
    }
    endLook()
    nextLook = untilNextLook()
  }
  async function lookOften(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().catch(noteError)
      const isSoon = performance.now() - wokenAt < soonForMs
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isSoon ? times.soonMs : times.everyMs)
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const wake = () => {
    const isFirst = performance.now() - wokenAt >= soonForMs
    wokenAt = performance.now()
    // Later changes are found by the short pauses, so many changes cause no more looks.
    if (isFirst) endPause()
  }
  const hints = openWakeHints(config, wake, logger)
  const looking = lookOften()
  const health = buildHealth('courier', [postgresCheck(db)], logger)

  async function close(): Promise<void> {
    health.stopServing()
    hints.close()
    closing.abort()
    endPause()
    await looking
    await Promise.all(running.values())
    await db.close()
  }
  try {
    const { internalHost: host, internalPort: port } = config
    const server = await startHealthServer({ port, host, health, metrics: metrics.common })
    logger.info({ internalPort: server.port }, 'The courier is ready')
    return { internalPort: server.port, close: () => close().then(() => server.close()) }
  } catch (error) {
    await close()
    throw error
  }
}
