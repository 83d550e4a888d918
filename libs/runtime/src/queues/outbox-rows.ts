import type { Database } from '@askline/db'
import type { Logger } from '../logger.ts'

// Nobody waits for this commit to reach the disk: a row that comes back after a crash is the same job again.
const remove = {
  name: 'outbox-remove',
  text: `delete from outbox where id = any($1::bigint[]) and (select set_config('synchronous_commit', 'off', true)) is not null`,
}

/** ms over which rows are gathered, so that a busy second costs few statements. */
const gatherMs = 15
const most = 20_000

/** Deletes outbox rows whose jobs are in BullMQ, many at a time. What cannot be deleted is left to the relay. */
export function openOutboxRemover(db: Database, logger: Logger) {
  let ids: number[] = []
  let timer: NodeJS.Timeout | undefined
  let removing: Promise<void> | undefined

  async function removeNow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = ids
    ids = []
    if (batch.length > 0)
      await db.system.query({ ...remove, values: [batch] }).catch((error) => {
        // The relay hands them over again: BullMQ knows the jobs by their ids.
        logger.debug({ err: error, rows: batch.length }, 'Outbox rows are left to the relay')
      })
  }
  const removeSoon = () => {
    if (timer || removing || ids.length === 0) return
    timer = setTimeout(() => {
      removing = removeNow().finally(() => {
        removing = undefined
        removeSoon()
      })
    }, gatherMs)
  }
  return {
    add(done: number[]) {
      if (ids.length < most) ids.push(...done)
      removeSoon()
    },
    async finish() {
      await removing
      await removeNow()
    },
  }
}
