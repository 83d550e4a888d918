import { checkDatabase, type Database, openDatabase } from '@askline/db'
import { keepDeadJobs } from '@askline/domain/dead-letters/keep'
import { type Logger, watchDatabase } from '@askline/runtime'
import { openQueues, type Queues } from '@askline/runtime/queues'
import type { Config } from './routing-worker-config.ts'
import type { WorkerMetrics } from './worker-metrics.ts'

/** Opens Postgres and the queues. Does not wait for Redis. Rejects if the database has another schema or cannot be reached. */
export async function connect(config: Config, logger: Logger, metrics: WorkerMetrics) {
  const db: Database = openDatabase(config.databaseUrl, {
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
  const { redisUrl, queuePrefix: prefix } = config
  const queueOptions = { redisUrl, prefix, logger, metrics: metrics.common, keepDead }
  const queues: Queues = openQueues({ ...queueOptions, db })
  return { db, queues, queueOptions }
}
