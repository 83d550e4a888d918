import { delimiter } from 'node:path'

/** Existing servers named by the environment. */
export type ServerEnvironment = {
  databaseUrl: string | undefined
  redisUrl: string | undefined
  dockerHost: string | undefined
  path: string
  /** How tests and services reach Postgres through a PgBouncer in transaction mode: see `Pooler` of `@askline/db`. */
  pooler: 'transaction' | 'prepared' | undefined
}

/**
 * Reads `DATABASE_URL`, `REDIS_URL`, `DOCKER_HOST`, `PATH` and `TEST_POOLER`. An empty value counts as missing.
 * Throws if `TEST_POOLER` has an unknown value.
 */
export function readServerEnvironment(env: NodeJS.ProcessEnv = process.env): ServerEnvironment {
  const pooler = env['TEST_POOLER'] || undefined
  if (pooler !== undefined && pooler !== 'transaction' && pooler !== 'prepared') {
    throw new TypeError(`TEST_POOLER must be "transaction", "prepared" or missing; got "${pooler}".`)
  }
  return {
    databaseUrl: env['DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    dockerHost: env['DOCKER_HOST'] || undefined,
    // On some systems servers are in sbin folders, which an ordinary user's path may lack.
    pooler,
    path: [env['PATH'], '/usr/local/sbin', '/usr/sbin'].filter(Boolean).join(delimiter),
  }
}
