import { assertRowSecurity, noCompany } from './check-database.ts'
import { types } from './column-types.ts'
import type { Database, Replica } from './open.ts'
import { isConnectionLoss } from './postgres-errors.ts'
import { statement } from './statement.ts'
import { together } from './together.ts'
import { querySystem, readCompany, type Tx } from './transaction.ts'

/** Seconds that a replica may be behind. */
const mostLagSeconds = 10
/** ms that a replica has for a report, connecting included. The primary needs the rest of the request's time. */
const replicaMs = 3_000
/** ms during which a replica is left alone after a failure. */
const restMs = 5_000

/** The replica may not answer at the moment. The message says why. */
class ReplicaError extends Error {
  override name = 'ReplicaError'
}

/**
 * As `readCompany`, but the replica answers if it is at most 10 s behind. Only for reports, because `work` may see a state of that
 * age. A report may read many rows. No client polls it, and no write names its version.
 * If anything fails on the replica, runs `work` again on the primary, so `work` must not act outside the transaction. Throws what
 * `work` threw on the primary.
 */
export async function readReport<T>(db: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { replica } = db
  if (!replica) return readCompany(db, companyId, work)
  try {
    const result = await readReplica(db, replica, companyId, work)
    replica.onReport('replica')
    return result
  } catch {
    // The error may be the replica's, or tell of a row that has not arrived there. The primary decides.
    replica.onReport('primary')
    return readCompany(db, companyId, work)
  }
}

/** Returns why the replica may not answer reports. Returns `undefined` if it may, or without a replica. Never throws. */
export async function checkReplica(db: Database): Promise<string | undefined> {
  if (!db.replica) return undefined
  return readReplica(db, db.replica, noCompany, async () => undefined).catch((error: Error) => error.message)
}

/** Runs `work` on the replica. Throws ReplicaError if it may not answer, or what happened there. */
async function readReplica<T>(
  db: Database,
  replica: Replica,
  companyId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (performance.now() < replica.restsUntil) throw new ReplicaError(replica.fault)
  // After a failure, one report tries again and others do not wait with it.
  if (replica.fault !== undefined) rest(replica, replica.fault)
  let isUsable = false
  try {
    const read = readCompany(replica.db, companyId, async (tx) => {
      await assertUsable(db, replica, tx)
      isUsable = true
      replica.fault = undefined
      replica.restsUntil = 0
      return work(tx)
    })
    return await withinTime(read)
  } catch (error) {
    // Others concern one report: a statement that was canceled, or what `work` throws.
    const isFault = !isUsable || error instanceof ReplicaError || isConnectionLoss(error)
    if (isFault) rest(replica, error instanceof Error ? error.message : String(error))
    throw error
  }
}

function rest(replica: Replica, fault: string): void {
  replica.fault = fault
  replica.restsUntil = performance.now() + restMs
}

async function withinTime<T>(read: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ReplicaError('The replica does not answer in time.')), replicaMs)
  })
  return Promise.race([read, late]).finally(() => clearTimeout(timer))
}

/** A position in the log of Postgres is its number of bytes. It stays exact up to 9 PB. */
const bytesOf = (position: string) => `pg_wal_lsn_diff(${position}, '0/0')::float8`
// A standby from before a restore or failover has another timeline, and shows rows that were lost.
const history = `(select system_identifier::text from pg_control_system()) || '/' || (select timeline_id from pg_control_checkpoint())
      || '/' || current_database()`

const standbyState = statement({
  name: 'find-standby-state',
  row: {
    history: types.text,
    isStandby: types.boolean,
    replayed: types.nullable(types.float),
    replayedAt: types.nullable(types.instant),
  },
  text: `select ${history} as history, pg_is_in_recovery() as "isStandby", ${bytesOf('pg_last_wal_replay_lsn()')} as replayed,
      pg_last_xact_replay_timestamp() as "replayedAt"`,
})

const primaryState = statement({
  name: 'find-primary-state',
  row: { history: types.text, written: types.float, now: types.instant },
  text: `select ${history} as history, ${bytesOf('pg_current_wal_lsn()')} as written, clock_timestamp() as now`,
})

/** Throws ReplicaError or RowSecurityError unless the transaction is one of a standby that is not too old and hides other companies. */
async function assertUsable(db: Database, replica: Replica, tx: Tx): Promise<void> {
  replica.lagSeconds = undefined
  const [[standby], [primary]] = await together(
    tx.query(standbyState, []),
    querySystem(db, primaryState, []),
    assertRowSecurity(tx),
  )
  if (!standby?.isStandby)
    throw new ReplicaError('DATABASE_REPLICA_URL names no standby. A promoted one has a history of its own.')
  if (standby.history !== primary?.history)
    throw new ReplicaError('DATABASE_REPLICA_URL names a standby of another database, or of another timeline.')
  replica.lagSeconds = lagOf(standby, primary)
  if (replica.lagSeconds > mostLagSeconds)
    throw new ReplicaError(`The replica is ${replica.lagSeconds.toFixed(1)} s behind.`)
}

/**
 * Returns the most seconds that the standby can be behind. The primary says how far its log reaches, because a standby that lost its
 * primary has replayed all that it received. After a pause without writes, the first change looks like a lag of that length until it
 * is replayed.
 */
function lagOf(
  { replayed, replayedAt }: { replayed: number | null; replayedAt: Date | null },
  { written, now }: { written: number; now: Date },
): number {
  if (replayed !== null && replayed >= written) return 0
  return replayedAt === null ? Number.POSITIVE_INFINITY : Math.max(0, (now.getTime() - replayedAt.getTime()) / 1_000)
}
