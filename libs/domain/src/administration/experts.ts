import type { Availability, AwayReason, ManagedExpertView } from '@askline/contracts'
import type { Statement, Tx, WorkingHours } from '@askline/db'
import { InvalidValueError, NotFoundError } from '../errors.ts'
import { categoriesOf, type ExpertChanges } from '../people/expert-profile.ts'
import { clearDesk } from '../questions/clear-desk.ts'
import { enqueue } from '../questions/effects.ts'
import { avatarUrlOf, reputationOf } from '../views/author.ts'
import { dateTime } from '../views/dates.ts'
import { cursorOf, idFrom } from '../views/list.ts'

export type PageWish = { limit: number; cursor?: string | undefined }

type ExpertRow = {
  uuid: string
  name: string
  email: string | null
  avatar: string | null
  availability: Availability
  capacity: number
  load: number
  languages: string[]
  topics: string[]
  topicLevels: Record<string, number>
  categories: string[]
  awayReason: AwayReason | null
  missedOffers: number
  workingHours: WorkingHours | null
  isOfficial: boolean
  isCertified: boolean
  isElite: boolean
  isActive: boolean
  numberOfAnswers: number
  ratedAnswers: number
  ratingSum: number
  lastActiveAt: Date
}

const columns = `u.id as uuid, u.name, u.email, u.avatar_url as avatar, e.availability, e.away_reason as "awayReason",
  e.missed_offers as "missedOffers", e.capacity, e.load, e.languages,
  e.topics, e.topic_levels as "topicLevels", ${categoriesOf} as categories, e.working_hours as "workingHours", e.is_official as "isOfficial", e.is_certified as "isCertified",
  e.is_elite as "isElite", e.is_active as "isActive", e.number_of_answers as "numberOfAnswers",
  e.rated_answers as "ratedAnswers", e.rating_sum as "ratingSum", e.last_active_at as "lastActiveAt"`

const expertOf = (row: ExpertRow, publicUrl: string): ManagedExpertView => ({
  uuid: row.uuid,
  name: row.name,
  email: row.email ?? '',
  avatarUrl: avatarUrlOf(row.uuid, row.avatar, publicUrl),
  availability: row.availability,
  awayReason: row.awayReason,
  missedOffers: row.missedOffers,
  capacity: row.capacity,
  load: row.load,
  languages: row.languages,
  topics: row.topics,
  topicLevels: row.topicLevels,
  categories: row.categories,
  workingHours: row.workingHours,
  isOfficial: row.isOfficial,
  isCertified: row.isCertified,
  isElite: row.isElite,
  isActive: row.isActive,
  reputation: reputationOf(row),
  lastActiveDate: dateTime(row.lastActiveAt),
})

const list: Statement = {
  name: 'admin-list-experts',
  text: `select ${columns} from experts e join users u on u.id = e.user_id
    where e.company_id = $1 and ($2::uuid is null or e.user_id < $2) order by e.user_id desc limit $3`,
}

/** A company's experts, newest first, the deactivated ones as well. Throws InvalidValueError for a cursor that is none. */
export async function listExperts(
  tx: Tx,
  companyId: string,
  { limit, cursor }: PageWish,
  publicUrl: string,
): Promise<{ experts: ManagedExpertView[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : idFrom(cursor)
  const rows = await tx.query<ExpertRow>(list, [companyId, after, limit + 1])
  const page = rows.slice(0, limit)
  return {
    experts: page.map((row) => expertOf(row, publicUrl)),
    nextCursor: rows.length > page.length ? cursorOf(page.at(-1)?.uuid) : null,
  }
}

const one: Statement = {
  name: 'admin-expert',
  text: `select ${columns} from experts e join users u on u.id = e.user_id where e.company_id = $1 and e.user_id = $2`,
}

/** One expert of the company. Throws NotFoundError. */
export async function findExpert(
  tx: Tx,
  companyId: string,
  expertId: string,
  publicUrl: string,
): Promise<ManagedExpertView> {
  const [row] = await tx.query<ExpertRow>(one, [companyId, expertId])
  if (!row) throw new NotFoundError('expert', expertId)
  return expertOf(row, publicUrl)
}

/** What an admin may change of an expert; what is missing stays. */
export type ManagedExpertChanges = ExpertChanges & {
  isActive?: boolean | undefined
  isOfficial?: boolean | undefined
  isCertified?: boolean | undefined
  isElite?: boolean | undefined
  /** Topic → 1 to 5; takes the place of all levels. */
  topicLevels?: Record<string, number> | undefined
  /** Names; takes the place of all assignments. */
  categories?: string[] | undefined
}

const idsOfNames: Statement = {
  name: 'category-ids-of-names',
  text: 'select id, name from categories where company_id = $1 and name = any($2::text[])',
}

/** Ids of the company's categories with these names. Throws InvalidValueError (`category_unknown`) for a name that is none. */
export async function findCategoryIds(tx: Tx, companyId: string, names: string[]): Promise<string[]> {
  const found = await tx.query<{ id: string; name: string }>(idsOfNames, [companyId, names])
  const known = new Set(found.map(({ name }) => name))
  const unknown = names.findIndex((name) => !known.has(name))
  if (unknown >= 0) {
    throw new InvalidValueError(
      'category_unknown',
      `categories.${unknown}`,
      'known',
      `The company has no category ${names[unknown]}`,
    )
  }
  return found.map(({ id }) => id)
}

// Unlike the expert's own change, an admin's is no sign of life.
const change: Statement = {
  name: 'admin-change-expert',
  text: `with person as (
      update users set name = coalesce($3, name), avatar_url = case when $4 then $5 else avatar_url end
      where id = $1 and company_id = $2 and forgotten_at is null
    )
    update experts set availability = coalesce($6, availability), away_reason = case when $6::text is null then away_reason end,
      missed_offers = case when $6::text is null then missed_offers else 0 end, capacity = coalesce($7, capacity),
      languages = coalesce($8, languages), topics = coalesce($9, topics),
      working_hours = case when $10 then $11::jsonb else working_hours end, is_active = coalesce($12, is_active),
      is_official = coalesce($13, is_official), is_certified = coalesce($14, is_certified),
      is_elite = coalesce($15, is_elite), topic_levels = coalesce($16::jsonb, topic_levels),
      category_ids = coalesce($17::uuid[], category_ids), changed_at = clock_timestamp()
    where user_id = $1 and company_id = $2
    returning is_active and availability = 'AVAILABLE' and load < capacity as "hasRoom"`,
}

/**
 * Changes an expert; one with room is shown the waiting questions. A deactivated one keeps their answers, is offered
 * nothing more, gives back what they hold and cannot sign in; `revokePerson` ends the tokens. Throws NotFoundError, InvalidValueError `category_unknown`.
 */
export async function changeExpert(
  tx: Tx,
  companyId: string,
  expertId: string,
  changes: ManagedExpertChanges,
): Promise<void> {
  // Questions are locked before experts, as by everybody.
  if (changes.isActive === false) await clearDesk(tx, companyId, expertId)
  const categoryIds = changes.categories && (await findCategoryIds(tx, companyId, changes.categories))
  const [row] = await tx.query<{ hasRoom: boolean }>(change, [
    expertId,
    companyId,
    changes.name ?? null,
    changes.avatarUrl !== undefined,
    changes.avatarUrl ?? null,
    changes.availability ?? null,
    changes.capacity ?? null,
    changes.languages ?? null,
    changes.topics ?? null,
    changes.workingHours !== undefined,
    changes.workingHours ? JSON.stringify(changes.workingHours) : null,
    changes.isActive ?? null,
    changes.isOfficial ?? null,
    changes.isCertified ?? null,
    changes.isElite ?? null,
    changes.topicLevels ? JSON.stringify(changes.topicLevels) : null,
    categoryIds ?? null,
  ])
  if (!row) throw new NotFoundError('expert', expertId)
  if (row.hasRoom) await enqueue(tx, companyId, [{ job: 'drain-backlog', payload: { companyId } }])
}
