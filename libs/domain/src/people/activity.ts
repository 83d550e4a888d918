import { statement, type Tx, types } from '@askline/db'
import { byCompany } from '../by-company.ts'
import { isOpenTo, showWaiting } from './open-to-all.ts'

/**
 * SQL of the availability of an expert `e` who is back. An AWAY that routing set after missed offers ends. AWAY and OFFLINE that a
 * person chose have no reason, and stay.
 */
export const availabilityWhenBack = `case when e.away_reason is null then e.availability else 'AVAILABLE' end`

/** Returns SQL of since when an expert `e` is AWAY or OFFLINE after a change to this availability. */
export const awaySince = (availability: string) => `case when ${availability} = 'AVAILABLE' then null
      when ${availability} = e.availability and e.away_since is not null then e.away_since else statement_timestamp() end`

/** Returns a statement that notes the activity of an expert who meets a condition. Locks the row of no other expert. */
const activityIf = (
  condition: string,
) => `update experts e set availability = ${availabilityWhenBack}, away_reason = null,
      away_since = ${awaySince(availabilityWhenBack)}, missed_offers = 0, last_active_at = statement_timestamp(),
      changed_at = case when e.away_reason is null then e.changed_at else statement_timestamp() end
    from (select user_id, away_reason is not null as is_back from experts
      where user_id = $1 and company_id = $company and ${condition} for no key update) was
    where e.user_id = was.user_id and e.company_id = $company
    returning was.is_back and e.is_active and e.load < e.capacity as "hasRoomAgain"`

const activity = statement({
  name: 'note-activity',
  params: [types.uuid],
  row: { hasRoomAgain: types.boolean },
  text: activityIf(
    `(away_reason is not null or missed_offers > 0 or last_active_at < statement_timestamp() - interval '1 minute')`,
  ),
})

/**
 * Notes an expert's activity and clears missed offers. If routing had set the expert AWAY, the expert is available again and is
 * shown what waits. Writes at most once a minute otherwise.
 */
export async function noteActivity(tx: Tx, expert: { userId: string; companyId: string }): Promise<void> {
  await welcome(tx, expert, tx.query(activity, [expert.userId]))
}

const reading = statement({
  name: 'note-reading',
  params: [types.uuid, types.uuid],
  row: { hasRoomAgain: types.boolean },
  text: activityIf(`away_reason is not null and exists (select 1 from questions q
      where q.id = $2 and q.company_id = $company and (${isOpenTo('$1')} or exists (
        select 1 from offers o where o.question_id = q.id and o.company_id = $company and o.expert_id = $1 and o.status = 'pending' offset 0)))`),
})

/**
 * Notes that an expert read a question. If it is offered or open to them and routing had set them AWAY, they are available again.
 * Otherwise reading is no activity, so a page that is left open misses its offers.
 */
export async function noteReading(
  tx: Tx,
  expert: { userId: string; companyId: string },
  questionId: string,
): Promise<void> {
  await welcome(tx, expert, tx.query(reading, [expert.userId, questionId]))
}

const setAway = statement({
  name: 'is-set-away',
  params: [types.uuid],
  row: { isSetAway: types.boolean },
  text: `select away_reason is not null as "isSetAway" from experts where user_id = $1 and company_id = $company`,
})

/** Returns whether routing set an expert AWAY. `noteReading` changes nothing otherwise, and needs a transaction that writes. */
export async function isSetAway(tx: Tx, expertId: string): Promise<boolean> {
  const [expert] = await tx.query(setAway, [expertId])
  return expert?.isSetAway ?? false
}

async function welcome(
  tx: Tx,
  { userId, companyId }: { userId: string; companyId: string },
  noted: Promise<{ hasRoomAgain: boolean }[]>,
): Promise<void> {
  const [expert] = await noted
  if (expert?.hasRoomAgain) await showWaiting(tx, companyId, userId)
}

const presence = statement({
  name: 'note-presence',
  params: [types.array(types.uuid)],
  text: `update experts set last_active_at = statement_timestamp() where company_id = $company and user_id = any(array(
    select user_id from experts where company_id = $company and user_id = any($1::uuid[])
      and last_active_at < statement_timestamp() - interval '1 minute'
    order by user_id for update skip locked))`,
})

/**
 * Notes that experts of any company are connected. This is no activity, so availability and missed offers stay. Writes at most
 * once a minute per expert.
 */
export async function notePresence(tx: Tx, experts: { id: string; companyId: string }[]): Promise<void> {
  for (const [companyId, own] of byCompany(experts)) {
    await tx.of(companyId).query(presence, [own.map(({ id }) => id)])
  }
}
