import { type ColumnType, type Database, querySystem, statement, type Tx, types } from '@askline/db'
import { plus } from './clauses.ts'

/**
 * A process's right to do the work of one row. `beganAt` identifies the holder and guards everything written for the work.
 * A process that lost its lease writes nothing.
 */
export type Lease = { id: string; beganAt: Date; attempts: number }

/** A table of work with the columns `due_at`, `began_at` and `attempts`. */
export type LeaseRules = {
  table: 'files' | 'trainings' | 'evidence_snapshots'
  key: 'id' | 'company_id'
  /** Time without a heartbeat after which another process may take the work, in ms. */
  leaseMs: number
  /** Attempts after which the work is given up. */
  maxAttempts: number
  /** SQL condition of rows that may be taken. */
  takeIf?: string
  /** SQL assignments when the work is taken. */
  onTake?: string
  /** SQL assignments when the work is given up. They must set `due_at`. */
  onGiveUp: string
  /** Numeric columns that a heartbeat updates, in the order of its values. */
  progress?: readonly (readonly [column: string, type: ColumnType<number>])[]
}

export type WorkLeases = {
  /** Finds work to take: requested, or left by a process that stopped its heartbeat. Earliest first. */
  findDue(db: Database, limit: number): Promise<string[]>
  /** Takes due work. Returns `given-up` if its attempts are used up, and `undefined` if it is not due. */
  take(tx: Tx, id: string): Promise<Lease | 'given-up' | undefined>
  /** Extends the lease and stores the progress. Returns whether the lease is still held. */
  heartbeat(tx: Tx, lease: Lease, progress?: number[]): Promise<boolean>
  /** Returns the work without counting the attempt, because the process stops. */
  giveBack(tx: Tx, lease: Lease): Promise<void>
  /** Ends an attempt that failed: `retry` in two seconds, `given-up` after the last attempt, or `lost`. */
  fail(tx: Tx, lease: Lease): Promise<'retry' | 'given-up' | 'lost'>
}

/** Pause before a failed attempt is repeated, in ms. */
const retryMs = 2_000

/** Declares the lease protocol of a table: take, heartbeat, give back, fail and give up. Call it at module level only. */
export function declareWorkLeases(rules: LeaseRules): WorkLeases {
  const { table, key, leaseMs, maxAttempts, takeIf = 'true', onTake, onGiveUp, progress = [] } = rules
  const held = `${key} = $1 and began_at = $2`
  // Truncated, because rounding to milliseconds could yield a moment that is still to come.
  const now = `date_trunc('milliseconds', statement_timestamp())`
  const due = statement({
    name: `find-due-${table}`,
    params: [types.int],
    row: { id: types.uuid },
    text: `select ${key} as id from ${table} where due_at <= statement_timestamp() order by due_at limit $1`,
  })
  const giveUp = statement({
    name: `give-up-${table}`,
    params: [types.uuid, types.int],
    row: { id: types.uuid },
    text: `update ${table} set ${onGiveUp}, began_at = null, attempts = 0
      where ${key} = $1 and due_at <= statement_timestamp() and attempts >= $2 returning ${key} as id`,
  })
  const take = statement({
    name: `take-${table}`,
    params: [types.uuid, types.float, types.int],
    row: { id: types.uuid, beganAt: types.present(types.instant), attempts: types.int },
    text: `update ${table} set began_at = greatest(statement_timestamp(), ${plus('began_at', `interval '1 ms'`)}), attempts = attempts + 1,
        due_at = statement_timestamp() + $2 * interval '1 ms'${onTake ? `, ${onTake}` : ''}
      where ${key} = $1 and due_at <= statement_timestamp() and attempts < $3 and ${takeIf}
      returning ${key} as id, began_at as "beganAt", attempts`,
  })
  const heartbeat = statement({
    name: `heartbeat-${table}`,
    params: [types.uuid, types.instant, types.float, ...progress.map(([, type]) => type)],
    row: { id: types.uuid },
    text: `update ${table} set due_at = greatest(due_at, statement_timestamp() + $3 * interval '1 ms')
        ${progress.map(([column], i) => `, ${column} = $${i + 4}`).join('')}
      where ${held} returning ${key} as id`,
  })
  const giveBack = statement({
    name: `give-back-${table}`,
    params: [types.uuid, types.instant, types.float, types.int],
    row: { id: types.uuid },
    text: `update ${table} set due_at = ${now} + $3 * interval '1 ms', began_at = null, attempts = attempts - $4
      where ${held} returning ${key} as id`,
  })
  const failLast = statement({
    name: `fail-last-${table}`,
    params: [types.uuid, types.instant],
    row: { id: types.uuid },
    text: `update ${table} set ${onGiveUp}, began_at = null, attempts = 0 where ${held} returning ${key} as id`,
  })
  return {
    async findDue(db, limit) {
      return (await querySystem(db, due, [limit])).map(({ id }) => id)
    },
    async take(tx, id) {
      if ((await tx.query(giveUp, [id, maxAttempts])).length > 0) return 'given-up'
      const [lease] = await tx.query(take, [id, leaseMs, maxAttempts])
      return lease
    },
    async heartbeat(tx, { id, beganAt }, values = progress.map(() => 0)) {
      return (await tx.query(heartbeat, [id, beganAt, leaseMs, ...values])).length > 0
    },
    async giveBack(tx, { id, beganAt }) {
      await tx.query(giveBack, [id, beganAt, 0, 1])
    },
    async fail(tx, { id, beganAt, attempts }) {
      const isLast = attempts >= maxAttempts
      const changed = isLast
        ? await tx.query(failLast, [id, beganAt])
        : await tx.query(giveBack, [id, beganAt, retryMs, 0])
      if (changed.length === 0) return 'lost'
      return isLast ? 'given-up' : 'retry'
    },
  }
}
