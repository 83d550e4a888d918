import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { checkDatabase, openDatabase } from '@askline/db'
import { openFreshness } from '@askline/domain/views/freshness'
import { buildOutbound } from '@askline/outbound'
import {
  buildHealth,
  buildMetrics,
  buildSecretBox,
  ensureSigningKey,
  Histogram,
  type Logger,
  openHastyRedis,
  openTokenVerifier,
  postgresCheck,
  type RunningService,
  redisCheck,
  replicaCheck,
  startHealthServer,
  watchDatabase,
} from '@askline/runtime'
import { openQueues } from '@askline/runtime/queues'
import type { Config } from './api-config.ts'
import { buildServer } from './build-server.ts'
import { openClock } from './clock.ts'
import { openFeed } from './feed/open-feed.ts'
import { openTextRequests } from './text-requests.ts'
import { openWebhookTests } from './webhook-tests.ts'

/** ms to hand over the jobs of the last requests. The relay delivers the rest. */
const drainMs = 2_000

/**
 * Starts the API and listens, even while Redis is down. Rejects if Postgres is down, if the database has another schema, or if
 * the port is taken.
 */
export async function startApi(config: Config, logger: Logger): Promise<RunningService & { port: number }> {
  const metrics = buildMetrics('api')
  const db = openDatabase(config.databaseUrl, {
    applicationName: 'askline-api',
    maxConnections: config.databasePool,
    replicaUrl: config.databaseReplicaUrl,
    handOver: (rows) => queues.handOver(rows),
    onError: (err) => logger.debug({ err }, 'A connection to Postgres was lost'),
  })
  watchDatabase(metrics, db)
  const queues = openQueues({ redisUrl: config.redisUrl, prefix: config.queuePrefix, logger, metrics, db })
  const clock = openClock(db)
  const redis = config.rates.store === 'redis' ? openHastyRedis(config.redisUrl, logger, 'rate-limits', 50) : undefined
  const closers: (() => unknown)[] = [() => redis?.disconnect(), () => clock.close()]
  const closeAll = async () => {
    for (const close of closers.reverse()) await close()
    await queues.drain(drainMs)
    await queues.close()
    await db.close()
  }

  try {
    await checkDatabase(db)
    const secrets = buildSecretBox(config.secretsKey)
    const signingKey = await ensureSigningKey(db, secrets)
    await clock.refresh()
    const verifier = await openTokenVerifier({ db, issuer: config.issuer, logger })
    closers.push(() => verifier.close())
    const health = buildHealth(
      'api',
      [postgresCheck(db), redisCheck(queues), ...(db.replica ? [replicaCheck(db)] : [])],
      logger,
    )
    const freshness = openFreshness(db)
    const texts = openTextRequests(db, queues)
    const httpSeconds = new Histogram({
      name: 'askline_http_request_seconds',
      help: 'Seconds until a request was answered, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 8],
      registers: [metrics.registry],
    })
    const context = {
      eventLoop: metrics.eventLoop,
      httpSeconds,
      config,
      db,
      verifier,
      secrets,
      signingKey,
      freshness,
      clock,
      health,
      logger,
      texts,
      outbound: buildOutbound({ allowed: config.outboundAllowed }),
      webhookTests: openWebhookTests(db),
      feed: openFeed({ db, verifier, redisUrl: config.redisUrl, prefix: config.queuePrefix, logger }),
      ...(redis ? { redis } : {}),
    }
    const { app } = await buildServer(context)
    closers.push(() => app.close())
    await app.listen({ port: config.port, host: config.host })
    const { port } = app.server.address() as AddressInfo
    const internal = await startHealthServer({ port: config.internalPort, host: config.internalHost, health, metrics })
    closers.push(() => internal.close())
    closers.push(async () => {
      health.stopServing()
      // A request that reaches a connection in the moment in which it is closed gets no answer, so few connections stay until then.
      app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
      // Load balancers that have not noticed yet still send requests.
      await pause(config.shutdownDelayMs)
      // Closes idle connections when the requests that have arrived are read. Otherwise their connections count as idle.
      await nextTurn()
      app.server.close()
    })
    logger.info({ port, publicUrl: config.publicUrl }, 'Serving')
    return { port, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}
