import { commonEnv, internalEnv, readEnv } from '@askline/runtime'
import { Type } from 'typebox'

const Env = Type.Object({
  ...commonEnv,
  ...internalEnv(9002),
  /** Connections of each of the two pools. */
  DATABASE_POOL: Type.Integer({ minimum: 4, maximum: 200, default: 10 }),
  /** Concurrent jobs. They share batches of 128 questions, of which two are in flight. The others wait. */
  JOB_CONCURRENCY: Type.Integer({ minimum: 1, maximum: 5_000, default: 1_000 }),
  /** Time in ms without a sign of life after which another process takes a job over. */
  JOB_LOCK_MS: Type.Integer({ minimum: 1_000, maximum: 300_000, default: 30_000 }),
  /**
   * Resolved questions in memory: of the largest company, and once more of all others together. About half a kilobyte each. A
   * snapshot holds all questions of a company in less than 2 GiB.
   */
  EVIDENCE_QUESTIONS: Type.Integer({ minimum: 1_000, maximum: 3_000_000, default: 1_000_000 }),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the configuration from the environment. Throws EnvironmentError, which names every invalid variable. */
export function readConfig(env?: NodeJS.ProcessEnv) {
  const e = readEnv(Env, env)
  return {
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    redisUrl: e.REDIS_URL,
    queuePrefix: e.QUEUE_PREFIX,
    internalHost: e.INTERNAL_HOST,
    internalPort: e.INTERNAL_PORT,
    jobConcurrency: e.JOB_CONCURRENCY,
    jobLockMs: e.JOB_LOCK_MS,
    evidenceQuestions: e.EVIDENCE_QUESTIONS,
    shutdownGraceMs: e.SHUTDOWN_GRACE_MS,
  }
}
