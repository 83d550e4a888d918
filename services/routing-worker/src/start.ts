import { checkDatabase, openDatabase } from '@askline/db'
import { keepDeadJobs } from '@askline/domain/dead-letters/keep'
import { buildEvidenceCache, standardLimits } from '@askline/learning/evidence/evidence-cache'
import { openSnapshotMaker } from '@askline/learning/snapshots/snapshot-maker'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import { openTrainingPool } from '@askline/learning/training/training-pool'
import {
  buildHealth,
  type Logger,
  openQueues,
  postgresCheck,
  type RunningService,
  redisCheck,
  startHealthServer,
  startWorker,
  watchDatabase,
} from '@askline/runtime'
import type { Config } from './config.ts'
import { routingHandlers } from './handlers.ts'
import { backgroundLoops } from './loops/background-loops.ts'
import { buildWakeSignal, startLoops } from './loops/loop.ts'
import { buildQuarantine } from './loops/quarantine.ts'
import { buildWorkerMetrics } from './metrics.ts'
import { buildPromiseCounter } from './routing/promise-counter.ts'
import { buildRouter } from './routing/router.ts'
import { textHandlers } from './text/answer-request.ts'
import { buildQuestionReader } from './text/question-reader.ts'
import { trainingHandlers } from './training/handlers.ts'

/** Concurrent jobs of the queues that read texts and files. */
const concurrency = { text: 32, training: 4 }

/**
 * Starts a routing worker; any number may run. It starts, and stays up, while Redis is away. Rejects if its port is taken or the
 * database has another schema.
 */
export async function startRoutingWorker(
  config: Config,
  logger: Logger,
): Promise<RunningService & { healthPort: number }> {
  const metrics = buildWorkerMetrics()
  const db = openDatabase(config.databaseUrl, {
    applicationName: 'askline-routing-worker',
    maxConnections: config.databasePool,
    // No transaction runs before the queues are open.
    handOver: (rows) => queues.handOver(rows),
    onError: (err) => logger.debug({ err }, 'A connection to Postgres was lost'),
  })
  watchDatabase(metrics.common, db)
  await checkDatabase(db).catch(async (error) => {
    await db.close()
    throw error
  })
  const keepDead = async (letters: Parameters<typeof keepDeadJobs>[1]) => void (await keepDeadJobs(db, letters))
  const queueOptions = {
    redisUrl: config.redisUrl,
    prefix: config.queuePrefix,
    logger,
    metrics: metrics.common,
    keepDead,
  }
  const queues = openQueues({ ...queueOptions, db })

  const questions = config.evidenceQuestions
  const evidence = buildEvidenceCache(db, { questions, questionsPerCompany: questions }, (err, companyId) =>
    logger.error({ err, companyId }, 'Fitting the chances of resolution of a company failed'),
  )
  metrics.watchEvidence(evidence)
  const bounds = { most: questions, least: standardLimits.leastOfSnapshot, chunk: 250 }
  const snapshots = openSnapshotMaker(db, config.databaseUrl, bounds)
  const textTrainer = buildTrainer()
  const texts = buildTextCache(db, textTrainer)
  const trainingPool = openTrainingPool(db)

  const promises = buildPromiseCounter(db, metrics.countPromise)
  const readQuestions = buildQuestionReader(texts, (err) => logger.warn({ err }, 'Loading text models failed'))
  const router = buildRouter(db, evidence, { promises, readQuestions })
  const quarantine = buildQuarantine(db, router, logger, config.jobLockMs)
  const clockSignal = buildWakeSignal()

  // A worker per queue, so that routing never waits behind texts or files.
  const workers = [
    startWorker('routing', routingHandlers(db, router, quarantine, clockSignal.wake), {
      ...queueOptions,
      concurrency: config.jobConcurrency,
      lockMs: config.jobLockMs,
    }),
    startWorker('text', textHandlers(db, texts, evidence), { ...queueOptions, concurrency: concurrency.text }),
    startWorker('training', trainingHandlers(db, trainingPool), {
      ...queueOptions,
      concurrency: concurrency.training,
    }),
  ]
  const context = { db, queues, logger, metrics, router, evidence, texts, snapshots, trainingPool, promises }
  const loops = startLoops(backgroundLoops({ ...context, quarantine, clockSignal }), logger)
  const health = buildHealth('routing-worker', [
    postgresCheck(db),
    ...workers.map((worker) => worker.health),
    redisCheck(queues),
  ])

  async function close(): Promise<void> {
    health.stopServing()
    router.skipPauses()
    // Another process starts the interrupted trainings and snapshots again.
    await Promise.all([trainingPool.close(), snapshots.close()])
    await Promise.all(workers.map((worker) => worker.close(config.shutdownGraceMs * 0.6)))
    await textTrainer.close()
    await loops.stop()
    await queues.drain(config.shutdownGraceMs * 0.1)
    await queues.close()
    await db.close()
  }
  try {
    const server = await startHealthServer({ port: config.healthPort, health, metrics: metrics.common })
    logger.info({ healthPort: server.port }, 'The routing worker is ready')
    return { healthPort: server.port, close: () => close().then(() => server.close()) }
  } catch (error) {
    await close()
    throw error
  }
}
