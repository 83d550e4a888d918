import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { socketNamespace } from '@askline/contracts'
import { checkDatabase, openDatabase } from '@askline/db'
import { openWatches } from '@askline/domain/views/watches'
import {
  answerHealth,
  buildHealth,
  buildMetrics,
  Counter,
  gaugeOf,
  type Logger,
  openPatientRedis,
  openTokenVerifier,
  portOf,
  postgresCheck,
  startHealthServer,
  watchDatabase,
  withDeadline,
} from '@askline/runtime'
import { Server } from 'socket.io'
import { expandKeys, openExpertKeys } from './delivery/open-questions.ts'
import { type Change, openOrder } from './delivery/order.ts'
import { buildReceiver } from './delivery/receive.ts'
import { buildSpeaker, type Speaker } from './delivery/speak.ts'
import { type Listener, openStream } from './delivery/stream.ts'
import type { Config } from './notifier-config.ts'
import { admit, forgetHandshake, joinInboxes, refuseAll } from './sockets/admission.ts'
import { openNames } from './sockets/around.ts'
import { buildCloser } from './sockets/close-connections.ts'
import { onComposing, type PassOnComposing } from './sockets/composing.ts'
import { watchTokens } from './sockets/departures.ts'
import type { SocketServer } from './sockets/namespace.ts'
import { keepPresence } from './sockets/presence.ts'
import { guardConnections, limited } from './sockets/rates.ts'
import { onSubscribe, onUnsubscribe } from './sockets/subscriptions.ts'

export type Notifier = { port: number; internalPort: number; close(): Promise<void> }

/** Starts a notifier. Everything is wired here, in order. Rejects if Postgres is unavailable or the port is in use. */
export async function startNotifier(config: Config, logger: Logger): Promise<Notifier> {
  const { limits } = config
  const metrics = buildMetrics('notifier')
  const db = openDatabase(config.databaseUrl, {
    maxConnections: config.databasePool,
    applicationName: 'askline-notifier',
    onError: (error) => logger.warn({ err: error }, 'A database connection was lost'),
  })
  watchDatabase(metrics, db)
  await checkDatabase(db)
  const verifier = await openTokenVerifier({ db, issuer: config.issuer, logger })

  const http = createServer()
  const io: SocketServer = new Server(http, {
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: limits.messageBytes,
    connectTimeout: limits.handshakeMs,
    serveClient: false,
    perMessageDeflate: false,
    // The handshake of the namespace refuses origins, and every page may read the refusal. No cookie admits anybody.
    cors: { origin: true },
  })
  const redis = openPatientRedis(config.redisUrl, logger, 'sockets')
  const reader = openPatientRedis(config.redisUrl, logger, 'changes')
  const listener: Listener = {
    onChanges: (changes, sentAt) => receive(changes, sentAt),
    onComposing: (...told) => {
      // A lost `composing` is not worth a retry.
      passOnComposing(...told).catch((error) => logger.warn({ err: error }, '`composing` could not be passed on'))
    },
    onGap() {
      logger.warn('Changes may have been missed, so all sockets have to connect again')
      gaps.inc()
      closer.closeAll()
    },
  }
  const { blockMs } = limits
  const stream = openStream({ redis, reader, prefix: config.queuePrefix, logger, listener, blockMs })
  const nsp = io.of(socketNamespace)
  const closer = buildCloser(nsp, limits, logger)
  const speaker: Speaker = buildSpeaker(nsp)
  const order = openOrder(speaker.tellChange)
  const expertKeys = openExpertKeys(db, nsp)
  const deliver = async (given: Change) => {
    const found = expertKeys.find(given.questionId, given.audience)
    const change = { ...given, experts: Array.isArray(found) ? found : await found }
    order.take(change)
    speaker.tellInboxes(change)
  }
  const findName = openNames(db)
  const passOnComposing: PassOnComposing = async (ids, keys) => {
    const experts = await expertKeys.find(ids.questionId, keys)
    await speaker.tellComposing(ids, expandKeys(keys, experts), () => findName(ids.companyId, ids.writerId))
  }
  const closing = new AbortController()
  const receive = buildReceiver({
    deliver,
    deliverRest(given) {
      const change = { ...given, experts: [] }
      order.take(change)
      speaker.tellInboxes(change)
      // Which of them the change concerns is unknown, so all of them fetch.
      const companyId = expertKeys.companyOf(given.audience)
      if (companyId !== undefined) closer.closeExpertsSoon(companyId)
      return companyId === undefined
    },
    metrics,
    logger,
    signal: closing.signal,
    patienceMs: limits.patienceMs,
    maxWaiting: limits.waitingChanges,
  })

  const cut = new Counter({
    name: 'askline_sockets_cut_total',
    help: 'Connections closed for flooding us or for reading too slowly.',
    labelNames: ['reason'],
    registers: [metrics.registry],
  })
  const gaps = new Counter({
    name: 'askline_stream_gaps_total',
    help: 'Gaps in the stream of changes, after which all connections were closed.',
    registers: [metrics.registry],
  })
  gaugeOf(metrics, 'askline_sockets', 'Sockets connected to this node.', () => nsp.sockets.size)
  gaugeOf(metrics, 'askline_rooms', 'Rooms on this node.', () => nsp.adapter.rooms.size)
  guardConnections(io, limits, cut)
  refuseAll(io.of('/'))
  admit(nsp, { verifier, origins: config.origins, limits, logger })
  const watches = openWatches(db)
  const subscribe = limited(limits, onSubscribe({ watches, order, limits, logger }))
  const unsubscribe = limited(limits, onUnsubscribe)
  const composing = limited(limits, onComposing({ db, watches, passOn: passOnComposing, stream, limits, logger }))
  nsp.on('connection', (socket) => {
    forgetHandshake(socket)
    joinInboxes(socket)
    socket.on('subscribe', subscribe)
    socket.on('unsubscribe', unsubscribe)
    socket.on('composing', composing)
  })
  const stopPresence = keepPresence(nsp, db, logger, limits.presenceMs)
  const stopWatchingTokens = watchTokens(nsp, verifier)

  const health = buildHealth('notifier', [postgresCheck(db), stream.health], logger)
  const answer = answerHealth(health.forClients)
  http.on('request', (request, response) => {
    if (request.url?.startsWith('/socket.io/')) return
    if (!answer(request.url ?? '', request.method ?? '', response)) response.writeHead(404).end()
  })
  await waitForStream(stream.started, closer.closeAll, logger)
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(config.port, config.host, () => resolve())
  })
  const port = portOf(http)
  const internal = await startHealthServer({ port: config.internalPort, host: config.internalHost, health, metrics })
  logger.info({ port }, 'The notifier is listening')

  return {
    port,
    internalPort: internal.port,
    async close() {
      health.stopServing()
      // A load balancer may still send requests until it notices.
      await pause(config.shutdownDelayMs)
      // Clients connect to another notifier from now on.
      http.close()
      await closer.stop()
      stopWatchingTokens()
      await stopPresence()
      stream.close()
      closing.abort()
      order.close()
      // Not by disconnectSockets(): a client that is told to disconnect stays away.
      const closed = io.close()
      http.closeAllConnections()
      await closed
      redis.disconnect()
      verifier.close()
      await db.close()
      await internal.close()
    },
  }
}

/** How long a notifier waits for the stream before it accepts sockets, in ms. Without Redis it accepts them after that. */
const firstReadMs = 3_000

/** Resolves when the stream is read. If that takes too long, clients who connected before have to connect again. */
async function waitForStream(started: Promise<void>, closeAll: () => void, logger: Logger): Promise<void> {
  await withDeadline(started, firstReadMs, 'Reading the stream of changes').catch((error) => {
    logger.warn({ err: error }, 'Sockets are accepted, but receive no changes yet')
    void started.then(closeAll)
  })
}
