import { type Database, inCompany, statement, types } from '@askline/db'
import { displayName } from '@askline/domain/companies/names'

// Readers are not in the audience of their own read.
const around = statement({
  name: 'notifier-who-is-around',
  params: [types.uuid, types.uuid],
  row: { name: types.nullable(types.text), audience: types.array(types.text) },
  text: `select coalesce(
      (select name from users where id = $2 and company_id = $company and forgotten_at is null),
      (select name from integrations where id = $2 and company_id = $company)) as name,
    coalesce((select audience from question_events where question_id = $1 and company_id = $company
      and type <> 'RESPONSE_READ' order by seq desc limit 1), '{}') as audience`,
})

/** Returns a person's display name, and the audience keys of the question's newest event. */
export async function findAround(db: Database, companyId: string, questionId: string, personId: string) {
  const [found] = await inCompany(db, companyId, (tx) => tx.query(around, [questionId, personId]))
  return { name: typeof found?.name === 'string' ? displayName(found.name) : undefined, keys: found?.audience ?? [] }
}
