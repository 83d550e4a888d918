import {
  buildHealth,
  type Logger,
  postgresCheck,
  type RunningService,
  redisCheck,
  startHealthServer,
} from '@askline/runtime'
import { startWorker } from '@askline/runtime/queues'
import { connect } from './connect.ts'
import { loadAskingCompanies } from './load-asking-companies.ts'
import { backgroundLoops } from './loops/background-loops.ts'
import { buildWakeSignal, startLoops } from './loops/loop.ts'
import { buildQuarantine } from './loops/quarantine.ts'
import { openLearning } from './open-learning.ts'
import { buildLanguageFinder, type LanguageFinder } from './routing/language.ts'
import { buildPromiseCounter } from './routing/promise-counter.ts'
import { buildRouter } from './routing/router.ts'
import { routingHandlers } from './routing-handlers.ts'
import type { Config } from './routing-worker-config.ts'
import { textHandlers } from './text/answer-request.ts'
import { buildQuestionReader } from './text/question-reader.ts'
import { trainingConcurrency, trainingHandlers } from './training/training-handlers.ts'
import { buildWorkerMetrics } from './worker-metrics.ts'

/**
 * Starts a routing worker; any number may run. It starts, and stays up, while Redis is away. Rejects if its port is taken or the
 * database has another schema.
 */
export async function startRoutingWorker(
  config: Config,
  logger: Logger,
  findLanguages: LanguageFinder = buildLanguageFinder({
    onError: (err) => logger.warn({ err }, 'Languages of questions cannot be found now'),
  }),
): Promise<RunningService & { internalPort: number }> {
  const metrics = buildWorkerMetrics()
  const languages = findLanguages([])
  const { db, queues, queueOptions } = await connect(config, logger, metrics)
  const { textTrainer, ...learning } = openLearning(db, config, logger, metrics)
  const { evidence, texts, snapshots, trainingPool } = learning

  const promises = buildPromiseCounter(db, metrics.countPromise)
  const readQuestions = buildQuestionReader(texts, (err) => logger.warn({ err }, 'Loading text models failed'))
  const router = buildRouter(db, evidence, { promises, readQuestions, findLanguages, addWait: metrics.addRouteWait })
  const quarantine = buildQuarantine(db, router, logger, config.jobLockMs)
  const clockSignal = buildWakeSignal()

  // Both take seconds on a busy machine. Another worker routes the questions until then.
  await Promise.all([languages, loadAskingCompanies(db, evidence, texts, logger)])
  // A worker per queue, so that routing never waits behind texts or files.
  const { jobConcurrency, jobLockMs: lockMs } = config
  const forRouting = routingHandlers(db, router, quarantine, clockSignal.wake)
  const workers = [
    startWorker('routing', forRouting, {
      ...queueOptions,
      concurrency: jobConcurrency,
      mostJobs: jobConcurrency,
      lockMs,
    }),
    startWorker('text', textHandlers(db, texts, evidence, findLanguages), { ...queueOptions, concurrency: 32 }),
    startWorker('training', trainingHandlers(db, trainingPool), {
      ...queueOptions,
      concurrency: trainingConcurrency,
      mostJobs: trainingConcurrency,
    }),
  ]
  const context = { ...learning, db, queues, logger, metrics, router, promises, quarantine, clockSignal }
  const loops = startLoops(backgroundLoops(context), logger)
  const checks = [postgresCheck(db), ...workers.map((worker) => worker.health), redisCheck(queues)]
  const health = buildHealth('routing-worker', checks, logger)

  async function close(): Promise<void> {
    health.stopServing()
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
    const server = await startHealthServer({
      port: config.internalPort,
      host: config.internalHost,
      health,
      metrics: metrics.common,
    })
    logger.info({ internalPort: server.port }, 'The routing worker is ready')
    return { internalPort: server.port, close: () => close().then(() => server.close()) }
  } catch (error) {
    await close()
    throw error
  }
}
