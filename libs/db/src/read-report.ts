import { assertRowSecurity, noCompany } from './check-database.ts'
import { types } from './column-types.ts'
import type { Database, Replica } from './open.ts'
import { isConnectionLoss, isPoolFull } from './postgres-errors.ts'
import { statement } from './statement.ts'
import { together } from './together.ts'
import { querySystem, readCompany, type Tx } from './transaction.ts'

/** Seconds that a replica may be behind. */
const mostLagSeconds = 10
/** ms until the primary answers a report that the replica has not answered. It needs the rest of the request's time. */
const reportMs = 2_000
/** ms that a replica has to connect and to describe its state. Less than the second of a health check. */
const stateMs = 800
/** ms during which a replica is not asked after a failure. */
const pauseMs = 5_000

/** The replica may not answer at the moment. The message says why. */
class ReplicaError extends Error {
  override name = 'ReplicaError'
  readonly lagSeconds: number | undefined
  constructor(message: string | undefined, lagSeconds?: number) {
    super(message)
    this.lagSeconds = lagSeconds
  }
}

/**
 * As `readCompany`, but the replica answers if it is at most 10 s behind. Only for reports, because `work` may see a state of that
 * age. No write may rely on it, and `work` must not judge rows by the present time.
 * If anything fails on the replica or takes more than 2 s, runs `work` again on the primary. So `work` must not act outside the
 * transaction. Throws what `work` threw on the primary.
 */
export async function readReport<T>(db: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { replica } = db
  if (!replica) return readCompany(db, companyId, work)
  const limit = startLimit(reportMs)
  try {
    const result = await Promise.race([readReplica(db, replica, companyId, work), limit.exceeded])
    replica.onReport('replica')
    return result
  } catch {
    // The error may be the replica's, or tell of a row that has not arrived there. The primary decides.
    replica.onReport('primary')
    return readCompany(db, companyId, work)
  } finally {
    limit.clear()
  }
}

/** Returns why the replica may not answer reports. Returns `undefined` if it may, or without a replica. Never throws. */
export async function checkReplica(db: Database): Promise<string | undefined> {
  if (!db.replica) return undefined
  return readReplica(db, db.replica, noCompany, async () => undefined).catch((error: Error) => error.message)
}

/** Runs `work` on the replica. Throws ReplicaError if it may not answer, or what happened on either server. */
async function readReplica<T>(
  db: Database,
  replica: Replica,
  companyId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (performance.now() < replica.pausedUntil) throw new ReplicaError(replica.fault)
  // After a failure, one report tries again and others do not wait with it.
  if (replica.fault !== undefined) pause(replica, replica.fault)
  // Outside the try, because a failure of the primary is no reason to pause.
  const [primary] = await querySystem(db, primaryState, [])
  const limit = startLimit(stateMs)
  let isUsable = false
  try {
    const read = readCompany(replica.db, companyId, async (tx) => {
      const lagSeconds = await findLag(tx, primary)
      // An abandoned transaction must neither end the pause nor read on.
      if (limit.isExceeded()) throw new ReplicaError(tooLate)
      limit.clear()
      isUsable = true
      replica.lagSeconds = lagSeconds
      replica.fault = undefined
      replica.pausedUntil = 0
      return work(tx)
    })
    return await Promise.race([read, limit.exceeded])
  } catch (error) {
    // Other errors concern one report: a statement that was canceled, what `work` throws, or a wait for a connection of the pool.
    if (isUsable ? isConnectionLoss(error) : !isPoolFull(error)) {
      replica.lagSeconds = error instanceof ReplicaError ? error.lagSeconds : undefined
      pause(replica, error instanceof Error ? error.message : String(error))
    }
    throw error
  } finally {
    limit.clear()
  }
}

function pause(replica: Replica, fault: string): void {
  replica.fault = fault
  replica.pausedUntil = performance.now() + pauseMs
}

const tooLate = 'The replica does not answer in time.'

/** Returns a promise that rejects with ReplicaError after `ms`, unless `clear` is called before. */
function startLimit(ms: number) {
  let isExceeded = false
  let timer: NodeJS.Timeout | undefined
  const exceeded = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isExceeded = true
      reject(new ReplicaError(tooLate))
    }, ms)
  })
  return { exceeded, isExceeded: () => isExceeded, clear: () => clearTimeout(timer) }
}

/** A position in the log of Postgres is its number of bytes. It stays exact up to 9 PB. */
const bytesOf = (position: string) => `pg_wal_lsn_diff(${position}, '0/0')::float8`
/**
 * SQL of what a standby and its primary have in common. A standby from before a restore or failover has another timeline, and shows
 * rows that were lost.
 */
const historyOn = (timeline: string) =>
  `(select system_identifier from pg_control_system()) || '/' || (${timeline}) || '/' || current_database()`
// Until its next checkpoint, the control file of a promoted server names the previous timeline. New WAL files name the current
// one.
const writtenTimeline = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`
// Of a standby, the control file names the timeline of the last restartpoint, and of the last page that was written from its memory.
const replayedTimeline = `select greatest(timeline_id, min_recovery_end_timeline) from pg_control_checkpoint(), pg_control_recovery()`

const standbyState = statement({
  name: 'find-standby-state',
  row: {
    history: types.text,
    isStandby: types.boolean,
    replayed: types.nullable(types.float),
    replayedAt: types.nullable(types.instant),
  },
  text: `select ${historyOn(replayedTimeline)} as history, pg_is_in_recovery() as "isStandby", ${bytesOf('pg_last_wal_replay_lsn()')} as replayed,
      pg_last_xact_replay_timestamp() as "replayedAt"`,
})

const primaryState = statement({
  name: 'find-primary-state',
  row: { history: types.text, written: types.float, now: types.instant },
  text: `select ${historyOn(writtenTimeline)} as history, ${bytesOf('pg_current_wal_lsn()')} as written, clock_timestamp() as now`,
})

type PrimaryState = { history: string; written: number; now: Date }

/**
 * Returns how many seconds the standby of this transaction is behind at most. Throws ReplicaError or RowSecurityError if it is too
 * old, no standby of the primary, or does not hide other companies.
 */
async function findLag(tx: Tx, primary: PrimaryState | undefined): Promise<number> {
  const [[standby]] = await together(tx.query(standbyState, []), assertRowSecurity(tx))
  if (!standby?.isStandby)
    throw new ReplicaError('DATABASE_REPLICA_URL names no standby. A promoted one has a history of its own.')
  if (!primary || standby.history !== primary.history)
    throw new ReplicaError('DATABASE_REPLICA_URL names a standby of another database, or of another timeline.')
  const lagSeconds = lagOf(standby, primary)
  if (lagSeconds > mostLagSeconds)
    throw new ReplicaError(`The replica is ${lagSeconds.toFixed(1)} s behind.`, lagSeconds)
  return lagSeconds
}

/**
 * Returns the most seconds that the standby can be behind. The primary says how far its log reaches, because a standby that lost its
 * primary has replayed all that it received. After a pause without writes, the first change looks like a lag of that length until it
 * is replayed.
 */
function lagOf(
  { replayed, replayedAt }: { replayed: number | null; replayedAt: Date | null },
  { written, now }: PrimaryState,
): number {
  if (replayed !== null && replayed >= written) return 0
  return replayedAt === null ? Number.POSITIVE_INFINITY : Math.max(0, (now.getTime() - replayedAt.getTime()) / 1_000)
}
