import { delimiter } from 'node:path'

/** What the environment says about servers that exist already. */
export type ServerEnvironment = {
  databaseUrl: string | undefined
  redisUrl: string | undefined
  dockerHost: string | undefined
  path: string
}

/** Reads `DATABASE_URL`, `REDIS_URL`, `DOCKER_HOST` and `PATH`; an empty value counts as not given. */
export function readServerEnvironment(env: NodeJS.ProcessEnv = process.env): ServerEnvironment {
  return {
    databaseUrl: env['DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    dockerHost: env['DOCKER_HOST'] || undefined,
    // Servers lie in sbin folders on some systems, which an ordinary user's path may lack.
    path: [env['PATH'], '/usr/local/sbin', '/usr/sbin'].filter(Boolean).join(delimiter),
  }
}
