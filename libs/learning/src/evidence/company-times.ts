import { companies, type RowOf, statement, type Tx, types } from '@askline/db'
import { historyWord, isHistory, noHistory } from '@askline/domain/learning/drop-snapshot'

/** The current time of the database and of a company. */
const companyTimeRow = {
  companyId: companies.id,
  databaseNow: types.instant,
  companyNow: types.instant,
  /** Changes whenever the uploaded history changes. */
  history: types.text,
} as const
export type CompanyTime = RowOf<typeof companyTimeRow>

const companyTimes = statement({
  name: 'company-times',
  params: [types.array(types.uuid)],
  row: companyTimeRow,
  text: `select c.id as "companyId", clock_timestamp()::timestamptz(3) as "databaseNow",
    (clock_timestamp() + c.clock_offset)::timestamptz(3) as "companyNow",
    coalesce(h.history, '${noHistory}') as history
    from companies c left join (
      select f.company_id, ${historyWord} as history from files f
      where f.company_id = any($1::uuid[]) and ${isHistory} group by f.company_id
    ) h on h.company_id = c.id
    where c.id = any($1::uuid[])`,
})

/** Returns the database's time and the time of each company. Unknown companies are missing. */
export function findCompanyTimes(tx: Tx, companyIds: string[]): Promise<CompanyTime[]> {
  return tx.query(companyTimes, [companyIds])
}
