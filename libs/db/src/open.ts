import type { OutboxRow } from '@askline/contracts'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema/index.ts'

export type Orm = NodePgDatabase<typeof schema>

/**
 * An open database. `app` is fenced to one company per transaction by row-level security; `system` sees all companies and
 * serves sign-in, relays and sweepers.
 */
export type Database = {
  app: pg.Pool
  system: pg.Pool
  /** Called after a commit with the jobs of that transaction. Must return at once and never throw. */
  handOver: (rows: OutboxRow[]) => void
  /** Statements sent so far by transactions of this database, transaction control not counted: tests count with it. */
  statements: { count: number }
  close(): Promise<void>
}

/** Counts and identities stay far below 2^53: they are read as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

export type DatabaseOptions = {
  /** Connections of each of the two pools, at most. */
  maxConnections?: number
  /** ms a caller waits for a connection before it is refused. */
  connectMs?: number
  /** ms a single statement may take. */
  statementMs?: number
  applicationName?: string
  handOver?: (rows: OutboxRow[]) => void
  onError?: (error: Error) => void
}

/**
 * Opens pools on the database at `url`. No connection is made before the first query.
 * Postgres restarts show up as rejected queries, never as a crash: both pools and their clients have error listeners.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const onError = options.onError ?? (() => undefined)
  const statementMs = options.statementMs ?? 4_000
  const open = (role: string) => {
    const pool = new pg.Pool({
      connectionString: url,
      max: options.maxConnections ?? 16,
      connectionTimeoutMillis: options.connectMs ?? 2_000,
      idleTimeoutMillis: 30_000,
      // The client gives up as well: a frozen server (SIGSTOP) cannot cancel its own statement.
      query_timeout: statementMs + 500,
      keepAlive: true,
      // Statements that nobody waits for in between travel together: BEGIN with the first, the last with COMMIT.
      pipeline: true,
      types,
      application_name: options.applicationName ?? 'askline',
      options: [
        `-c role=${role}`,
        `-c statement_timeout=${statementMs}`,
        '-c lock_timeout=2000',
        '-c idle_in_transaction_session_timeout=5000',
        '-c timezone=UTC',
        // Statements are prepared once. One that is first planned while its tables are small would read them from end to
        // end, and go on doing so until they are analysed. Every statement of ours finds its rows by an index; where there
        // is none, the price Postgres puts on reading a table all the same must not set its compiler going.
        '-c enable_seqscan=off',
        '-c jit=off',
      ].join(' '),
    })
    pool.on('error', onError)
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  }
  const app = open('askline_app')
  const system = open('askline_system')
  return {
    app,
    system,
    handOver: options.handOver ?? (() => undefined),
    statements: { count: 0 },
    async close() {
      await Promise.all([app.end(), system.end()])
    },
  }
}

/** Drizzle over a pool or one connection of it. */
export const ormOf = (client: pg.Pool | pg.PoolClient): Orm => drizzle(client, { schema })
