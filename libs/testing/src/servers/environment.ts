import { delimiter } from 'node:path'

/** Existing servers named by the environment. */
export type ServerEnvironment = {
  databaseUrl: string | undefined
  redisUrl: string | undefined
  dockerHost: string | undefined
  path: string
}

/** Reads `DATABASE_URL`, `REDIS_URL`, `DOCKER_HOST` and `PATH`. An empty value counts as missing. */
export function readServerEnvironment(env: NodeJS.ProcessEnv = process.env): ServerEnvironment {
  return {
    databaseUrl: env['DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    dockerHost: env['DOCKER_HOST'] || undefined,
    // On some systems servers are in sbin folders, which an ordinary user's path may lack.
    path: [env['PATH'], '/usr/local/sbin', '/usr/sbin'].filter(Boolean).join(delimiter),
  }
}
