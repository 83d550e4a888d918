import type { Statement, Tx } from '@askline/db'

const companyTime: Statement = { name: 'company-time', text: 'select company_now($1) as now' }

/** The company's time: the database's, plus a sandbox's offset. No code of the domain reads another clock. */
export async function companyNow(tx: Tx, companyId: string): Promise<Date> {
  const [row] = await tx.query<{ now: Date }>(companyTime, [companyId])
  if (!row) throw new Error('Postgres did not tell the time')
  return row.now
}
