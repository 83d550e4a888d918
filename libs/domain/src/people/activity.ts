import { statement, type Tx, types } from '@askline/db'
import { byCompany } from '../by-company.ts'

const activity = statement({
  name: 'note-activity',
  params: [types.uuid],
  text: `update experts set missed_offers = 0, last_active_at = statement_timestamp()
    where user_id = $1 and company_id = $company and (missed_offers > 0 or last_active_at < statement_timestamp() - interval '1 minute')`,
})

/** Notes an expert's activity and clears missed offers. Writes at most once a minute unless offers were missed. */
export function noteActivity(tx: Tx, expertId: string): void {
  tx.send(activity, [expertId])
}

const presence = statement({
  name: 'note-presence',
  params: [types.array(types.uuid)],
  text: `update experts set last_active_at = statement_timestamp() where company_id = $company and user_id = any(array(
    select user_id from experts where company_id = $company and user_id = any($1::uuid[])
      and last_active_at < statement_timestamp() - interval '1 minute'
    order by user_id for update skip locked))`,
})

/**
 * Notes that experts of any company are connected. This is no activity, so availability and missed offers stay. Writes at most
 * once a minute per expert.
 */
export async function notePresence(tx: Tx, experts: { id: string; companyId: string }[]): Promise<void> {
  for (const [companyId, own] of byCompany(experts)) {
    await tx.of(companyId).query(presence, [own.map(({ id }) => id)])
  }
}
