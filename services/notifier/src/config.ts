import { commonEnv, issuerOf, Port, readEnv, Url } from '@askline/runtime'
import { Type } from 'typebox'

const Env = Type.Object({
  ...commonEnv,
  NOTIFIER_PORT: Port(3001),
  HOST: Type.String({ default: '0.0.0.0' }),
  /** The API's address as clients see it, with or without the version at its end: the issuer of its tokens. */
  PUBLIC_URL: { ...Url, default: 'http://localhost:3000' },
  /** Origins whose pages may connect, separated by commas; `*` for all. None by default; programs send no origin. */
  CORS_ORIGINS: Type.String({ default: '' }),
  DATABASE_POOL: Type.Integer({ minimum: 1, maximum: 200, default: 8 }),
})

export type Config = ReturnType<typeof readConfig>

/** What the notifier is told by its environment, in its own words. Throws runtime's EnvironmentError naming every fault. */
export function readConfig(env?: NodeJS.ProcessEnv) {
  const e = readEnv(Env, env)
  return {
    port: e.NOTIFIER_PORT,
    host: e.HOST,
    issuer: issuerOf(e.PUBLIC_URL),
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    redisUrl: e.REDIS_URL,
    queuePrefix: e.QUEUE_PREFIX,
    shutdownDelayMs: e.SHUTDOWN_DELAY_MS,
    origins: e.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    limits: standardLimits,
  }
}

/** What one socket may do. Times are ms. */
export const standardLimits = {
  messageBytes: 16 * 1024,
  questions: 100,
  messagesPerSecond: 10,
  /** Messages of one second after which the socket is closed. Above what a client sends that subscribes to all at once. */
  abusiveMessagesPerSecond: 150,
  bufferedBytes: 1024 * 1024,
  handshakeMs: 5_000,
  composingMs: 2_000,
  renewLeaseMs: 30_000,
  /** Connected experts are noted so often; in the database once a minute at most. */
  presenceMs: 30_000,
}
export type Limits = typeof standardLimits
