import type { Availability, ExpertProfileView } from '@askline/contracts'
import { experts, type ParamsOf, type RowOf, statement, type Tx, types, users, type WorkingHours } from '@askline/db'
import type { Person } from '../actors.ts'
import { nameOf } from '../companies/names.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { availabilityWhenBack, awaySince } from '../people/activity.ts'
import { reputationOf } from '../people/author.ts'
import { avatarHostsColumn, avatarUrlOf } from '../people/avatars.ts'
import { showWaiting } from '../people/open-to-all.ts'
import { endOffers, withdrawOffers } from '../questions/withdraw-offers.ts'
import { fold } from '../text/fold.ts'

/** The columns of a ProfileRow. */
export const profileRow = {
  uuid: users.id,
  name: users.name,
  email: users.email,
  avatar: users.avatarUrl,
  avatarHosts: types.json<string[]>(),
  availability: experts.availability,
  awayReason: experts.awayReason,
  awaySince: experts.awaySince,
  missedOffers: experts.missedOffers,
  capacity: experts.capacity,
  load: experts.load,
  toDo: types.int,
  waiting: types.int,
  languages: experts.languages,
  topics: experts.topics,
  topicLevels: experts.topicLevels,
  categories: types.array(types.text),
  workingHours: experts.workingHours,
  isOfficial: experts.isOfficial,
  isCertified: experts.isCertified,
  isElite: experts.isElite,
  numberOfAnswers: experts.numberOfAnswers,
  ratedAnswers: experts.ratedAnswers,
  ratingSum: experts.ratingSum,
}
type ProfileRow = RowOf<typeof profileRow>

const countHeld = (
  turn: 'experts' | 'asker',
) => `(select count(*)::int from questions q where q.company_id = e.company_id
    and q.holder_id = e.user_id and q.closed_at is null and q.status = 'UNRESOLVED' and q.turn = '${turn}')`

/** The select list of a ProfileRow from `experts e` and `users u`. */
export const profileColumns = `u.id as uuid, ${shownNameOf('u')} as name, u.email, u.avatar_url as avatar, ${avatarHostsColumn} as "avatarHosts",
  e.availability,
  e.away_reason as "awayReason", e.away_since as "awaySince", e.missed_offers as "missedOffers", e.capacity, e.load,
  ${countHeld('experts')} as "toDo", ${countHeld('asker')} as waiting, e.languages, e.topics,
  e.topic_levels as "topicLevels",
  array(select k.name from categories k where k.company_id = e.company_id and k.id = any(e.category_ids) order by k.name) as categories,
  e.working_hours as "workingHours", e.is_official as "isOfficial", e.is_certified as "isCertified", e.is_elite as "isElite",
  e.number_of_answers as "numberOfAnswers", e.rated_answers as "ratedAnswers", e.rating_sum as "ratingSum"`

/** Returns the profile that the expert and the company's admins see. */
export const profileView = (row: ProfileRow, publicUrl: string): ExpertProfileView => ({
  uuid: row.uuid,
  name: row.name,
  email: row.email ?? '',
  avatarUrl: avatarUrlOf(row.uuid, row.avatar, { publicUrl, avatarHosts: row.avatarHosts }),
  availability: row.availability,
  awayReason: row.awayReason,
  awaySince: row.awaySince && dateTime(row.awaySince),
  missedOffers: row.missedOffers,
  capacity: row.capacity,
  load: row.load,
  claimed: { toDo: row.toDo, waiting: row.waiting },
  languages: row.languages,
  topics: row.topics,
  topicLevels: row.topicLevels,
  categories: row.categories,
  workingHours: row.workingHours,
  isOfficial: row.isOfficial,
  isCertified: row.isCertified,
  isElite: row.isElite,
  reputation: reputationOf(row),
})

const profile = statement({
  name: 'expert-profile',
  params: [types.uuid],
  row: profileRow,
  text: `select ${profileColumns} from experts e join users u on u.id = e.user_id and u.company_id = e.company_id
    where e.user_id = $1 and e.company_id = $company`,
})

/** Returns an expert's own profile. Throws NotFoundError if the person is not an expert. */
export async function findExpertProfile(tx: Tx, actor: Person, publicUrl: string): Promise<ExpertProfileView> {
  const [row] = await tx.query(profile, [actor.userId])
  if (!row) throw new NotFoundError('expert', actor.userId)
  return profileView(row, publicUrl)
}

/** The fields that experts may change of their own profile. Omitted fields keep their value. */
export type ExpertChanges = {
  name?: string | undefined
  avatarUrl?: string | null | undefined
  availability?: Availability | undefined
  capacity?: number | undefined
  languages?: string[] | undefined
  topics?: string[] | undefined
  workingHours?: WorkingHours | null | undefined
}

/** The types of the nine parameters, from name to working hours, of the statements that change an expert. */
export const changedTypes = [
  types.nullable(types.text),
  types.boolean,
  types.nullable(types.text),
  types.nullable(types.textOf<Availability>()),
  types.nullable(types.int),
  types.nullable(types.array(types.text)),
  types.nullable(types.array(types.text)),
  types.boolean,
  types.nullable(types.jsonText),
] as const

/** Returns the values of `changedTypes`. */
export const changedValues = (changes: ExpertChanges): ParamsOf<typeof changedTypes> => [
  changes.name === undefined ? null : nameOf(changes.name, 'name'),
  changes.avatarUrl !== undefined,
  changes.avatarUrl ?? null,
  changes.availability ?? null,
  changes.capacity ?? null,
  changes.languages ?? null,
  changes.topics?.map((topic, at) => nameOf(topic, `topics.${at}`)) ?? null,
  changes.workingHours !== undefined,
  changes.workingHours ? JSON.stringify(changes.workingHours) : null,
]

/** Returns the folded name, which is stored with a new name. */
export const foldedNameOf = ({ name }: Pick<ExpertChanges, 'name'>): string | null =>
  name === undefined ? null : fold(name)

const change = statement({
  name: 'change-expert',
  params: [types.uuid, ...changedTypes, types.nullable(types.text)],
  row: { companyId: experts.companyId, hasRoom: types.boolean },
  text: `with person as (
      update users set name = coalesce($2, name), folded = coalesce($11, folded), avatar_url = case when $3 then $4 else avatar_url end
      where id = $1 and company_id = $company
    )
    update experts e set availability = coalesce($5, ${availabilityWhenBack}), capacity = coalesce($6, capacity),
      languages = coalesce($7, languages), topics = coalesce($8, topics),
      working_hours = case when $9 then $10::jsonb else working_hours end,
      away_reason = null, away_since = ${awaySince(`coalesce($5, ${availabilityWhenBack})`)}, missed_offers = 0,
      last_active_at = statement_timestamp(), changed_at = statement_timestamp()
    where user_id = $1 and company_id = $company
    returning company_id as "companyId", is_active and availability = 'AVAILABLE' and load < capacity as "hasRoom"`,
})

/** Whether changes make an expert unavailable for offers. */
export const isLeaving = ({ availability }: Pick<ExpertChanges, 'availability'>): boolean =>
  availability === 'AWAY' || availability === 'OFFLINE'

/**
 * Changes an expert's profile. This is activity, also without a change: an AWAY that routing set ends. AWAY and OFFLINE withdraw the
 * expert's pending offers; an expert with capacity is offered the waiting questions. Throws NotFoundError.
 */
export async function updateExpertProfile(
  tx: Tx,
  actor: Person,
  changes: ExpertChanges,
  publicUrl: string,
): Promise<ExpertProfileView> {
  if (isLeaving(changes)) {
    await withdrawOffers(tx, actor.companyId, actor.userId, 'expert is not available')
    await endOffers(tx, actor.companyId, actor.userId)
  }
  const [row] = await tx.query(change, [actor.userId, ...changedValues(changes), foldedNameOf(changes)])
  if (!row) throw new NotFoundError('expert', actor.userId)
  if (row.hasRoom) await showWaiting(tx, row.companyId, actor.userId)
  return findExpertProfile(tx, actor, publicUrl)
}
