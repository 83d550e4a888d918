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
