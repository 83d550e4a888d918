import { companyDefaults } from '@askline/contracts'
import { type Database, querySystem, statement, types } from '@askline/db'

const keptMs = `coalesce((c.settings ->> 'offersKeptMs')::bigint, ${companyDefaults.offersKeptMs})`

/** The smallest id of an offer that was made after the shortest retention of all companies began. Ids begin with the time in ms. */
const firstKept = `(select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint
  - min(${keptMs})), 12, '0') || repeat('0', 20))::uuid from companies c)`

// Offers are read by id, which is their age, so no index is needed that each offer would have to pay for.
const deleteOffers = statement({
  name: 'delete-offers-of-closed',
  params: [types.uuid, types.int],
  row: { read: types.int, deleted: types.int, last: types.nullable(types.uuid) },
  text: `with old as materialized (
      select o.id, o.question_id from offers o where o.id > $1 and o.id < ${firstKept} order by o.id limit $2
    ), deleted as (
      delete from offers where id = any(array(
        select o.id from old join offers o on o.id = old.id join questions q on q.id = old.question_id
          join companies c on c.id = q.company_id
        where q.closed_at < clock_timestamp() - ${keptMs} * interval '1 millisecond'
        order by o.id for update of o skip locked))
      returning 1
    )
    select (select count(*)::int from old) as read, (select count(*)::int from deleted) as deleted,
      (select id from old order by id desc limit 1) as last`,
})

const firstId = '00000000-0000-0000-0000-000000000000'

/** What a batch did, and the offer after which the next batch begins. */
export type DeletedOffers = { deleted: number; next: string }

/**
 * Deletes offers of questions that were closed more than the company's `offersKeptMs` before the present real time. A sandbox whose
 * clock was advanced keeps them longer. Looks at the next `size` old offers after `from`, by default from the oldest; `next` begins
 * again after the last one.
 */
export async function deleteOffersOfClosed(db: Database, size: number, from = firstId): Promise<DeletedOffers> {
  const [batch] = await querySystem(db, deleteOffers, [from, size])
  const { read = 0, deleted = 0, last = null } = batch ?? {}
  return { deleted, next: last !== null && read === size ? last : firstId }
}
