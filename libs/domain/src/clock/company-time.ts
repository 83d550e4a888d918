import { statement, type Tx, types } from '@askline/db'
import { NotFoundError } from '../errors.ts'

const companyTime = statement({
  name: 'company-time',
  params: [types.uuid],
  row: { now: types.instant },
  text: 'select clock_timestamp() + clock_offset as now from companies where id = $1',
})

/**
 * Returns SQL of a company's time at the start of the statement. A statement that changes a locked row starts after its lock.
 * Unlike `company_now`, it may stand in an UPDATE of a database that is distributed by company.
 */
export const timeOf = (company: string) =>
  `(statement_timestamp() + (select clock_offset from companies where id = ${company}))`

/** A part of a WITH: the clock of the company of the transaction. It is read once per statement. */
export const companyClock = `clock as materialized (
  select id as company_id, statement_timestamp() + clock_offset as now from companies where id = $company
)`

/** Returns the company's time: the database's, plus a sandbox's offset. The domain reads no other clock. Throws NotFoundError. */
export async function companyNow(tx: Tx, companyId: string): Promise<Date> {
  const [row] = await tx.query(companyTime, [companyId])
  if (!row) throw new NotFoundError('company', companyId)
  return row.now
}
