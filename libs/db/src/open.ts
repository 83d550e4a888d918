import type { OutboxRow } from '@askline/contracts'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Orm = NodePgDatabase

/**
 * A pooler that gives every transaction another connection. One of the kind `prepared` keeps prepared statements there. One of the
 * kind `transaction` does not, so no statement has a name.
 */
export type Pooler = 'transaction' | 'prepared'

/**
 * An open database: two pools of connections. Use them through `inCompany`, `readCompany` and `inSystem` only.
 * The opening statement of a transaction sets its role; a query outside a transaction runs as the login role without limits.
 */
export type Database = {
  /** Serves transactions that row-level security restricts to one company. */
  app: pg.Pool
  /** Serves transactions that see all companies: sign-in, relays and sweepers. */
  system: pg.Pool
  /** Time limits of a transaction as SQL expressions that set them. Part of its opening statement. */
  limits: string
  /** The pooler, if it gives every transaction another connection. */
  pooler: Pooler | undefined
  /** Receives the outbox rows of a transaction after its COMMIT. Must return at once and never throw. */
  handOver: (rows: OutboxRow[]) => void
  /** Receives the duration of each transaction in ms, without the wait for a connection. Must return at once and never throw. */
  onTransaction: (ms: number, pool: 'app' | 'system', outcome: 'committed' | 'rolled_back') => void
  /** Runs again of a transaction that a deadlock or a serialization failure rolled back. */
  retries: number
  /** The standby that answers reports, if there is one. See `readReport`. */
  replica: Replica | undefined
  /** Number of statements that transactions sent so far, without transaction control. For tests. */
  statements: { count: number }
  /** Whether returned rows are compared with the declared ones. */
  checksRows: boolean
  close(): Promise<void>
}

/** A streaming standby of a database, and what is known of it. */
export type Replica = {
  /** Its pools, of which only `app` is used. */
  db: Database
  /** Why it may not answer reports. `undefined` if it may. */
  fault: string | undefined
  /** Reports do not ask it until this time of `performance.now()`, in ms. */
  pausedUntil: number
  /** Seconds that it was behind when it was last asked. `undefined` if that is not known. */
  lagSeconds: number | undefined
  /** Receives which server answered a report. Must return at once and never throw. */
  onReport: (server: 'replica' | 'primary') => void
}

/** Reads bigint as a number, because counts and identities stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

export type DatabaseOptions = {
  /** Most connections of each of the two pools. */
  maxConnections?: number
  /** How long a caller waits for a connection, in ms. */
  connectMs?: number
  /** How long one statement may take, in ms. */
  statementMs?: number
  /** Default: 2. */
  retries?: number
  /** The address of a streaming standby that answers reports. */
  replicaUrl?: string | undefined
  applicationName?: string
  /** Compares every returned row with its statement's declaration. By default only under NODE_ENV=test. */
  checksRows?: boolean
  handOver?: (rows: OutboxRow[]) => void
  onError?: (error: Error) => void
}

/**
 * Opens pools on the database at `url`. No connection is made before the first query.
 * `?pooler=transaction` or `?pooler=prepared` in the URL adapts to a pooler that gives every transaction another connection.
 * Postgres restarts show up as rejected queries, never as a crash: both pools and their clients have error listeners.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const onError = options.onError ?? (() => undefined)
  const statementMs = options.statementMs ?? 4_000
  const { connectionString, pooler } = readPooler(url)
  const open = () => {
    const pool = new pg.Pool({
      connectionString,
      max: options.maxConnections ?? 16,
      connectionTimeoutMillis: options.connectMs ?? 2_000,
      // A new connection costs more CPU time than hundreds of statements.
      idleTimeoutMillis: 300_000,
      // The client gives up as well: a frozen server (SIGSTOP) cannot cancel its own statement.
      query_timeout: statementMs + 500,
      keepAlive: true,
      // Statements that are not awaited in between share one write: BEGIN with the first statement, the last one with COMMIT.
      pipeline: true,
      types,
      application_name: options.applicationName ?? 'askline',
      // A pooler may ignore or refuse `options`, so security and limits must not depend on it: see `limits`.
      ...(pooler
        ? {}
        : { options: [...planning, plannedOnce].map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
    })
    pool.on('error', onError)
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  }
  const limits = [
    ['statement_timeout', statementMs],
    ['lock_timeout', 2_000],
    ['idle_in_transaction_session_timeout', 5_000],
    ...(pooler ? planning : []),
    ...(pooler === 'prepared' ? [plannedOnce] : []),
  ]
  const app = open()
  const system = open()
  const replica = options.replicaUrl === undefined ? undefined : openReplica(options.replicaUrl, options)
  return {
    app,
    system,
    limits: limits.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', '),
    pooler,
    handOver: options.handOver ?? (() => undefined),
    onTransaction: () => undefined,
    retries: options.retries ?? 2,
    replica,
    statements: { count: 0 },
    checksRows: options.checksRows ?? process.env['NODE_ENV'] === 'test',
    async close() {
      await Promise.all([app.end(), system.end(), replica?.db.close()])
    },
  }
}

/**
 * Short limits, and no retries, because the primary must still answer within the time of the request. No statement may run longer
 * than a report.
 */
const openReplica = (url: string, { replicaUrl: _, ...options }: DatabaseOptions): Replica => ({
  db: openDatabase(url, { ...options, connectMs: 500, statementMs: 2_000, retries: 0 }),
  fault: undefined,
  pausedUntil: 0,
  lagSeconds: undefined,
  onReport: () => undefined,
})

/**
 * Settings that affect speed only. A statement that is prepared while its tables are small would be planned with
 * sequential scans and keep that plan until the tables are analyzed. Every statement finds its rows by an index.
 * If one does not, the high cost that Postgres then assumes must not start its compiler.
 */
const planning = [
  ['enable_seqscan', 'off'],
  ['jit', 'off'],
  ['timezone', 'UTC'],
]

/**
 * Plans each named statement once per connection. By default, Postgres often plans again in each call. That took a third of its
 * time, and the plan hardly ever differed.
 */
const plannedOnce = ['plan_cache_mode', 'force_generic_plan']

/** Splits `pooler` off a database URL. Throws if the parameter has an unknown value. */
export function readPooler(url: string): { connectionString: string; pooler: Pooler | undefined } {
  if (!/[?&]pooler=/.test(url)) return { connectionString: url, pooler: undefined }
  const parsed = new URL(url)
  const pooler = parsed.searchParams.get('pooler')
  if (pooler !== 'transaction' && pooler !== 'prepared') {
    throw new TypeError(
      '`pooler` in DATABASE_URL and DATABASE_REPLICA_URL must be `transaction` or `prepared`. Remove it for a pooler in session mode.',
    )
  }
  parsed.searchParams.delete('pooler')
  return { connectionString: parsed.href, pooler }
}

/**
 * Returns Drizzle on a pool or on one of its connections. Calls `onQuery` before each query is sent. Without a schema, which only
 * Drizzle's relational queries need: it would read all tables again in each transaction.
 */
export const ormOf = (client: pg.Pool | pg.PoolClient, onQuery: () => void = () => undefined): Orm =>
  drizzle(client, { logger: { logQuery: onQuery } })
