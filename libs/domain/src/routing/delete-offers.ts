import { companyDefaults } from '@askline/contracts'
import { type Database, inSystem, querySystem, statement, types } from '@askline/db'
import { byCompany, candidateArrays, candidatesOf, selectCandidates } from '../by-company.ts'
import { msBetween } from '../clock/milliseconds.ts'
import { dayOf, endings } from './offer-endings.ts'

const keptMs = `coalesce((c.settings ->> 'offersKeptMs')::bigint, ${companyDefaults.offersKeptMs})`

/** The smallest id of an offer that was made after the shortest retention of all companies began. Ids begin with the time in ms. */
const firstKept = `(select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint
  - min(${keptMs})), 12, '0') || repeat('0', 20))::uuid from companies c)`

const counts = ['claimed', 'declined', 'missed', 'withdrawn', 'released', 'lapsed', 'escalated'] as const

/** SQL: the offers of the question `q` of the company `c` are no longer kept. */
const isRipe = `q.closed_at < statement_timestamp() - ${keptMs} * interval '1 millisecond'`

// Offers are read by id, which is their age, so no index is needed that each offer would have to pay for.
const findOld = statement({
  name: 'find-old-offers',
  params: [types.uuid, types.int],
  row: { read: types.int, last: types.nullable(types.uuid), ...candidateArrays },
  text: `with old as materialized (
      select o.id, o.question_id from offers o where o.id > $1 and o.id < ${firstKept} order by o.id limit $2
    ), ripe as materialized (
      select q.id, q.company_id from questions q join companies c on c.id = q.company_id
      where q.id = any(array(select distinct question_id from old)) and ${isRipe}
    )
    select (select count(*)::int from old) as read, (select id from old order by id desc limit 1) as last,
      ${selectCandidates('ripe')}`,
})

// The lock of a question lets one process delete all of its offers, so an escalation is counted once.
const deleteOffers = statement({
  name: 'delete-offers-of-closed',
  params: [types.array(types.uuid)],
  row: { deleted: types.int },
  text: `with ripe as materialized (
      select q.id, q.reroute_type from questions q join companies c on c.id = q.company_id
      where q.id = any($1::uuid[]) and q.company_id = $company and ${isRipe}
      order by q.id for no key update of q skip locked
    ), chosen as materialized (
      select o.id from ripe q cross join lateral (
        select o.id from offers o where o.question_id = q.id and o.company_id = $company offset 0
      ) o
    ), deleted as (
      delete from offers where id = any(array(select id from chosen)) and company_id = $company
      returning company_id, expert_id, question_id, status, reason, wave, score, created_at, closed_at
    ), ended as (
      select o.company_id, o.expert_id, ${dayOf('o.closed_at')} as day, ${endings.claimed}::int as claimed,
        ${endings.declined}::int as declined, ${endings.missed}::int as missed, ${endings.withdrawn}::int as withdrawn,
        ${endings.released}::int as released, ${endings.lapsed}::int as lapsed, ${endings.passedOn}::int as escalated,
        case when ${endings.claimed} and o.score is not null then ${msBetween('o.created_at', 'o.closed_at')} end as claim_ms
      from deleted o where o.closed_at is not null
      union all
      select d.company_id, d.expert_id, ${dayOf('v.at')}, 0, 0, 0, 0, 0, 0, 1, null
      from (select distinct o.company_id, o.expert_id, o.question_id from deleted o
          join ripe q on q.id = o.question_id and q.reroute_type = 'BY_EXPERT') d
        join question_events v on v.question_id = d.question_id and v.company_id = $company and v.actor_id = d.expert_id
          and v.type = 'QUESTION_ESCALATED_BY_EXPERT'
    ), counted as (
      insert into offer_days as t (company_id, expert_id, day, ${counts.join(', ')}, claim_ms)
      select e.company_id, e.expert_id, e.day, ${counts.map((name) => `sum(e.${name})`).join(', ')},
        coalesce(array_agg(e.claim_ms) filter (where e.claim_ms is not null), '{}')
      from ended e join users u on u.id = e.expert_id and u.company_id = $company and u.forgotten_at is null
      group by e.company_id, e.expert_id, e.day order by e.company_id, e.expert_id, e.day
      on conflict (company_id, expert_id, day) do update set claim_ms = t.claim_ms || excluded.claim_ms,
        ${counts.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')}
      returning day
    )
    select count(*)::int as deleted from deleted`,
})

const firstId = '00000000-0000-0000-0000-000000000000'

/** The result of a batch, and the offer after which the next batch begins. */
export type DeletedOffers = { deleted: number; next: string }

/**
 * Deletes offers of questions that were closed more than the company's `offersKeptMs` before the present real time. Adds them to
 * the totals of their experts. A sandbox whose clock was advanced keeps them longer. Looks at the next `size` old offers after
 * `from`, by default from the oldest; `next` begins again after the last one.
 */
export async function deleteOffersOfClosed(db: Database, size: number, from = firstId): Promise<DeletedOffers> {
  const [batch] = await querySystem(db, findOld, [from, size])
  const { read = 0, last = null } = batch ?? {}
  const ripe = batch ? candidatesOf(batch) : []
  let deleted = 0
  // A transaction each, so that no company waits for the locks of the others.
  for (const [companyId, own] of byCompany(ripe)) {
    const ids = own.map(({ id }) => id)
    const [done] = await inSystem(db, (tx) => tx.of(companyId).query(deleteOffers, [ids]))
    deleted += done?.deleted ?? 0
  }
  return { deleted, next: last !== null && read === size ? last : firstId }
}
