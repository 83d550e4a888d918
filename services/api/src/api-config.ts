import { readAllowedRanges } from '@askline/outbound'
import {
  commonEnv,
  EnvironmentError,
  Host,
  internalEnv,
  issuerOf,
  Port,
  readEnv,
  SecretsKey,
  Url,
} from '@askline/runtime'
import { Type } from 'typebox'

const PerMinute = (standard: number) => Type.Integer({ minimum: 1, default: standard })

const Env = Type.Object({
  ...commonEnv,
  HOST: Host,
  PORT: Port(3000),
  ...internalEnv(9000),
  /** The address as clients see it, with or without the version at its end. */
  PUBLIC_URL: Type.Optional(Url),
  /** The address of the notifier's socket, if it is not PUBLIC_URL. */
  SOCKET_URL: Type.Optional(Url),
  /** Encrypts the token signing keys in the database: one key, or the new and the old one during a rotation. */
  SECRETS_KEY: SecretsKey,
  /** Folder of the built pages (`services/desk/dist`). Without it no pages are served. */
  PAGES_DIR: Type.Optional(Type.String({ minLength: 1 })),
  /** Origin from which the pages load `/assets`, such as a CDN before this API. Default: the API itself. */
  ASSETS_URL: Type.Optional(Url),
  /** Tag of a demo company. Any visitor may act as its people, with one click at `/demo/expert`. Never in production. */
  DEMO_SIGN_IN: Type.Optional(Type.String({ minLength: 1 })),
  /** `production` forbids DEMO_SIGN_IN. */
  NODE_ENV: Type.String({ default: 'production' }),
  TOKEN_LIFETIME_SECONDS: Type.Integer({ minimum: 1, maximum: 86_400, default: 3_600 }),
  /** Lifetime of a sign-in. Refreshing its tokens does not extend it. */
  SIGN_IN_LIFETIME_SECONDS: Type.Integer({ minimum: 60, maximum: 31_536_000, default: 2_592_000 }),
  /** A streaming standby of DATABASE_URL, which answers reports. Without it the primary does. */
  DATABASE_REPLICA_URL: Type.Optional(commonEnv.DATABASE_URL),
  /** Connections of each of the two pools. */
  DATABASE_POOL: Type.Integer({ minimum: 1, maximum: 200, default: 16 }),
  /** Requests per minute of one person or credential: GET counts as a read, everything else as a write. */
  RATE_LIMIT_USER_READS: PerMinute(600),
  RATE_LIMIT_USER_WRITES: PerMinute(60),
  /** Experts, agents and admins. */
  RATE_LIMIT_STAFF_READS: PerMinute(6_000),
  RATE_LIMIT_STAFF_WRITES: PerMinute(600),
  RATE_LIMIT_INTEGRATION_READS: PerMinute(60_000),
  RATE_LIMIT_INTEGRATION_WRITES: PerMinute(6_000),
  /** Requests per minute from one address, or from one /64 of IPv6. */
  RATE_LIMIT_PER_ADDRESS: PerMinute(3_000_000),
  RATE_LIMIT_OAUTH_PER_ADDRESS: PerMinute(30_000),
  /** Failed attempts to sign in per minute from one address. Browsers in which the person signed in before are not counted. */
  RATE_LIMIT_SIGN_IN_PER_ADDRESS: PerMinute(30),
  /** Access tokens per minute that one session of a browser obtains. */
  RATE_LIMIT_SESSION_TOKENS: PerMinute(60),
  /** Wrong client secrets per minute for one client id from one address. */
  RATE_LIMIT_WRONG_SECRETS: PerMinute(30),
  /** Wrong passwords for one account from one address before delays begin; four times as many from all addresses. */
  RATE_LIMIT_SIGN_IN_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 10 }),
  RATE_LIMIT_STORE: Type.Enum(['local', 'redis'], { default: 'local' }),
  /** Origins that browsers may call from, separated by commas; `*` for all. None by default. */
  CORS_ORIGINS: Type.String({ default: '' }),
  /** Ranges that webhooks may lead to beside public addresses, separated by commas. None by default. */
  OUTBOUND_ALLOWED: Type.String({ default: '' }),
  /** Proxies whose X-Forwarded-For and -Proto are trusted: `false`, `true` for every one, or addresses and networks. */
  TRUST_PROXY: Type.String({ default: 'false', pattern: '^(true|false|[0-9a-fA-F.:/]+(,[0-9a-fA-F.:/]+)*)$' }),
  /** Answer to plain HTTP behind a proxy: 308 to HTTPS, or 403. Needs TRUST_PROXY. */
  HTTPS_MODE: Type.Enum(['off', 'redirect', 'refuse'], { default: 'off' }),
  /** Seconds that a client may take to upload a file. */
  UPLOAD_SECONDS: Type.Integer({ minimum: 10, maximum: 3_600, default: 30 }),
  SLOW_REQUEST_MS: Type.Integer({ minimum: 1, default: 1_000 }),
  /** Mean delay of the event loop above which requests are refused; 0 disables the check. */
  MAX_EVENT_LOOP_DELAY_MS: Type.Integer({ minimum: 0, default: 2_000 }),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the configuration from the environment. Throws EnvironmentError that names every fault. */
export function readConfig(env?: NodeJS.ProcessEnv) {
  const e = readEnv(Env, env)
  if (e.HTTPS_MODE !== 'off' && e.TRUST_PROXY === 'false') {
    throw new EnvironmentError(
      'HTTPS_MODE requires TRUST_PROXY, because only a trusted proxy reports the protocol of a request. Set both or neither.',
    )
  }
  if (e.DEMO_SIGN_IN !== undefined && e.NODE_ENV === 'production') {
    throw new EnvironmentError(
      'The environment is invalid: DEMO_SIGN_IN lets every visitor act as any person, so it is refused under NODE_ENV=production',
    )
  }
  const origin = issuerOf(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`)
  return {
    port: e.PORT,
    host: e.HOST,
    internalHost: e.INTERNAL_HOST,
    internalPort: e.INTERNAL_PORT,
    /** The `iss` of tokens: RFC 8414 finds its metadata below it. */
    issuer: origin,
    /** The versioned base address. */
    publicUrl: `${origin}/v1`,
    /** The socket's address, without the namespace. */
    socketUrl: issuerOf(e.SOCKET_URL ?? origin),
    secretsKey: e.SECRETS_KEY,
    outboundAllowed: readAllowedRanges(e.OUTBOUND_ALLOWED),
    pagesDir: e.PAGES_DIR,
    assetsUrl: e.ASSETS_URL === undefined ? undefined : new URL(e.ASSETS_URL).origin,
    demoSignIn: e.DEMO_SIGN_IN,
    databaseUrl: e.DATABASE_URL,
    databaseReplicaUrl: e.DATABASE_REPLICA_URL,
    databasePool: e.DATABASE_POOL,
    redisUrl: e.REDIS_URL,
    queuePrefix: e.QUEUE_PREFIX,
    shutdownGraceMs: e.SHUTDOWN_GRACE_MS,
    shutdownDelayMs: e.SHUTDOWN_DELAY_MS,
    tokenLifetimeSeconds: e.TOKEN_LIFETIME_SECONDS,
    signInLifetimeSeconds: e.SIGN_IN_LIFETIME_SECONDS,
    rates: {
      user: { reads: e.RATE_LIMIT_USER_READS, writes: e.RATE_LIMIT_USER_WRITES },
      staff: { reads: e.RATE_LIMIT_STAFF_READS, writes: e.RATE_LIMIT_STAFF_WRITES },
      integration: { reads: e.RATE_LIMIT_INTEGRATION_READS, writes: e.RATE_LIMIT_INTEGRATION_WRITES },
      perAddress: e.RATE_LIMIT_PER_ADDRESS,
      oauthPerAddress: e.RATE_LIMIT_OAUTH_PER_ADDRESS,
      tokensPerSession: e.RATE_LIMIT_SESSION_TOKENS,
      wrongSecretsPerClient: e.RATE_LIMIT_WRONG_SECRETS,
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
  }
}
