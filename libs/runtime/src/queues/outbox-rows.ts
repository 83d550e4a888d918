import { type Database, openCoalescer, querySystem, statement, types } from '@askline/db'
import type { Logger } from '../logger.ts'

// The commit need not reach the disk: a row that returns after a crash is the same job again.
const remove = statement({
  name: 'outbox-remove',
  params: [types.array(types.int)],
  text: `delete from outbox where id = any($1::bigint[]) and (select set_config('synchronous_commit', 'off', true)) is not null`,
})

/** Time to collect rows, in ms, so that a second costs few statements. Much shorter than `leftBehindMs` of the relay. */
const collectMs = 100
/** Rows that wait at most. The relay deletes the others. */
const maxWaiting = 20_000

/** Deletes outbox rows whose jobs are in BullMQ, in batches. Rows that cannot be deleted are left to the relay. */
export function openOutboxRemover(db: Database, logger: Logger) {
  const removals = openCoalescer(
    async (ids: number[]) => {
      await querySystem(db, remove, [ids]).catch((error) => {
        // The relay hands them over again, and BullMQ recognizes the jobs by their ids.
        logger.debug({ err: error, rows: ids.length }, 'Outbox rows are left to the relay')
      })
      return ids.map(() => undefined)
    },
    { collectMs },
  )
  return {
    add(done: number[]) {
      if (removals.waiting < maxWaiting) for (const id of done) void removals.add(id)
    },
    finish: removals.drain,
  }
}
