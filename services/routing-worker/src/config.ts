import { commonEnv, healthEnv, readEnv } from '@askline/runtime'
import { Type } from 'typebox'

const Env = Type.Object({
  ...commonEnv,
  ...healthEnv(3002),
  /** Connections of each of the two pools. */
  DATABASE_POOL: Type.Integer({ minimum: 4, maximum: 200, default: 10 }),
  /** Jobs at a time. They share batches of 128 questions, two in flight: the rest are the next batches, or wait while asks go first. */
  JOB_CONCURRENCY: Type.Integer({ minimum: 1, maximum: 5_000, default: 1_000 }),
  /** How long a process may be silent about a job, in ms, before another one takes the job over. */
  JOB_LOCK_MS: Type.Integer({ minimum: 1_000, maximum: 300_000, default: 30_000 }),
  /**
   * Resolved questions held in memory as evidence, of one company, and of all others beside the largest; half a kilobyte each.
   * A snapshot holds all of a company's, and less than 2 GiB.
   */
  EVIDENCE_QUESTIONS: Type.Integer({ minimum: 1_000, maximum: 3_000_000, default: 1_000_000 }),
})

export type Config = ReturnType<typeof readConfig>

/** What the routing worker is told by its environment, in its own words. Throws runtime's EnvironmentError naming every fault. */
export function readConfig(env?: NodeJS.ProcessEnv) {
  const e = readEnv(Env, env)
  return {
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    redisUrl: e.REDIS_URL,
    queuePrefix: e.QUEUE_PREFIX,
    healthPort: e.HEALTH_PORT,
    jobConcurrency: e.JOB_CONCURRENCY,
    jobLockMs: e.JOB_LOCK_MS,
    evidenceQuestions: e.EVIDENCE_QUESTIONS,
    shutdownGraceMs: e.SHUTDOWN_GRACE_MS,
  }
}
