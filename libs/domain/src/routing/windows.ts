import type { Statement, Tx } from '@askline/db'

/** What to read anew of a company: everything after `since`. */
export type Window = { companyId: string; since: Date }

/** Windows as the two parallel arrays a statement unnests: companies, and since when. */
export const columnsOf = (windows: Window[]) => [windows.map((w) => w.companyId), windows.map((w) => w.since)]

/** What time it is, for the database and for a company. */
export type CompanyTime = {
  companyId: string
  databaseNow: Date
  companyNow: Date
  /** Changes whenever uploaded history does. */
  history: string
}

/** The present uploaded history of a company as one word, in SQL; `company` is an expression for its id. */
export const historyOf = (company: string) =>
  `(select concat(count(*), ' ', max(f.imported_at)) from files f
    where f.company_id = ${company} and f.type = 'HISTORY' and f.status = 'READY')`

const companyTimes: Statement = {
  name: 'company-times',
  text: `select c.id as "companyId", clock_timestamp()::timestamptz(3) as "databaseNow",
    (clock_timestamp() + c.clock_offset)::timestamptz(3) as "companyNow",
    ${historyOf('c.id')} as history
    from companies c where c.id = any($1::uuid[])`,
}

/** The database's time and each company's own. A company that is not there is not in the answer. */
export function findCompanyTimes(tx: Tx, companyIds: string[]): Promise<CompanyTime[]> {
  return tx.query<CompanyTime>(companyTimes, [companyIds])
}
