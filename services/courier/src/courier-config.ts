import { readAllowedRanges } from '@askline/outbound'
import { commonEnv, internalEnv, issuerOf, readEnv, SecretsKey, Url } from '@askline/runtime'
import { Type } from 'typebox'

const Env = Type.Object({
  ...commonEnv,
  ...internalEnv(9003),
  NODE_ENV: Type.Optional(Type.String()),
  /** The API's address as clients see it. Messages for chats link to it. */
  PUBLIC_URL: { ...Url, default: 'http://localhost:3000' },
  /** The key of the API: it encrypts the secrets that sign. */
  SECRETS_KEY: SecretsKey,
  /** Ranges that may be sent to beside public addresses, separated by commas. None by default. */
  OUTBOUND_ALLOWED: Type.String({ default: '' }),
  /** Connections to Postgres. */
  DATABASE_POOL: Type.Integer({ minimum: 2, maximum: 200, default: 6 }),
})

/** Times of a courier, in ms. */
const standardTimes = {
  /** Pause between looks for work while nothing happens. */
  everyMs: 2_000,
  /** The same for a second after a change. */
  soonMs: 250,
  /** Time after which another courier takes over the endpoints of one that was killed. */
  leaseMs: 15_000,
}

export type Config = ReturnType<typeof readConfig>

/** Reads the configuration from the environment. Throws EnvironmentError, or a TypeError for OUTBOUND_ALLOWED; both name the fault. */
export function readConfig(env?: NodeJS.ProcessEnv) {
  const e = readEnv(Env, env)
  return {
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    redisUrl: e.REDIS_URL,
    queuePrefix: e.QUEUE_PREFIX,
    internalHost: e.INTERNAL_HOST,
    internalPort: e.INTERNAL_PORT,
    publicUrl: `${issuerOf(e.PUBLIC_URL)}/v1`,
    secretsKey: e.SECRETS_KEY,
    allowed: readAllowedRanges(e.OUTBOUND_ALLOWED),
    isProduction: e.NODE_ENV === 'production',
    times: standardTimes,
  }
}
