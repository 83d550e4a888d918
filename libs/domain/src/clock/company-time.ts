import type { Statement, Tx } from '@askline/db'
import { NotFoundError } from '../errors.ts'

const companyTime: Statement = {
  name: 'company-time',
  text: 'select company_now(id) as now from companies where id = $1',
}

/** The company's time: the database's, plus a sandbox's offset. No code of the domain reads another clock. Throws NotFoundError. */
export async function companyNow(tx: Tx, companyId: string): Promise<Date> {
  const [row] = await tx.query<{ now: Date }>(companyTime, [companyId])
  if (!row) throw new NotFoundError('company', companyId)
  return row.now
}
