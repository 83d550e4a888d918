import type { OutboxRow } from '@askline/contracts'
import { type Database, inSystem, type Statement } from '@askline/db'
import { UnqueueableError } from '@askline/runtime'

/** Rows this young are on their way by the hand of the process that wrote them. */
const leftBehindMs = 1_000

const leftBehind: Statement = {
  name: 'outbox-left-behind',
  text: `select id::text, key, jobs from outbox
    where created_at < clock_timestamp() - interval '${leftBehindMs} milliseconds' and not id = any($2::bigint[])
    order by id limit $1 for update skip locked`,
}

const remove: Statement = { name: 'outbox-relayed', text: 'delete from outbox where id = any($1::bigint[])' }

type LeftBehind = { id: string; key: string; jobs: OutboxRow['jobs'] }

/** What the relay needs of the queues. `relay` resolves when BullMQ has the jobs. */
export type Destination = { relay(rows: OutboxRow[]): Promise<void>; isConnected(): boolean }

export type Relayed = {
  /** Rows handed over and deleted. */
  relayed: number
  /** Rows that the queues refuse while they take others. */
  refused: { id: string; error: unknown }[]
}

/**
 * Hands over committed jobs that their writer could not: `limit` rows at most, oldest first. Redis first, DELETE second: a
 * crash in between repeats jobs, and BullMQ knows them again by their key; the other order would lose them.
 *
 * SKIP LOCKED lets any number of relays run side by side. Jobs of one question may then overtake each other: handlers go
 * by the row, clients by its `version`. `setAside` names rows to leave alone. Throws when Redis or Postgres is away.
 */
export function takeLeftBehind(
  db: Database,
  queues: Destination,
  limit: number,
  setAside: string[] = [],
): Promise<Relayed> {
  return inSystem(db, async (tx) => {
    const rows = await tx.query<LeftBehind>(leftBehind, [limit, setAside])
    if (rows.length === 0) return { relayed: 0, refused: [] }
    const refused = await relayAll(queues, rows)
    const bad = new Set(refused.map(({ id }) => id))
    const gone = rows.filter(({ id }) => !bad.has(id)).map(({ id }) => id)
    await tx.query(remove, [gone])
    return { relayed: gone.length, refused }
  })
}

/** A refusal comes at once. What takes longer, in ms, is a queue that does not answer. */
const refusalMs = 500

/** All at once; one by one where that fails for another reason than Redis, so that a bad row cannot dam up the others. */
async function relayAll(queues: Destination, rows: LeftBehind[]): Promise<Relayed['refused']> {
  const asRow = (row: LeftBehind): OutboxRow => ({ ...row, id: Number(row.id) })
  const refusal = async (given: LeftBehind[]): Promise<unknown> => {
    const begun = performance.now()
    try {
      await queues.relay(given.map(asRow))
      return undefined
    } catch (error) {
      if (!queues.isConnected() || performance.now() - begun > refusalMs) throw error
      return error
    }
  }
  const refused: Relayed['refused'] = []
  if ((await refusal(rows)) === undefined) return refused
  for (const row of rows) {
    const error = await refusal([row])
    if (error !== undefined) refused.push({ id: row.id, error })
  }
  // Nothing came through, and not by fault of the rows: it is the queue that fails, whatever the connection says.
  const otherwise = refused.find(({ error }) => !(error instanceof UnqueueableError))
  if (refused.length === rows.length && otherwise) throw otherwise.error
  return refused
}

const oldest: Statement = {
  name: 'outbox-oldest',
  text: 'select extract(epoch from clock_timestamp() - min(created_at))::float8 as seconds from outbox',
}

/** Seconds the oldest committed job has been waiting for BullMQ; 0 when none does. */
export async function findOutboxAge(db: Database): Promise<number> {
  const { rows } = await db.system.query<{ seconds: number | null }>(oldest)
  return Math.max(0, rows[0]?.seconds ?? 0)
}
