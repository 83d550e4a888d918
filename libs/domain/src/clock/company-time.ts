import { statement, type Tx, types } from '@askline/db'
import { NotFoundError } from '../errors.ts'

const companyTime = statement({
  name: 'company-time',
  params: [types.uuid],
  row: { now: types.instant },
  text: 'select company_now(id) as now from companies where id = $1',
})

/** Returns the company's time: the database's, plus a sandbox's offset. The domain reads no other clock. Throws NotFoundError. */
export async function companyNow(tx: Tx, companyId: string): Promise<Date> {
  const [row] = await tx.query(companyTime, [companyId])
  if (!row) throw new NotFoundError('company', companyId)
  return row.now
}
