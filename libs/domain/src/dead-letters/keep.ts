import type { DeadJob, DeadLetterKind } from '@askline/contracts'
import { type Database, deadLetters, inSystem, newId, outbox, statement, type Tx, types } from '@askline/db'
import { owners } from '../owners.ts'
import type { Deadline } from '../questions/deadlines.ts'

/** The company of an outbox row that belongs to none. */
export const nobody = '00000000-0000-0000-0000-000000000000'

const keepDeadline = statement({
  name: 'keep-dead-deadline',
  params: [types.uuid, types.uuid, types.textOf<Deadline>(), types.uuid, types.text, types.int],
  row: { id: deadLetters.id },
  text: `insert into dead_letters (id, company_id, kind, name, question_id, reason, attempts) values ($1, $2, 'deadline', $3, $4, $5, $6)
    on conflict (question_id) where kind = 'deadline' and settled_at is null do nothing returning id`,
})

/**
 * Stores a deadline that failed repeatedly as a dead letter. No deadline of the question is tried until a person replays or
 * discards it. Idempotent.
 */
export async function keepDeadDeadline(
  db: Database,
  question: { id: string; companyId: string; deadline: Deadline },
  why: { reason: string; attempts: number },
): Promise<void> {
  const { id, companyId, deadline } = question
  await inSystem(db, (tx) => tx.query(keepDeadline, [newId(), companyId, deadline, id, why.reason, why.attempts]))
}

const names = Object.keys(owners) as (keyof typeof owners)[]

const insertJobs = statement({
  name: 'keep-dead-jobs',
  params: [types.jsonText, types.textOf<DeadLetterKind>()],
  row: { id: deadLetters.id },
  text: `insert into dead_letters (id, company_id, kind, name, job_key, question_id, payload, reason, attempts)
    select l.id, l."companyId", $2, l.name, l."jobKey", l."questionId", l.payload, l.reason, l.attempts
    from jsonb_to_recordset($1::jsonb) as l(id uuid, "companyId" uuid, name text, "jobKey" text, "questionId" uuid, payload jsonb,
      reason text, attempts int)
    on conflict (job_key) do nothing returning id`,
})

/** A job belongs to the company of the outbox row, or else of the row it names. A job that names none is the operator's. */
async function insertLetters(
  tx: Tx,
  letters: DeadJob[],
  kind: DeadLetterKind,
  companyOfRow: string | null,
): Promise<number> {
  const found = new Map<string, string>()
  for (const name of names) {
    const named = letters.flatMap(({ ids }) => ids[name] ?? [])
    const rows = named.length > 0 ? await tx.query(owners[name], [named]) : []
    for (const { id, companyId } of rows) found.set(`${name} ${id}`, companyId)
  }
  const kept = letters.map(({ ids, payload, ...letter }) => {
    const ownerBy = (name: keyof typeof owners) => found.get(`${name} ${ids[name]?.toLowerCase()}`)
    const companyId = companyOfRow ?? names.map(ownerBy).find((owner) => owner !== undefined)
    const questionId = ownerBy('questionId') === undefined ? undefined : ids.questionId
    // Postgres keeps no NUL in jsonb; no id has one.
    const isClean = payload !== null && !JSON.stringify(payload).includes('\\u0000')
    return { ...letter, id: newId(), companyId, questionId, payload: isClean ? payload : null }
  })
  return (await tx.query(insertJobs, [JSON.stringify(kept), kind])).length
}

/** Keeps jobs that failed for good. Those that are kept already, settled or not, stay as they are. Yields how many are new. */
export async function keepDeadJobs(db: Database, letters: DeadJob[]): Promise<number> {
  return letters.length === 0 ? 0 : inSystem(db, (tx) => keepDeadJobsWith(tx, letters))
}

/** The same in a transaction of the system that does more. */
export const keepDeadJobsWith = (tx: Tx, letters: DeadJob[]): Promise<number> => insertLetters(tx, letters, 'job', null)

const takeRow = statement({
  name: 'take-dead-outbox-row',
  params: [types.int],
  row: { companyId: outbox.companyId, key: outbox.key, jobs: outbox.jobs },
  text: `delete from outbox where id = any(array(select id from outbox where id = $1 and company_id = $company for update skip locked)) and company_id = $company
    returning company_id as "companyId", key, jobs`,
})

/**
 * Turns the jobs of an outbox row that the queues refused repeatedly into dead letters. `lettersOf` returns what may be stored.
 * Has no effect if the row is gone or locked by another transaction. Returns the number of new letters.
 */
export function keepDeadOutboxRow(
  db: Database,
  { id, companyId }: { id: number; companyId: string },
  lettersOf: (row: { key: string; jobs: unknown }) => DeadJob[],
): Promise<number> {
  return inSystem(db, async (tx) => {
    const [row] = await tx.of(companyId).query(takeRow, [id])
    if (!row) return 0
    return insertLetters(tx, lettersOf(row), 'outbox', row.companyId === nobody ? null : row.companyId)
  })
}

const countOpen = statement({
  name: 'count-dead-letters',
  row: { open: types.int },
  text: 'select count(*)::int as open from dead_letters where settled_at is null',
})

/** Returns the number of open dead letters of all companies. */
export async function countDeadLetters(db: Database): Promise<number> {
  const [row] = await inSystem(db, (tx) => tx.query(countOpen, []))
  return row?.open ?? 0
}
