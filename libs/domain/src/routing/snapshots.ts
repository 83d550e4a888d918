import type { Database, Statement, Tx } from '@askline/db'
import { historyOf } from './windows.ts'

/** Whoever makes a snapshot says so every now and then, and has lost it after that long without a word, in ms. */
const leaseMs = 60_000
/** Between two snapshots of a company, in ms: making one of a million questions takes minutes of a processor. */
const leastPauseMs = 600_000

/** What is kept of a company's evidence, learned up to a point in the company's time. */
export type Snapshot = {
  companyId: string
  snapshotId: string
  /** As `findCompanyTimes` names the uploaded history it was made with. */
  history: string
  knownUntil: Date
  questions: number
  sizeBytes: number
}

/** A snapshot that is being made: it is kept only while nobody else has taken that over, and nobody was forgotten meanwhile. */
export type SnapshotWork = { companyId: string; beganAt: Date }

const snapshots: Statement = {
  name: 'evidence-snapshots',
  text: `select company_id as "companyId", snapshot_id as "snapshotId", history, known_until as "knownUntil", questions,
      size_bytes as "sizeBytes"
    from evidence_snapshots where company_id = any($1::uuid[]) and snapshot_id is not null`,
}

/** The snapshots there are of these companies. */
export function findSnapshots(tx: Tx, companyIds: string[]): Promise<Snapshot[]> {
  return tx.query<Snapshot>(snapshots, [companyIds])
}

// Rounded, a moment could be one that is still to come: whoever looks at once would find nothing due.
const want: Statement = {
  name: 'want-snapshot',
  text: `insert into evidence_snapshots as s (company_id, due_at) select $1, date_trunc('milliseconds', clock_timestamp())
    where not exists (select 1 from evidence_snapshots where company_id = $1 and due_at is not null)
    on conflict (company_id) do update
      set due_at = greatest(date_trunc('milliseconds', clock_timestamp()), s.made_at + $2 * interval '1 ms') where s.due_at is null
    returning 1`,
}

/**
 * Asks for a company's evidence to be kept anew, ten minutes after it was kept last at the soonest. Yields false, and changes
 * nothing, where it was asked for already: what is being made then may know less than whoever asks.
 */
export async function wantSnapshot(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query(want, [companyId, leastPauseMs])).length > 0
}

const due: Statement = {
  name: 'due-snapshots',
  text: 'select company_id as id from evidence_snapshots where due_at <= clock_timestamp() order by due_at limit $1',
}

/** Companies whose evidence is to be kept now: asked for, or begun by somebody who is gone. */
export async function findDueSnapshots(db: Database, limit: number): Promise<string[]> {
  const { rows } = await db.system.query<{ id: string }>({ ...due, values: [limit] })
  return rows.map((row) => row.id)
}

// The third try that came to nothing is the last for an hour. Who began is told by when, in ms: never when somebody else did.
const take: Statement = {
  name: 'take-snapshot',
  text: `update evidence_snapshots set began_at = greatest(clock_timestamp(), began_at + interval '1 ms'),
      attempts = case when attempts >= 2 then 0 else attempts + 1 end,
      due_at = clock_timestamp() + case when attempts >= 2 then interval '1 hour' else $2 * interval '1 ms' end
    where company_id = $1 and due_at <= clock_timestamp() returning company_id as "companyId", began_at as "beganAt"`,
}

/** Takes up the making of a snapshot where it is due and nobody else has it. */
export async function takeSnapshotWork(tx: Tx, companyId: string): Promise<SnapshotWork | undefined> {
  const [work] = await tx.query<SnapshotWork>(take, [companyId, leaseMs])
  return work
}

const tell: Statement = {
  name: 'tell-snapshot',
  text: `update evidence_snapshots set due_at = greatest(due_at, clock_timestamp() + $3 * interval '1 ms')
    where company_id = $1 and began_at = $2 returning 1`,
}

/** Says that it goes on. Yields false where somebody else has taken it over, or somebody was forgotten. */
export async function tellSnapshot(tx: Tx, { companyId, beganAt }: SnapshotWork): Promise<boolean> {
  return (await tx.query(tell, [companyId, beganAt, leaseMs])).length > 0
}

const putBack: Statement = {
  name: 'put-snapshot-back',
  text: `update evidence_snapshots set due_at = date_trunc('milliseconds', clock_timestamp()), began_at = null, attempts = (attempts + 2) % 3
    where company_id = $1 and began_at = $2`,
}

/** Lets go of the work where the process ends, as if it had not been taken up. */
export async function putSnapshotBack(tx: Tx, { companyId, beganAt }: SnapshotWork): Promise<void> {
  await tx.query(putBack, [companyId, beganAt])
}

const keep: Statement = {
  name: 'keep-snapshot',
  text: `update evidence_snapshots set snapshot_id = $3, history = $4, known_until = $5, questions = $6, size_bytes = $7,
      made_at = clock_timestamp(), due_at = null, began_at = null, attempts = 0
    where company_id = $1 and began_at = $2 and $4 = ${historyOf('$1')}
      and (select coalesce(sum(octet_length(bytes)), 0) from evidence_chunks where snapshot_id = $3) = $7 returning 1`,
}

const discard: Statement = {
  name: 'discard-snapshot',
  text: `update evidence_snapshots set due_at = clock_timestamp() + $3 * interval '1 ms', began_at = null, attempts = 0
    where company_id = $1 and began_at = $2`,
}

/**
 * Lets workers use what was made, and ends the work. Yields false where nothing is kept: the work was lost, or history was
 * uploaded meanwhile, or bytes are missing. Then nobody could use it, and the next is due in ten minutes.
 */
export async function keepSnapshot(tx: Tx, { beganAt }: SnapshotWork, snapshot: Snapshot): Promise<boolean> {
  const { companyId, snapshotId, history, knownUntil, questions, sizeBytes } = snapshot
  const values = [companyId, beganAt, snapshotId, history, knownUntil, questions, sizeBytes]
  const isKept = (await tx.query(keep, values)).length > 0
  if (!isKept) await tx.query(discard, [companyId, beganAt, leastPauseMs])
  return isKept
}

const end: Statement = {
  name: 'end-snapshot',
  text: `update evidence_snapshots set snapshot_id = null, questions = 0, size_bytes = 0, due_at = null, began_at = null, attempts = 0
    where company_id = $1 and began_at = $2`,
}

/** Ends the work without a snapshot, where there is too little to keep; one of before goes. */
export async function endSnapshotWork(tx: Tx, { companyId, beganAt }: SnapshotWork): Promise<void> {
  await tx.query(end, [companyId, beganAt])
}

// Whoever makes one at this moment has read what is gone: it will find itself without the work. That was begun for nothing
// counts like one that was kept, and what was put off once stays so.
const drop: Statement = {
  name: 'drop-snapshot',
  text: `update evidence_snapshots set snapshot_id = null, history = null, known_until = null, questions = 0, size_bytes = 0,
      began_at = null, attempts = 0, due_at = greatest(clock_timestamp() + $2 * interval '1 ms',
        greatest(made_at, began_at) + $3 * interval '1 ms', case when began_at is null then due_at end)
    where company_id = $1`,
}
/** Erasures come in chunks, and together: so long after the last one evidence is kept again, in ms. */
const settleMs = 60_000

/**
 * Somebody is forgotten, or history removed: what was learned of it goes with the snapshot that holds it. Nobody reads it from
 * now on, and `clearSnapshotBytes` deletes it. It is made again, from what is left, ten minutes after the last at the soonest.
 */
export async function dropSnapshot(tx: Tx, companyId: string): Promise<void> {
  await tx.query(drop, [companyId, settleMs, leastPauseMs])
}

const dropOutdated: Statement = {
  name: 'drop-outdated-snapshot',
  text: `update evidence_snapshots set snapshot_id = null, history = null, known_until = null, questions = 0, size_bytes = 0
    where company_id = $1 and snapshot_id is not null and history <> ${historyOf('$1')}`,
}

/** As `dropSnapshot`, where it is of other history than there is now: nobody uses it, and it may name whom nothing else does. */
export async function dropOutdatedSnapshot(tx: Tx, companyId: string): Promise<void> {
  await tx.query(dropOutdated, [companyId])
}
