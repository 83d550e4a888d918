import { type Database, inCompany, statement, types } from '@askline/db'
import { shownNameOf } from '@askline/domain/companies/shown-name'
import { mayView } from '@askline/domain/views/may-view'
import { LRUCache } from 'lru-cache'

// Readers are not in the audience of their own read. An offer that ends alone writes no event, so its expert may still be in the
// audience.
const around = statement({
  name: 'notifier-who-is-around',
  params: [types.uuid],
  row: { audience: types.array(types.text) },
  text: `select array(select k from questions q cross join lateral (
        select audience from question_events where question_id = $1 and company_id = $company and type <> 'RESPONSE_READ'
        order by seq desc limit 1) e cross join unnest(e.audience) k
      where q.id = $1 and q.company_id = $company
        and case when k like 'user:%' then ${mayView(`'expert'`, 'substr(k, 6)')} else true end) as audience`,
})

/** Returns the audience keys of the question's newest event. Leaves out people who may not see it now. */
export async function findAround(db: Database, companyId: string, questionId: string): Promise<string[]> {
  const [found] = await inCompany(db, companyId, (tx) => tx.query(around, [questionId]))
  return found?.audience ?? []
}

const nameOf = statement({
  name: 'notifier-name-of-writer',
  params: [types.uuid],
  row: { name: types.nullable(types.text) },
  text: `select coalesce(
      (select ${shownNameOf('u')} from users u where u.id = $1 and u.company_id = $company and u.forgotten_at is null),
      (select name from integrations where id = $1 and company_id = $company)) as name`,
})

/** Time for which a name is kept, in ms. A person who writes is named every two seconds. */
const keptMs = 10_000

/** Returns a function that finds the name of a person or integration; `undefined` if they do not exist or were forgotten. */
export function openNames(db: Database) {
  const names = new LRUCache<string, string>({ max: 10_000, ttl: keptMs })
  return async (companyId: string, writerId: string): Promise<string | undefined> => {
    const known = names.get(writerId)
    if (known !== undefined) return known
    const [found] = await inCompany(db, companyId, (tx) => tx.query(nameOf, [writerId]))
    if (typeof found?.name !== 'string') return undefined
    names.set(writerId, found.name)
    return found.name
  }
}
