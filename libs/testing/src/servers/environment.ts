import { delimiter } from 'node:path'

/** Existing servers named by the environment. */
export type ServerEnvironment = {
  databaseUrl: string | undefined
  redisUrl: string | undefined
  dockerHost: string | undefined
  path: string
  /** How tests and services reach Postgres through a PgBouncer in transaction mode: see `Pooler` of `@askline/db`. */
  pooler: 'transaction' | 'prepared' | undefined
  /** The program that tests start as Redis. Default: the first of them that runs here. */
  redisProgram: RedisProgramName | undefined
}

export type RedisProgramName = 'redis-server' | 'valkey-server'

/**
 * Reads `DATABASE_URL`, `REDIS_URL`, `DOCKER_HOST`, `PATH`, `TEST_POOLER` and `TEST_REDIS`. An empty value counts as missing.
 * Throws if `TEST_POOLER` or `TEST_REDIS` has an unknown value.
 */
export function readServerEnvironment(env: NodeJS.ProcessEnv = process.env): ServerEnvironment {
  const pooler = env['TEST_POOLER'] || undefined
  if (pooler !== undefined && pooler !== 'transaction' && pooler !== 'prepared') {
    throw new TypeError(`TEST_POOLER must be "transaction", "prepared" or missing; got "${pooler}".`)
  }
  const redisProgram = env['TEST_REDIS'] || undefined
  if (redisProgram !== undefined && redisProgram !== 'redis-server' && redisProgram !== 'valkey-server') {
    throw new TypeError(`TEST_REDIS must be "redis-server", "valkey-server" or missing; got "${redisProgram}".`)
  }
  return {
    databaseUrl: env['DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    dockerHost: env['DOCKER_HOST'] || undefined,
    pooler,
    redisProgram,
    // On some systems servers are in sbin folders, which an ordinary user's path may lack.
    path: [env['PATH'], '/usr/local/sbin', '/usr/sbin'].filter(Boolean).join(delimiter),
  }
}
