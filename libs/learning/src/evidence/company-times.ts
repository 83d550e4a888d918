import type { Statement, Tx } from '@askline/db'
import { historyOf } from '@askline/domain/learning/drop-snapshot'

/** The current time of the database and of a company. */
export type CompanyTime = {
  companyId: string
  databaseNow: Date
  companyNow: Date
  /** Changes whenever the uploaded history changes. */
  history: string
}

const companyTimes: Statement = {
  name: 'company-times',
  text: `select c.id as "companyId", clock_timestamp()::timestamptz(3) as "databaseNow",
    (clock_timestamp() + c.clock_offset)::timestamptz(3) as "companyNow",
    ${historyOf('c.id')} as history
    from companies c where c.id = any($1::uuid[])`,
}

/** Returns the database's time and the time of each company. Unknown companies are missing. */
export function findCompanyTimes(tx: Tx, companyIds: string[]): Promise<CompanyTime[]> {
  return tx.query<CompanyTime>(companyTimes, [companyIds])
}
