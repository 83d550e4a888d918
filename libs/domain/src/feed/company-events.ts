import type { CompanyEventType } from '@askline/contracts'
import { statement, type Tx, types } from '@askline/db'
import { companyClock } from '../clock/company-time.ts'

/** Ids of what changed, under the names that clients see. */
export type CompanyEventDetail = Record<string, string>

const insert = statement({
  name: 'insert-company-event',
  params: [types.textOf<CompanyEventType>(), types.jsonText],
  text: `with ${companyClock}
    insert into company_events (company_id, type, detail, at) select company_id, $1, $2::jsonb, now from clock`,
})

/**
 * Writes an event of the company of the transaction into its feed, without waiting for it. `detail` holds ids and words of
 * contracts only, never text, because it is never erased.
 */
export function recordCompanyEvent(tx: Tx, type: CompanyEventType, detail: CompanyEventDetail): void {
  tx.send(insert, [type, JSON.stringify(detail)])
}
