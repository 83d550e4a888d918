import type { CompanyEventType } from '@askline/contracts'
import { type Database, querySystem, statement, type Tx, types } from '@askline/db'
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

const newest = statement({
  name: 'find-newest-company-events',
  params: [types.array(types.uuid)],
  row: { companyId: types.uuid, place: types.text },
  text: `select c.id as "companyId", e.tx || ' ' || e.position as place
    from unnest($1::uuid[]) c(id), lateral (
      select tx, position from company_events where company_id = c.id order by tx desc, position desc limit 1
    ) e`,
})

/**
 * Returns a text for each company that changes with its next event, unless a younger transaction committed an event before. Companies
 * without an event are missing.
 */
export async function findNewestCompanyEvents(
  db: Database,
  companyIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await querySystem(db, newest, [[...companyIds]])
  return new Map(rows.map(({ companyId, place }) => [companyId, place]))
}
