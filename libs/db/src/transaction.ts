import type { OutboxRow } from '@askline/contracts'
import { DrizzleQueryError } from 'drizzle-orm'
import type pg from 'pg'
import { type Database, type Orm, ormOf } from './open.ts'
import { codeOf, isConnectionLoss, isRetryable } from './postgres-errors.ts'
import { queryOf } from './query.ts'
import { assertRowsAsDeclared, type Statement } from './statement.ts'
import { together } from './together.ts'

/** An open transaction. Only `inCompany`, `readCompany` and `inSystem` make one, and they always commit or roll back. */
export type Tx = {
  /** Drizzle on this transaction's connection, for plain reads and writes of one table. Its queries are not prepared. */
  readonly orm: Orm
  /** Runs a prepared statement on this transaction's connection and returns its rows. */
  query<Params extends readonly unknown[], Row extends object>(
    statement: Statement<Params, Row>,
    values: NoInfer<Params>,
  ): Promise<Row[]>
  /** Sends a prepared statement without waiting for it. Its rows are discarded. COMMIT fails if the statement failed. */
  send<Params extends readonly unknown[]>(statement: Statement<Params, object>, values: NoInfer<Params>): void
  /** Runs `work` in a savepoint. If it throws, rolls back to the savepoint and throws; the transaction stays usable. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Returns this transaction with `companyId` as its `$company`. Throws if it is a transaction of another company. */
  of(companyId: string): Tx
  /** The outbox rows to hand over after COMMIT. */
  readonly outgoing: OutboxRow[]
}

/** The connection broke after COMMIT was sent, so the change may or may not have happened. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Runs `work` in one transaction that sees only rows of `companyId`, and hands its jobs over after COMMIT.
 * After a serialization failure or deadlock it runs `work` again, at most twice, so `work` must not act outside the transaction.
 * Throws OutcomeUnknownError if the connection broke during COMMIT, and what `work` threw after a rollback.
 */
export function inCompany<T>(db: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!uuid.test(companyId)) throw new TypeError('companyId is not a uuid')
  return transact(db, db.app, `begin; ${appOf(db, companyId)}`, work, companyId)
}

/**
 * As `inCompany`, but read-only and on one snapshot: all statements of `work` see the state at the first one.
 * Views that need several statements therefore never mix the states before and after a move. Throws if `work` writes.
 */
export function readCompany<T>(db: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!uuid.test(companyId)) throw new TypeError('companyId is not a uuid')
  const begin = `begin isolation level repeatable read read only; ${appOf(db, companyId)}`
  return transact(db, db.app, begin, work, companyId)
}

/** As `inCompany`, but sees all companies. For relays, sweepers, sign-in and operators. `tx.of` names a company. */
export function inSystem<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, db.system, beginSystem(db), work)
}

/**
 * Runs one statement in a transaction of its own that sees all companies, and returns its rows. It takes one round trip, because COMMIT
 * travels with it. If the connection breaks, a statement that writes may have been committed. `db.statements` does not count it,
 * because background loops use it.
 */
export async function querySystem<Params extends readonly unknown[], Row extends object>(
  db: Database,
  statement: Statement<Params, Row>,
  values: NoInfer<Params>,
): Promise<Row[]> {
  const query = queryOf(db, statement, values)
  const rows = await retried(db, () => runAlone<Row & pg.QueryResultRow>(db, query))
  if (db.checksRows) assertRowsAsDeclared(statement, rows)
  return rows
}

async function runAlone<Row extends pg.QueryResultRow>(db: Database, query: pg.QueryConfig): Promise<Row[]> {
  const client = await db.system.connect()
  const began = performance.now()
  let outcome: 'committed' | 'rolled_back' = 'rolled_back'
  let isBroken = false
  try {
    wireOf(client).gather()
    const [, { rows }] = await together(client.query(beginSystem(db)), client.query<Row>(query), client.query('commit'))
    outcome = 'committed'
    return rows
  } catch (error) {
    isBroken = true
    throw error
  } finally {
    client.release(isBroken)
    db.onTransaction(performance.now() - began, 'system', outcome)
  }
}

const beginSystem = (db: Database) => `begin; ${settingsOf(db, 'askline_system')}`

const appOf = (db: Database, companyId: string) =>
  `${settingsOf(db, 'askline_app')}, set_config('app.company', '${companyId}', true)`

/**
 * Returns the part of an opening statement that sets role and limits. They are set per transaction and not per connection,
 * because a pooler may ignore start-up parameters or give each transaction another connection.
 */
const settingsOf = ({ limits }: Database, role: 'askline_app' | 'askline_system') =>
  `select set_config('role', '${role}', true), ${limits}`

const transact = <T>(
  db: Database,
  pool: pg.Pool,
  begin: string,
  work: (tx: Tx) => Promise<T>,
  companyId?: string,
): Promise<T> => retried(db, () => attempt(db, pool, begin, work, companyId))

/** Runs again, at most `retries` times, what a deadlock or a serialization failure rolled back. */
async function retried<T>({ retries }: Database, run: () => Promise<T>): Promise<T> {
  for (let triesLeft = retries; ; triesLeft--) {
    try {
      return await run()
    } catch (error) {
      if (triesLeft === 0 || !isRetryable(error)) throw error
    }
  }
}

async function attempt<T>(
  db: Database,
  pool: pg.Pool,
  begin: string,
  work: (tx: Tx) => Promise<T>,
  companyId: string | undefined,
): Promise<T> {
  const client = await pool.connect()
  const wire = wireOf(client)
  const began = performance.now()
  let outcome: 'committed' | 'rolled_back' = 'rolled_back'
  // Set if the connection can no longer be trusted. The pool then discards it.
  let broken: Error | undefined
  let committing = false
  // A pooler keeps the name of a statement that it could not prepare, and closes the connection when the name comes again.
  let hasLostName = false
  const noteFailure = () => {
    hasLostName = db.pooler === 'prepared'
  }
  const sent: Promise<unknown>[] = []
  try {
    const tx = openTx(client, db, sent, wire, noteFailure, companyId)
    // Not awaited, so that the first statement of `work` travels with it. If BEGIN fails, so does everything after it.
    wire.gather()
    sent.push(settled(client.query(begin)))
    const result = await work(tx)
    committing = true
    wire.gather()
    sent.push(settled(client.query('commit')))
    const { command } = (await lastOf(sent)) as pg.QueryResult
    // Postgres answers COMMIT with ROLLBACK if `work` swallowed the error of a statement.
    if (command !== 'COMMIT') throw new Error('The transaction was aborted before COMMIT')
    outcome = 'committed'
    if (tx.outgoing.length > 0) db.handOver(tx.outgoing)
    return result
  } catch (thrown) {
    const error = withoutValues(thrown)
    if (isConnectionLoss(error)) broken = error as Error
    else
      await client.query('rollback').catch((lost: Error) => {
        broken = lost
      })
    if (committing && broken) throw new OutcomeUnknownError('The connection broke during COMMIT', { cause: error })
    throw codeOf(error) === abortedBefore ? await causeOf(sent, error) : error
  } finally {
    client.release(broken ?? hasLostName)
    db.onTransaction(performance.now() - began, pool === db.app ? 'app' : 'system', outcome)
  }
}

type Wire = { gather(): void }

/**
 * Returns the connection's socket. After `gather`, all statements sent in the same turn of the event loop go out in one write.
 * Each write is a system call that wakes the server, which costs more than a small statement.
 */
function wireOf(client: pg.PoolClient): Wire {
  const { stream } = client.connection
  let isGathering = false
  return {
    gather() {
      if (isGathering) return
      isGathering = true
      stream.cork()
      process.nextTick(() => {
        isGathering = false
        stream.uncork()
      })
    },
  }
}

/** Returns the promise, marked as handled, so that it may be awaited later. */
function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** Waits for all and returns the last result. Throws the first failure, because it caused the later ones. */
async function lastOf(sent: Promise<unknown>[]): Promise<unknown> {
  let last: unknown
  for (const promise of sent) last = await promise
  return last
}

/** Returns the cause of an error of Drizzle, whose own message holds the values of the query; otherwise the error. */
const withoutValues = (error: unknown) =>
  error instanceof DrizzleQueryError ? (error.cause ?? new Error('A query failed')) : error

/** Postgres' code for a statement in a transaction in which an earlier statement failed. */
const abortedBefore = '25P02'

/** Returns the first failure among statements that were sent without waiting, or `error` if all succeeded. */
async function causeOf(sent: Promise<unknown>[], error: unknown): Promise<unknown> {
  return lastOf(sent).then(
    () => error,
    (first: unknown) => first,
  )
}

function openTx(
  client: pg.PoolClient,
  db: Database,
  sent: Promise<unknown>[],
  wire: Wire,
  noteFailure: () => void,
  company: string | undefined,
): Tx {
  const outgoing: OutboxRow[] = []
  let orm: Orm | undefined
  let depth = 0
  let plansForValues = db.pooler === 'transaction'
  /** Makes Postgres plan statements without names for their values until the transaction ends. The connection's default is one plan for all. */
  const planForValues = () => {
    if (plansForValues) return
    plansForValues = true
    sent.push(settled(client.query('set local plan_cache_mode = auto')))
  }
  /** Sends a statement at once. If it needs a company that the transaction lacks, throws before anything is sent. */
  function run<Row extends pg.QueryResultRow>(
    statement: Omit<Statement, 'declared' | 'run'>,
    values: readonly unknown[],
    companyId: string | undefined,
  ): Promise<Row[]> {
    return client.query<Row>(queryOf(db, statement, values, companyId)).then(
      ({ rows }) => rows,
      (error) => {
        noteFailure()
        throw error
      },
    )
  }
  const bound = (companyId: string | undefined): Tx => ({
    get orm() {
      planForValues()
      orm ??= ormOf(client, () => {
        db.statements.count++
        wire.gather()
      })
      return orm
    },
    async query<Params extends readonly unknown[], Row extends object>(
      statement: Statement<Params, Row>,
      values: NoInfer<Params>,
    ): Promise<Row[]> {
      db.statements.count++
      wire.gather()
      if (statement.isPlannedForValues) planForValues()
      const rows = await run<Row & pg.QueryResultRow>(statement, values, companyId)
      if (db.checksRows) assertRowsAsDeclared(statement, rows)
      return rows
    },
    send(statement, values) {
      db.statements.count++
      wire.gather()
      if (statement.isPlannedForValues) planForValues()
      sent.push(settled(run(statement, values, companyId)))
    },
    async savepoint(work) {
      const name = `s${++depth}`
      const before = outgoing.length
      sent.push(settled(client.query(`savepoint ${name}`)))
      try {
        const result = await work()
        sent.push(settled(client.query(`release ${name}`)))
        return result
      } catch (error) {
        await client.query(`rollback to ${name}`)
        // Their outbox rows were rolled back as well.
        outgoing.length = before
        throw error
      } finally {
        depth--
      }
    },
    of(other) {
      if (company !== undefined && company !== other) throw new Error('The transaction belongs to another company')
      return bound(other)
    },
    outgoing,
  })
  return bound(company)
}
