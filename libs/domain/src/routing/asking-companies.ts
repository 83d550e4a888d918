import { companies, statement, type Tx, types } from '@askline/db'

const askingCompanies = statement({
  name: 'find-asking-companies',
  params: [types.int],
  row: { companyId: companies.id },
  text: `select c.id as "companyId"
    from companies c cross join lateral (
      select q.id, q.created_at from questions q where q.company_id = c.id order by q.id desc limit 1
    ) newest
    where newest.created_at > clock_timestamp() + c.clock_offset - interval '1 hour'
    order by newest.id desc limit $1`,
})

/** Returns ids of at most `limit` companies that asked within the last hour, the latest first. */
export async function findAskingCompanies(tx: Tx, limit: number): Promise<string[]> {
  return (await tx.query(askingCompanies, [limit])).map(({ companyId }) => companyId)
}
