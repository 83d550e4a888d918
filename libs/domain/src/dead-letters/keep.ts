import { type Database, inSystem, newId, type Statement, type Tx } from '@askline/db'
import type { Deadline } from '../routing/due.ts'

/** The company of an outbox row that belongs to none. */
export const nobody = '00000000-0000-0000-0000-000000000000'

const keepDeadline: Statement = {
  name: 'keep-dead-deadline',
  text: `insert into dead_letters (id, company_id, kind, name, question_id, reason, attempts) values ($1, $2, 'deadline', $3, $4, $5, $6)
    on conflict (question_id) where kind = 'deadline' and settled_at is null do nothing returning id`,
}

/**
 * A question's deadline could not be met again and again: no deadline of this question is tried until somebody replays or
 * discards it. Without effect where it is a dead letter already.
 */
export async function keepDeadDeadline(
  db: Database,
  question: { id: string; companyId: string; deadline: Deadline },
  why: { reason: string; attempts: number },
): Promise<void> {
  const { id, companyId, deadline } = question
  await inSystem(db, (tx) => tx.query(keepDeadline, [newId(), companyId, deadline, id, why.reason, why.attempts]))
}

/** A job that failed for good, as it is to be kept: ids and words, never text. */
export type DeadJobLetter = {
  name: string
  /** Its name in BullMQ: the same job is kept once. */
  jobKey: string
  payload: Record<string, unknown> | null
  /** The ids it holds: they say whose it is. */
  ids: Record<string, string>
  reason: string
  attempts: number
}

/** A job belongs to the company of the row it names. A job that names none is the operator's. */
const keepJobs: Statement = {
  name: 'keep-dead-jobs',
  text: `insert into dead_letters (id, company_id, kind, name, job_key, question_id, payload, reason, attempts)
    select l.id, coalesce(nullif($2::uuid, '${nobody}'), q.company_id, c.id, f.company_id, a.company_id, u.company_id), $3, l.name,
      l."jobKey", q.id, l.payload, l.reason, l.attempts
    from jsonb_to_recordset($1::jsonb) as l(id uuid, name text, "jobKey" text, payload jsonb, "questionId" uuid, "companyId" uuid,
        "requestId" uuid, "advanceId" uuid, "fileId" uuid, reason text, attempts int)
      left join questions q on q.id = l."questionId" left join companies c on c.id = l."companyId"
      left join forget_requests f on f.id = l."requestId" left join clock_advances a on a.id = l."advanceId"
      left join files u on u.id = l."fileId"
    on conflict (job_key) do nothing returning id`,
}

const rowOf = ({ ids, payload, ...letter }: DeadJobLetter) => {
  const { questionId, companyId, requestId, advanceId, fileId } = ids
  // Postgres keeps no NUL in jsonb; no id has one.
  const isClean = payload !== null && !JSON.stringify(payload).includes('\\u0000')
  const named = { questionId, companyId, requestId, advanceId, fileId }
  return { ...letter, ...named, id: newId(), payload: isClean ? payload : null }
}

/** Keeps jobs that failed for good. Those that are kept already, settled or not, stay as they are. Yields how many are new. */
export async function keepDeadJobs(db: Database, letters: DeadJobLetter[]): Promise<number> {
  return letters.length === 0 ? 0 : inSystem(db, (tx) => keepDeadJobsWith(tx, letters))
}

/** The same in a transaction of the system that does more. */
export async function keepDeadJobsWith(tx: Tx, letters: DeadJobLetter[]): Promise<number> {
  return (await tx.query(keepJobs, [JSON.stringify(letters.map(rowOf)), null, 'job'])).length
}

const takeRow: Statement = {
  name: 'take-dead-outbox-row',
  text: `delete from outbox where id = any(array(select id from outbox where id = $1 for update skip locked))
    returning company_id as "companyId", key, jobs`,
}

/**
 * The queues refuse an outbox row again and again: its jobs become dead letters. `lettersOf` says what may be kept of them. Without
 * effect where the row is gone, or in somebody's hand. Yields how many letters are new.
 */
export function keepDeadOutboxRow(
  db: Database,
  outboxId: string,
  lettersOf: (row: { key: string; jobs: unknown }) => DeadJobLetter[],
): Promise<number> {
  return inSystem(db, async (tx) => {
    const [row] = await tx.query<{ companyId: string; key: string; jobs: unknown }>(takeRow, [outboxId])
    if (!row) return 0
    return (await tx.query(keepJobs, [JSON.stringify(lettersOf(row).map(rowOf)), row.companyId, 'outbox'])).length
  })
}

const countOpen: Statement = {
  name: 'count-dead-letters',
  text: 'select count(*)::int as open from dead_letters where settled_at is null',
}

/** How many dead letters wait for somebody, of all companies. */
export async function countDeadLetters(db: Database): Promise<number> {
  const [row] = await inSystem(db, (tx) => tx.query<{ open: number }>(countOpen, []))
  return row?.open ?? 0
}
