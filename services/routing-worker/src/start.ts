import { checkSchema, openDatabase } from '@askline/db'
import { keepDeadJobs } from '@askline/domain'
import {
  buildHealth,
  buildMetrics,
  Counter,
  gaugeOf,
  Histogram,
  type KeepDead,
  type Logger,
  openQueues,
  postgresCheck,
  type RunningService,
  redisCheck,
  startHealthServer,
  startWorker,
} from '@askline/runtime'
import type { Config } from './config.ts'
import { buildEvidenceBook, standardLimits } from './evidence/evidence-book.ts'
import { openSnapshotKeeper } from './evidence/snapshot-keeper.ts'
import { routingHandlers } from './handlers.ts'
import { startClockKeeper } from './loops/clock-keeper.ts'
import { buildPromisesMade, startPromiseKeeper } from './loops/promise-keeper.ts'
import { startQuarantine } from './loops/quarantine.ts'
import { startReconciler } from './loops/reconciler.ts'
import {
  startDeadLetterCount,
  startErasures,
  startFileReader,
  startHousekeeper,
  startRefresher,
  startRelay,
  startSnapshots,
  startSweepers,
  startTextRefresher,
  startTrainers,
} from './loops/start-loops.ts'
import { buildRouter } from './routing/router.ts'
import { textHandlers } from './text/answer-request.ts'
import { buildFirstLook } from './text/first-look.ts'
import { buildTextBook } from './text/text-book.ts'
import { buildTrainer } from './text/trainer.ts'
import { trainingHandlers } from './training/handlers.ts'
import { openSchool } from './training/train-company.ts'

/** Files read at a time; of trainings one, however many wait. */
const filesAtOnce = 4
/** Requests about texts at a time. */
const textsAtOnce = 32

/** Starts a routing worker; any number may run. It starts, and stays, while Redis is away. Rejects when its port is taken, or the database has another schema. */
export async function startRoutingWorker(
  config: Config,
  logger: Logger,
): Promise<RunningService & { healthPort: number }> {
  const metrics = buildMetrics('routing-worker')
  const db = openDatabase(config.databaseUrl, {
    applicationName: 'askline-routing-worker',
    maxConnections: config.databasePool,
    // No transaction runs before the queues are open.
    handOver: (rows) => queues.handOver(rows),
    onError: (err) => logger.debug({ err }, 'A connection to Postgres was lost'),
  })
  await checkSchema(db.system).catch(async (error) => {
    await db.close()
    throw error
  })
  const keepDead: KeepDead = async (letters) => {
    await keepDeadJobs(db, letters)
  }
  const connection = { redisUrl: config.redisUrl, prefix: config.queuePrefix, logger, metrics, keepDead }
  const queues = openQueues({ ...connection, db })
  const questions = config.evidenceQuestions
  const book = buildEvidenceBook(db, { questions, questionsPerCompany: questions }, (err, companyId) =>
    logger.error({ err, companyId }, 'What experts of a company resolve could not be learned'),
  )
  const keeper = openSnapshotKeeper(db, config.databaseUrl, {
    most: questions,
    least: standardLimits.leastOfSnapshot,
    chunk: 250,
  })
  const promisesCounted = new Counter({
    name: 'askline_promises_total',
    help: 'Answer times that this worker promised to askers, by how they were kept.',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const promises = buildPromisesMade(db, (outcome) => promisesCounted.inc({ outcome }))
  const trainer = buildTrainer()
  const texts = buildTextBook(db, trainer)
  const look = buildFirstLook(texts, (err) => logger.warn({ err }, 'A text book could not be opened'))
  const router = buildRouter(db, book, { promises, look })
  const clocks = startClockKeeper(db, router, book, logger)
  const quarantine = startQuarantine(db, router, logger, config.jobLockMs)
  const worker = startWorker('routing', routingHandlers(db, router, quarantine, clocks.wake), {
    ...connection,
    concurrency: config.jobConcurrency,
    lockMs: config.jobLockMs,
  })

  // A worker of its own: routing never waits behind texts.
  const textWorker = startWorker('text', textHandlers(db, texts, book), { ...connection, concurrency: textsAtOnce })

  const school = openSchool(db)
  const trainingWorker = startWorker('training', trainingHandlers(db, school), {
    ...connection,
    concurrency: filesAtOnce,
  })

  const limbo = new Counter({
    name: 'askline_limbo_total',
    help: 'Questions, offers and loads that broke an invariant and were mended. Wanted: 0.',
    labelNames: ['invariant'],
    registers: [metrics.registry],
  })
  let outboxAge = 0
  let deadLetters = 0
  const late = new Histogram({
    name: 'askline_deadline_late_seconds',
    help: 'Seconds after its time that a deadline was met.',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [metrics.registry],
  })
  const loops = [
    clocks,
    quarantine,
    startRelay(db, queues, logger, (seconds) => {
      outboxAge = seconds
    }),
    ...startSweepers(db, logger, (lateMs) => {
      for (const ms of lateMs) late.observe(ms / 1000)
    }),
    startRefresher(book, logger),
    startSnapshots(db, keeper, logger),
    startReconciler(db, logger, (repaired) => {
      for (const [invariant, count] of Object.entries(repaired)) limbo.inc({ invariant }, count)
    }),
    startErasures(db, logger),
    startDeadLetterCount(db, logger, (open) => {
      deadLetters = open
    }),
    startHousekeeper(db, logger),
    startTextRefresher(texts, logger),
    startPromiseKeeper(promises, logger),
    startFileReader(db, logger),
    ...startTrainers(db, school, logger),
  ]
  gaugeOf(metrics, 'askline_outbox_oldest_seconds', 'Age of the oldest job that is not in BullMQ.', () => outboxAge)
  gaugeOf(metrics, 'askline_dead_letters', 'Dead letters that wait for somebody. Wanted: 0.', () => deadLetters)
  gaugeOf(metrics, 'askline_evidence_companies', 'Companies in memory.', () => book.companies)
  gaugeOf(metrics, 'askline_evidence_questions', 'Resolved questions in memory.', () => book.questions)

  const health = buildHealth('routing-worker', [
    postgresCheck(db),
    worker.health,
    textWorker.health,
    trainingWorker.health,
    redisCheck(queues),
  ])
  const close = async () => {
    health.stopServing()
    router.hurry()
    const graceMs = config.shutdownGraceMs
    // What is trained just now another process begins anew.
    await Promise.all([school.close(), keeper.close()])
    await Promise.all([worker, textWorker, trainingWorker].map((one) => one.close(graceMs * 0.6)))
    await trainer.close()
    await Promise.all(loops.map((loop) => loop.stop()))
    await queues.drain(graceMs * 0.1)
    await queues.close()
    await db.close()
  }
  try {
    const server = await startHealthServer({ port: config.healthPort, health, metrics })
    logger.info({ healthPort: server.port }, 'Routing')
    return {
      healthPort: server.port,
      async close() {
        await close()
        await server.close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
