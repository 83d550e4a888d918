import { questionStatuses } from '@askline/contracts'
import { type Database, inSystem, statement, types } from '@askline/db'
import { guardedUpdate } from '../questions/guarded-update.ts'
import type { Move } from '../questions/move-row.ts'
import { changedColumns, recordChanges } from '../questions/record-changes.ts'

/**
 * The database does not know which questions changed after the backup's time, so every question gets this change. A client that
 * holds a lost version or stamp then gets the present state instead of "nothing new".
 */
const restored: Move = { from: questionStatuses, set: '', event: 'QUESTION_RESTORED' }

// Above every version that a client knows from the lost time. That time may have had restores of its own, so the version follows the
// database's clock: no question changes once a second for long. An integer has room for the seconds until 2088.
const seconds = `extract(epoch from statement_timestamp() - timestamptz '2020-01-01 00:00:00Z')::int`
// Quick changes push a stamp ahead of the clock by a second each.
const leap = { version: `greatest(q.version + 1, ${seconds})`, seconds: 60 }

const batch = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/** SQL: the question `q` did not change since $2, in its company's time. */
const isOfBackup = (since: string) => `q.changed_at <= ${since}::timestamptz + coalesce(c.clock_offset, interval '0')`

const raise = statement({
  name: 'raise-restored-questions',
  params: [types.uuid, types.instant, types.int],
  row: { raised: types.int, last: types.nullable(types.uuid) },
  text: `with chosen as (
  select q.id, q.company_id, ${isOfBackup('$2')} as "isOld" from questions q join companies c on c.id = q.company_id
  where q.id > $1 order by q.id limit $3
), clock as materialized (
  select id as company_id, statement_timestamp() + clock_offset as now from companies
  where id = any(array(select company_id from chosen where "isOld"))
), changed as (
  ${guardedUpdate(restored, {
    which: `q.id = any(array(select id from chosen where "isOld")) and q.company_id = clock.company_id`,
    leap,
    returning: changedColumns({ event: `'${restored.event}'::text` }),
  })}
), ${recordChanges({
    isChanged: (column) => `${column} = any(array(select id from chosen where "isOld"))`,
    outboxRow: 'per-company',
  })}
select (select count(*)::int from changed) as raised, (select id from chosen order by id desc limit 1) as last`,
})

/**
 * Raises version and stamp of every question that did not change since `lostSince`, with one event each, in batches that commit
 * separately. Returns their number. Idempotent: a second run continues an interrupted one. A routing worker notifies the clients.
 */
export async function raiseRestoredQuestions(db: Database, lostSince: Date): Promise<number> {
  let after = firstId
  let total = 0
  for (;;) {
    const [done] = await inSystem(db, (tx) => tx.query(raise, [after, lostSince, batch]))
    if (!done?.last) return total
    total += done.raised
    after = done.last
  }
}

const changedSince = statement({
  name: 'find-change-since-restore',
  params: [types.instant],
  row: { company: types.text, at: types.instant },
  text: `select c.tag as company, x.changed_at as at from companies c cross join lateral (
      select q.changed_at from questions q
      where q.company_id = c.id and not ${isOfBackup('$1')} and not exists (select 1 from question_events e
        where e.question_id = q.id and e.company_id = q.company_id and e.type = '${restored.event}' and not e.at <= $1::timestamptz + coalesce(c.clock_offset, interval '0'))
      order by q.changed_at desc limit 1) x
    order by 2 desc limit 1`,
})

/**
 * Returns the newest change of a question after `lostSince`, in the company's time, or `undefined`. Changes that follow the one of
 * `raiseRestoredQuestions` do not count. A database that was restored to `lostSince` and not used since has none.
 */
export async function findChangeSince(
  db: Database,
  lostSince: Date,
): Promise<{ company: string; at: Date } | undefined> {
  const [found] = await inSystem(db, (tx) => tx.query(changedSince, [lostSince]))
  return found
}
