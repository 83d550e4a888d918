import { type Database, querySystem, statement } from '@askline/db'

/** How far a feed reaches back, in days of real time, also in sandboxes. */
export const feedDays = 30

/** SQL: the newest mark that is older than the reach of the feed. */
const oldestMark = `from feed_marks where at < statement_timestamp() - interval '${feedDays} days' order by at desc limit 1`

/** SQL: the newest transaction that began at least `feedDays` ago, to an hour. Events before it cannot be read. */
export const oldestTx = `coalesce((select tx ${oldestMark}), '0'::xid8)`

const mark = statement({
  name: 'mark-feed',
  text: `with mark as (
      insert into feed_marks (tx) select pg_snapshot_xmin(pg_current_snapshot())
      where not exists (select from feed_marks where at > statement_timestamp() - interval '1 hour')
    )
    delete from feed_marks where at < (select at ${oldestMark})`,
})

/** Notes once an hour how far the transactions are, and deletes marks that no reader needs. */
export async function markFeed(db: Database): Promise<void> {
  await querySystem(db, mark, [])
}
