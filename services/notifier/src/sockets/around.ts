import { type Database, inCompany, statement, types } from '@askline/db'
import { shownName } from '@askline/domain/companies/names'
import { mayView } from '@askline/domain/views/find'

// Readers are not in the audience of their own read. An offer that ends alone writes no event, so its expert may still be in the
// audience.
const around = statement({
  name: 'notifier-who-is-around',
  params: [types.uuid, types.uuid],
  row: { name: types.nullable(types.text), audience: types.array(types.text) },
  text: `select coalesce(
      (select name from users where id = $2 and company_id = $company and forgotten_at is null),
      (select name from integrations where id = $2 and company_id = $company)) as name,
    array(select k from questions q cross join lateral (
        select audience from question_events where question_id = $1 and company_id = $company and type <> 'RESPONSE_READ'
        order by seq desc limit 1) e cross join unnest(e.audience) k
      where q.id = $1 and q.company_id = $company
        and case when k like 'user:%' then ${mayView(`'expert'`, 'substr(k, 6)')} else true end) as audience`,
})

/** Returns a person's display name, and the audience keys of the question's newest event. Leaves out people who may not see it now. */
export async function findAround(db: Database, companyId: string, questionId: string, personId: string) {
  const [found] = await inCompany(db, companyId, (tx) => tx.query(around, [questionId, personId]))
  return {
    name: typeof found?.name === 'string' ? shownName(personId, found.name) : undefined,
    keys: found?.audience ?? [],
  }
}
