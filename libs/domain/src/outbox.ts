import type { OutboxJob } from '@askline/contracts'
import { outbox, statement, type Tx, types } from '@askline/db'

const insertOutbox = statement({
  name: 'insert-outbox',
  params: [types.uuid, types.jsonText],
  row: { id: outbox.id, key: outbox.key, jobs: outbox.jobs },
  text: 'insert into outbox (company_id, jobs) values ($1, $2::jsonb) returning id, key, jobs',
})

/**
 * Writes jobs that run after the transaction commits. It takes a transaction instead of the database, because a job that is
 * not part of the transaction can be lost.
 */
export async function enqueue(tx: Tx, companyId: string, jobs: OutboxJob[]): Promise<void> {
  tx.outgoing.push(...(await tx.query(insertOutbox, [companyId, JSON.stringify(jobs)])))
}

/** Jobs that may wait without a backlog, such as jobs that Redis refuses. As many of the oldest rows are read. */
const fewJobs = 100

const backlog = statement({
  name: 'find-outbox-backlog',
  params: [types.float, types.int],
  row: { exists: types.boolean },
  text: `select coalesce(sum(jsonb_array_length(jobs)), 0) > $2 as exists from (
      select jobs from outbox where created_at < clock_timestamp() - $1 * interval '1 millisecond' order by created_at limit $2 + 1
    ) waiting`,
})

/** Returns whether more than 100 jobs have waited for Redis longer than `ms`, of whatever companies. */
export async function hasBacklog(tx: Tx, ms: number): Promise<boolean> {
  const [found] = await tx.query(backlog, [ms, fewJobs])
  return found?.exists === true
}
