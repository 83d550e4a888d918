import type { Statement, Tx } from '@askline/db'

const activity: Statement = {
  name: 'note-activity',
  text: `update experts set missed_offers = 0, last_active_at = clock_timestamp()
    where user_id = $1 and (missed_offers > 0 or last_active_at < clock_timestamp() - interval '1 minute')`,
}

/** An expert did something: no offer was missed since. Written once a minute at most, unless some were. */
export async function noteActivity(tx: Tx, expertId: string): Promise<void> {
  await tx.query(activity, [expertId])
}

const presence: Statement = {
  name: 'note-presence',
  text: `update experts set last_active_at = clock_timestamp() where user_id = any(array(
    select user_id from experts where user_id = any($1::uuid[]) and last_active_at < clock_timestamp() - interval '1 minute'
    order by user_id for update skip locked))`,
}

/**
 * These experts, of any company, are connected. That is less than being at work: neither availability nor the offers they
 * missed change. Written once a minute at most for each.
 */
export async function notePresence(tx: Tx, expertIds: string[]): Promise<void> {
  if (expertIds.length > 0) await tx.query(presence, [expertIds])
}
