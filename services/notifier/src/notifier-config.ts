import { commonEnv, Host, internalEnv, issuerOf, Port, readEnv, Url } from '@askline/runtime'
import { Type } from 'typebox'

/** Limits of one socket, and limits and times of the notifier. Times are in ms. */
export const standardLimits = {
  /** Sockets that one person, or one credential of an integration, may have open at this notifier. Settings replace both. */
  socketsPerPerson: 20,
  socketsPerCredential: 1_000,
  messageBytes: 16 * 1024,
  questions: 100,
  /** Subscriptions of a socket that receives `inbox-changed`: of an expert, agent or admin. */
  questionsBesideInbox: 1_000,
  messagesPerSecond: 10,
  /** Messages per second at which the socket is closed. A client that subscribes to all its questions at once stays below it. */
  abusiveMessagesPerSecond: 150,
  bufferedBytes: 1024 * 1024,
  handshakeMs: 5_000,
  composingMs: 2_000,
  renewLeaseMs: 30_000,
  /** How often the presence of connected experts is noted. The database is written at most once a minute. */
  presenceMs: 30_000,
  /** Time for which a change is tried again while Postgres is away. */
  patienceMs: 60_000,
  /** Changes that may wait for Postgres at the same time. They hold about 15 MB of memory. */
  waitingChanges: 10_000,
  /** Time for which reasons to close the connections of a company's experts are collected. */
  collectMs: 30_000,
  /** Connections that a notifier which stops closes together, at least. It pauses for 40 ms between two such groups. */
  closedTogether: 20,
  /** Time for which a read of the stream waits for an entry. A connection that is silent for twice this time is replaced. */
  blockMs: 5_000,
}
export type Limits = typeof standardLimits

const Env = Type.Object({
  ...commonEnv,
  HOST: Host,
  NOTIFIER_PORT: Port(3001),
  ...internalEnv(9001),
  /** The API's address as clients see it, with or without the version at its end. Tokens name it as their issuer. */
  PUBLIC_URL: { ...Url, default: 'http://localhost:3000' },
  /** Origins whose pages may connect beside that of PUBLIC_URL, separated by commas, or `*` for all. Programs need no entry. */
  CORS_ORIGINS: Type.String({ default: '' }),
  SOCKETS_PER_PERSON: Type.Integer({ minimum: 1, default: standardLimits.socketsPerPerson }),
  SOCKETS_PER_CREDENTIAL: Type.Integer({ minimum: 1, default: standardLimits.socketsPerCredential }),
  DATABASE_POOL: Type.Integer({ minimum: 1, maximum: 200, default: 8 }),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the configuration from the environment. Throws runtime's EnvironmentError with the name of every invalid variable. */
export function readConfig(env?: NodeJS.ProcessEnv) {
  const e = readEnv(Env, env)
  return {
    port: e.NOTIFIER_PORT,
    internalHost: e.INTERNAL_HOST,
    internalPort: e.INTERNAL_PORT,
    host: e.HOST,
    issuer: issuerOf(e.PUBLIC_URL),
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    redisUrl: e.REDIS_URL,
    queuePrefix: e.QUEUE_PREFIX,
    shutdownDelayMs: e.SHUTDOWN_DELAY_MS,
    origins: [
      new URL(e.PUBLIC_URL).origin,
      ...e.CORS_ORIGINS.split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    ],
    limits: {
      ...standardLimits,
      socketsPerPerson: e.SOCKETS_PER_PERSON,
      socketsPerCredential: e.SOCKETS_PER_CREDENTIAL,
    },
  }
}
