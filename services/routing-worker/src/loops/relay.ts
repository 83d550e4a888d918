import type { OutboxRow } from '@askline/contracts'
import { type Database, inSystem, outbox, querySystem, statement, types } from '@askline/db'
import { byCompany, lockByCompany } from '@askline/domain/by-company'
import { keepDeadOutboxRow } from '@askline/domain/dead-letters/keep'
import type { Logger } from '@askline/runtime'
import { reasonOf } from '@askline/runtime/failure-reasons'
import { deadJobsOfRow, UnqueueableError } from '@askline/runtime/queues'
import { FailureBackOff, maxFailures } from './failure-back-off.ts'
import type { LoopDefinition } from './loop.ts'

/** Rows of one turn. */
const maxRows = 500

/** Hands over jobs whose writer could not. `onAge` receives the age of the oldest outbox row, in seconds. */
export function relay(
  db: Database,
  queues: Destination,
  logger: Logger,
  onAge: (seconds: number) => void = () => undefined,
): LoopDefinition {
  const backOff = new FailureBackOff<number>()
  return {
    name: 'relay',
    everyMs: 500,
    async work() {
      const seconds = await findOutboxAge(db)
      onAge(seconds)
      // A younger row may be left behind at the earliest when it has this age.
      if (seconds * 1_000 < leftBehindMs) return leftBehindMs - seconds * 1_000
      const { relayed, refused } = await takeLeftBehind(db, queues, maxRows, backOff.ids())
      for (const { id, companyId, error } of refused) {
        const times = backOff.add(id)
        logger.error({ err: error, outboxId: id, times }, 'The queues refuse this outbox row')
        if (times >= maxFailures) {
          await keepDeadOutboxRow(db, { id, companyId }, (row) => deadJobsOfRow(row, reasonOf(error), times))
        }
      }
      return relayed + refused.length === maxRows ? 0 : undefined
    },
  }
}

/** Age in ms below which the process that wrote a row may still hand it over itself. */
const leftBehindMs = 1_000

const leftBehind = statement({
  name: 'outbox-left-behind',
  params: [types.int, types.array(types.int)],
  row: { id: outbox.id, companyId: outbox.companyId },
  text: `select id, company_id as "companyId" from outbox
    where created_at < clock_timestamp() - interval '${leftBehindMs} milliseconds' and not id = any($2::bigint[])
    order by id limit $1`,
})

const lock = statement({
  name: 'outbox-lock',
  params: [types.array(types.int)],
  row: { id: outbox.id, companyId: outbox.companyId, key: outbox.key, jobs: outbox.jobs },
  text: `select id, company_id as "companyId", key, jobs from outbox
    where id = any($1::bigint[]) and company_id = $company order by id for update skip locked`,
})

const remove = statement({
  name: 'outbox-relayed',
  params: [types.array(types.int)],
  text: 'delete from outbox where id = any($1::bigint[]) and company_id = $company',
})

/** The part of the queues that the relay needs. `relay` resolves when Redis has the jobs. */
export type Destination = { relay(rows: OutboxRow[]): Promise<void>; isConnected(): boolean }

export type Relayed = {
  /** Rows handed over and deleted. */
  relayed: number
  /** Rows that the queues refuse while they take others. */
  refused: { id: number; companyId: string; error: unknown }[]
}

/**
 * Hands over at most `limit` committed jobs that their writer left behind, oldest first. Redis comes first and DELETE second: a crash
 * in between repeats jobs, which BullMQ recognizes by their key, and changes, which clients recognize by their version. The other
 * order would lose them.
 *
 * SKIP LOCKED lets any number of relays run. Jobs of one question may then overtake each other, but handlers read the row and
 * clients compare its `version`. `excluded` names rows to skip. Throws if Redis or Postgres is away.
 */
export function takeLeftBehind(
  db: Database,
  queues: Destination,
  limit: number,
  excluded: number[] = [],
): Promise<Relayed> {
  return inSystem(db, async (tx) => {
    const locked = await lockByCompany(tx, leftBehind, lock, limit, excluded)
    if (locked.length === 0) return { relayed: 0, refused: [] }
    const rows = locked.sort((one, other) => one.id - other.id)
    const refused = await relayAll(queues, rows)
    const bad = new Set(refused.map(({ id }) => id))
    const gone = rows.filter(({ id }) => !bad.has(id))
    for (const [companyId, own] of byCompany(gone)) tx.of(companyId).send(remove, [own.map(({ id }) => id)])
    return { relayed: gone.length, refused }
  })
}

type LockedRow = OutboxRow & { companyId: string }

/** A refusal arrives within this time, in ms. A slower error means that the queue does not answer. */
const refusalMs = 500

/** Relays all rows together. If that fails while Redis is connected, relays them one by one, so that a bad row cannot block others. */
async function relayAll(queues: Destination, rows: LockedRow[]): Promise<Relayed['refused']> {
  const refusal = async (given: LockedRow[]): Promise<unknown> => {
    const begun = performance.now()
    try {
      await queues.relay(given)
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
    if (error !== undefined) refused.push({ id: row.id, companyId: row.companyId, error })
  }
  // No row came through although the rows are valid, so the queue fails even if its connection looks open.
  const otherwise = refused.find(({ error }) => !(error instanceof UnqueueableError))
  if (refused.length === rows.length && otherwise) throw otherwise.error
  return refused
}

const oldest = statement({
  name: 'outbox-oldest',
  row: { seconds: types.nullable(types.float) },
  text: 'select extract(epoch from clock_timestamp() - min(created_at))::float8 as seconds from outbox',
})

/** Returns how long the oldest committed job has waited for Redis, in seconds; 0 if none waits. */
export async function findOutboxAge(db: Database): Promise<number> {
  const [row] = await querySystem(db, oldest, [])
  return Math.max(0, row?.seconds ?? 0)
}
