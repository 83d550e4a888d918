import { commonEnv, EnvironmentError, issuerOf, Port, readEnv, Url } from '@askline/runtime'
import { Type } from 'typebox'

const PerMinute = (standard: number) => Type.Integer({ minimum: 1, default: standard })

const Env = Type.Object({
  ...commonEnv,
  PORT: Port(3000),
  /** Where metrics are read; none without it. */
  INTERNAL_PORT: Type.Optional(Port(0)),
  HOST: Type.String({ default: '0.0.0.0' }),
  /** The address as clients see it, with or without the version at its end. */
  PUBLIC_URL: Type.Optional(Url),
  /** Where clients find the notifier's socket, if not at PUBLIC_URL. */
  SOCKET_URL: Type.Optional(Url),
  TOKEN_LIFETIME_SECONDS: Type.Integer({ minimum: 1, maximum: 86_400, default: 3_600 }),
  /** How long a sign-in lasts, however often its tokens are refreshed. */
  SIGN_IN_LIFETIME_SECONDS: Type.Integer({ minimum: 60, maximum: 31_536_000, default: 2_592_000 }),
  /** Connections of each of the two pools. */
  DATABASE_POOL: Type.Integer({ minimum: 1, maximum: 200, default: 16 }),
  RATE_LIMIT_PER_TOKEN: PerMinute(1_500_000),
  RATE_LIMIT_PER_ADDRESS: PerMinute(3_000_000),
  RATE_LIMIT_OAUTH_PER_ADDRESS: PerMinute(30_000),
  /** Tries to sign in, and wrong client secrets, that one address may make. */
  RATE_LIMIT_SIGN_IN_PER_ADDRESS: PerMinute(30),
  /** Wrong passwords for one person in a quarter of an hour, from anywhere. */
  RATE_LIMIT_SIGN_IN_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 10 }),
  RATE_LIMIT_STORE: Type.Enum(['local', 'redis'], { default: 'local' }),
  /** Origins that browsers may call from, separated by commas; `*` for all. None by default. */
  CORS_ORIGINS: Type.String({ default: '' }),
  /** Whose X-Forwarded-For and -Proto are believed: `false`, `true` for anybody's, or addresses and networks of proxies. */
  TRUST_PROXY: Type.String({ default: 'false', pattern: '^(true|false|[0-9a-fA-F.:/]+(,[0-9a-fA-F.:/]+)*)$' }),
  /** What plain HTTP is answered behind a proxy: 308 to HTTPS, or 403. Needs TRUST_PROXY. */
  HTTPS_MODE: Type.Enum(['off', 'redirect', 'refuse'], { default: 'off' }),
  /** How long a client may take to send a request with its file. */
  UPLOAD_SECONDS: Type.Integer({ minimum: 10, maximum: 3_600, default: 30 }),
  SLOW_REQUEST_MS: Type.Integer({ minimum: 1, default: 1_000 }),
  /** Mean delay of the event loop above which requests are refused; 0 for never. */
  MAX_EVENT_LOOP_DELAY_MS: Type.Integer({ minimum: 0, default: 2_000 }),
  /** Heap above which requests are refused; 0 for never. */
  MAX_HEAP_MB: Type.Integer({ minimum: 0, default: 0 }),
})

export type Config = ReturnType<typeof readConfig>

/** What the API is told by its environment, in its own words. Throws runtime's EnvironmentError naming every fault. */
export function readConfig(env?: NodeJS.ProcessEnv) {
  const e = readEnv(Env, env)
  if (e.HTTPS_MODE !== 'off' && e.TRUST_PROXY === 'false') {
    throw new EnvironmentError(
      'The environment is not usable: HTTPS_MODE needs TRUST_PROXY, which tells how a request came',
    )
  }
  const origin = issuerOf(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`)
  return {
    port: e.PORT,
    host: e.HOST,
    internalPort: e.INTERNAL_PORT,
    /** The `iss` of tokens: RFC 8414 finds its metadata below it. */
    issuer: origin,
    /** The versioned base address. */
    publicUrl: `${origin}/v1`,
    /** The socket's address, without the namespace. */
    socketUrl: issuerOf(e.SOCKET_URL ?? origin),
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    redisUrl: e.REDIS_URL,
    queuePrefix: e.QUEUE_PREFIX,
    shutdownGraceMs: e.SHUTDOWN_GRACE_MS,
    shutdownDelayMs: e.SHUTDOWN_DELAY_MS,
    tokenLifetimeSeconds: e.TOKEN_LIFETIME_SECONDS,
    signInLifetimeSeconds: e.SIGN_IN_LIFETIME_SECONDS,
    rates: {
      perToken: e.RATE_LIMIT_PER_TOKEN,
      perAddress: e.RATE_LIMIT_PER_ADDRESS,
      oauthPerAddress: e.RATE_LIMIT_OAUTH_PER_ADDRESS,
      signInPerAddress: e.RATE_LIMIT_SIGN_IN_PER_ADDRESS,
      signInPerAccount: e.RATE_LIMIT_SIGN_IN_PER_ACCOUNT,
      store: e.RATE_LIMIT_STORE,
    },
    corsOrigins: e.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    trustProxy: e.TRUST_PROXY === 'true' || (e.TRUST_PROXY !== 'false' && e.TRUST_PROXY.split(',')),
    httpsMode: e.HTTPS_MODE,
    uploadMs: e.UPLOAD_SECONDS * 1_000,
    slowRequestMs: e.SLOW_REQUEST_MS,
    maxEventLoopDelayMs: e.MAX_EVENT_LOOP_DELAY_MS,
    maxHeapBytes: e.MAX_HEAP_MB * 1024 * 1024,
  }
}
