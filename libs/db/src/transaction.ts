import type { OutboxRow } from '@askline/contracts'
import type pg from 'pg'
import { type Database, type Orm, ormOf } from './open.ts'

/** A named statement: parsed and planned once per connection. */
export type Statement = { name: string; text: string }

/** An open transaction. Only `inCompany`, `readCompany` and `inSystem` make one, so who holds it can rely on commit or rollback. */
export type Tx = {
  /** Drizzle on this transaction's connection. */
  readonly orm: Orm
  /** Runs a prepared statement on this transaction's connection. */
  query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>
  /**
   * Sends a prepared statement whose rows nobody needs, and does not wait for it. COMMIT waits: where the statement fails, the
   * transaction does.
   */
  send(statement: Statement, values: unknown[]): void
  /** Undoes what `work` did when it throws, and throws on. The transaction goes on either way. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** The rows to hand over once this commits. */
  readonly outgoing: OutboxRow[]
}

/** COMMIT was sent and its answer never came: the change may or may not have happened. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Runs `work` in one transaction that sees only `companyId`'s rows, and hands its jobs over after COMMIT.
 * Serialization failures and deadlocks are run again, twice at most: `work` must not act outside the transaction.
 * Throws OutcomeUnknownError when the connection broke during COMMIT, and whatever `work` threw, rolled back.
 */
export function inCompany<T>(db: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!uuid.test(companyId)) throw new TypeError('companyId is not a uuid')
  return transact(db, db.app, `begin; set local app.company = '${companyId}'`, work)
}

/**
 * As `inCompany`, for reading only: all statements of `work` see the same moment, the one of the first. What consists of
 * several rows is then shown as it was, and never half before and half after a move. Throws where `work` writes.
 */
export function readCompany<T>(db: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!uuid.test(companyId)) throw new TypeError('companyId is not a uuid')
  const begin = `begin isolation level repeatable read read only; set local app.company = '${companyId}'`
  return transact(db, db.app, begin, work)
}

/** As `inCompany`, with every company's rows in sight. For relays, sweepers, sign-in and operators. */
export function inSystem<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, db.system, 'begin', work)
}

async function transact<T>(db: Database, pool: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let triesLeft = 2; ; triesLeft--) {
    try {
      return await attempt(db, pool, begin, work)
    } catch (error) {
      if (triesLeft === 0 || !isRetryable(error)) throw error
    }
  }
}

async function attempt<T>(db: Database, pool: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const wire = wireOf(client)
  // Set when the connection can no longer be trusted: the pool then discards it.
  let broken: Error | undefined
  let committing = false
  try {
    const sent: Promise<unknown>[] = []
    const tx = openTx(client, db.statements, sent, wire)
    // Not awaited: the first statement of `work` follows on its heels. Where BEGIN fails, so does everything after it.
    wire.gather()
    sent.push(settled(client.query(begin)))
    const result = await work(tx)
    committing = true
    wire.gather()
    sent.push(settled(client.query('commit')))
    const { command } = (await lastOf(sent)) as pg.QueryResult
    // An aborted transaction answers ROLLBACK to COMMIT: somebody swallowed an error inside `work`.
    if (command !== 'COMMIT') throw new Error('The transaction was aborted before COMMIT')
    if (tx.outgoing.length > 0) db.handOver(tx.outgoing)
    return result
  } catch (error) {
    if (isConnectionLoss(error)) broken = error as Error
    else
      await client.query('rollback').catch((lost: Error) => {
        broken = lost
      })
    if (committing && broken) throw new OutcomeUnknownError('The connection broke during COMMIT', { cause: error })
    throw error
  } finally {
    client.release(broken)
  }
}

type Wire = { gather(): void }

/**
 * The connection's socket: what is sent after `gather` in the same turn of the event loop goes out in one write. Each write is a
 * system call that wakes the server up, which costs more than the statement itself.
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

/** A promise that may be looked at later: its rejection is no unhandled one meanwhile. */
function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** The last result, once all are there. Throws the first failure, which is the cause of those after it. */
async function lastOf(sent: Promise<unknown>[]): Promise<unknown> {
  let last: unknown
  for (const promise of sent) last = await promise
  return last
}

const texts = new Map<string, string>()

/** Postgres knows a prepared statement by its name alone: two texts under one name fail only where a connection meets both. */
function keepUnique({ name, text }: Statement): void {
  const known = texts.get(name)
  if (known === undefined) texts.set(name, text)
  else if (known !== text) throw new Error(`Two statements are called ${name}`)
}

function openTx(client: pg.PoolClient, statements: { count: number }, sent: Promise<unknown>[], wire: Wire): Tx {
  const outgoing: OutboxRow[] = []
  let orm: Orm | undefined
  let depth = 0
  return {
    get orm() {
      orm ??= ormOf(client)
      return orm
    },
    async query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) {
      statements.count++
      keepUnique(statement)
      wire.gather()
      const { rows } = await client.query<Row>({ name: statement.name, text: statement.text, values })
      return rows
    },
    send(statement, values) {
      statements.count++
      keepUnique(statement)
      wire.gather()
      sent.push(settled(client.query({ name: statement.name, text: statement.text, values })))
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
        // The rows of these jobs were undone as well.
        outgoing.length = before
        throw error
      } finally {
        depth--
      }
    },
    outgoing,
  }
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** A deadlock or a serialization failure: running the transaction again may succeed. */
const isRetryable = (error: unknown) => ['40001', '40P01'].includes(causeCode(error))

function causeCode(error: unknown): string {
  const own = codeOf(error)
  return own !== '' || !(error instanceof Error) || error.cause === undefined ? own : causeCode(error.cause)
}

/** Whether the database is away or refused to go on, as opposed to having answered no: callers answer 503. */
export function isConnectionLoss(error: unknown): boolean {
  const code = causeCode(error)
  if (/^(08|57P|53)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'].includes(code))
    return true
  const text =
    error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : ''
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/i.test(
    text,
  )
}

/** Whether `error` is Postgres' refusal of a second row under the unique index `constraint`. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && error.code === '23505' && 'constraint' in error && error.constraint === constraint) return true
  return 'cause' in error && isDuplicate(error.cause, constraint)
}
