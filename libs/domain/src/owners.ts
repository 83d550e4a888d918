import { statement, types } from '@askline/db'

/** Returns a statement that finds the companies of rows by their ids. */
const ownersIn = (table: 'questions' | 'forget_requests' | 'clock_advances' | 'files') =>
  statement({
    name: `companies-of-${table}`,
    params: [types.array(types.uuid)],
    row: { id: types.uuid, companyId: types.uuid },
    text: `select id, company_id as "companyId" from ${table} where id = any($1::uuid[])`,
  })

/**
 * Statements that find the companies of the rows that a job can name, in the order of precedence. Citus cannot join the tables without
 * the company.
 */
export const owners = {
  questionId: ownersIn('questions'),
  companyId: statement({
    name: 'existing-companies',
    params: [types.array(types.uuid)],
    row: { id: types.uuid, companyId: types.uuid },
    text: 'select id, id as "companyId" from companies where id = any($1::uuid[])',
  }),
  requestId: ownersIn('forget_requests'),
  advanceId: ownersIn('clock_advances'),
  fileId: ownersIn('files'),
}
