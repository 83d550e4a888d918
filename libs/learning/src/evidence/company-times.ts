import { companies, type RowOf, statement, type Tx, types } from '@askline/db'
import { historyOf } from '@askline/domain/learning/drop-snapshot'

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
    ${historyOf('c.id')} as history
    from companies c where c.id = any($1::uuid[])`,
})

/** Returns the database's time and the time of each company. Unknown companies are missing. */
export function findCompanyTimes(tx: Tx, companyIds: string[]): Promise<CompanyTime[]> {
  return tx.query(companyTimes, [companyIds])
}
