import type { ManagedExpertView } from '@askline/contracts'
import { categories, experts, type RowOf, statement, type Tx, types } from '@askline/db'
import { and, eq, inArray } from 'drizzle-orm'
import { passwordLinkColumns, passwordLinkRow, passwordLinkView } from '../access/password-link-view.ts'
import { normalizeName } from '../companies/names.ts'
import { InvalidValueError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { awaySince } from '../people/activity.ts'
import { showWaiting } from '../people/open-to-all.ts'
import { reassignExpertWork } from '../questions/reassign-expert-work.ts'
import { endOffers, withdrawOffers } from '../questions/withdraw-offers.ts'
import {
  changedTypes,
  changedValues,
  type ExpertChanges,
  foldedNameOf,
  isLeaving,
  profileColumns,
  profileRow,
  profileView,
} from './expert-profile.ts'

const expertRow = { ...profileRow, ...passwordLinkRow, isActive: experts.isActive, lastActiveAt: experts.lastActiveAt }

const columns = `${profileColumns}, ${passwordLinkColumns('u')}, e.is_active as "isActive", e.last_active_at as "lastActiveAt"`

const expertOf = (row: RowOf<typeof expertRow>, publicUrl: string): ManagedExpertView => ({
  ...profileView(row, publicUrl),
  ...passwordLinkView(row),
  isActive: row.isActive,
  lastActiveDate: dateTime(row.lastActiveAt),
})

const list = statement({
  name: 'admin-list-experts',
  params: [types.uuid, types.nullable(types.uuid), types.int],
  row: expertRow,
  text: `select ${columns} from experts e join users u on u.id = e.user_id and u.company_id = e.company_id
    where e.company_id = $1 and ($2::uuid is null or e.user_id < $2) order by e.user_id desc limit $3`,
})

/**
 * A company's experts, newest first, the deactivated ones as well. Needs a transaction of `inSystem`. Throws InvalidValueError for
 * an invalid cursor.
 */
export async function listExperts(
  tx: Tx,
  companyId: string,
  wish: PageWish,
  publicUrl: string,
): Promise<{ experts: ManagedExpertView[]; nextCursor: string | null }> {
  const rows = await tx.query(list, [companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { experts: page.map((row) => expertOf(row, publicUrl)), nextCursor }
}

const one = statement({
  name: 'admin-expert',
  params: [types.uuid, types.uuid],
  row: expertRow,
  text: `select ${columns} from experts e join users u on u.id = e.user_id and u.company_id = e.company_id where e.company_id = $1 and e.user_id = $2`,
})

/** One expert of the company. Needs a transaction of `inSystem`. Throws NotFoundError. */
export async function findExpert(
  tx: Tx,
  companyId: string,
  expertId: string,
  publicUrl: string,
): Promise<ManagedExpertView> {
  const [row] = await tx.query(one, [companyId, expertId])
  if (!row) throw new NotFoundError('expert', expertId)
  return expertOf(row, publicUrl)
}

/** Changes of an expert by an admin. Omitted fields keep their value. */
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

/** Returns the ids of the company's categories with these names. Throws InvalidValueError (`category_unknown`) for an unknown name. */
export async function findCategoryIds(tx: Tx, companyId: string, given: string[]): Promise<string[]> {
  const names = given.map(normalizeName)
  const found = await tx.orm
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(and(eq(categories.companyId, companyId), inArray(categories.name, names)))
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
const change = statement({
  name: 'admin-change-expert',
  params: [
    types.uuid,
    types.uuid,
    ...changedTypes,
    types.nullable(types.boolean),
    types.nullable(types.boolean),
    types.nullable(types.boolean),
    types.nullable(types.boolean),
    types.nullable(types.jsonText),
    types.nullable(types.array(types.uuid)),
    types.nullable(types.text),
  ],
  row: { hasRoom: types.boolean },
  text: `with person as (
      update users set name = coalesce($3, name), folded = coalesce($18, folded), avatar_url = case when $4 then $5 else avatar_url end
      where id = $1 and company_id = $2 and forgotten_at is null
    )
    update experts e set availability = coalesce($6, availability), away_since = ${awaySince('coalesce($6, e.availability)')},
      away_reason = case when $6::text is null then away_reason end,
      missed_offers = case when $6::text is null then missed_offers else 0 end, capacity = coalesce($7, capacity),
      languages = coalesce($8, languages), topics = coalesce($9, topics),
      working_hours = case when $10 then $11::jsonb else working_hours end, is_active = coalesce($12, is_active),
      is_official = coalesce($13, is_official), is_certified = coalesce($14, is_certified),
      is_elite = coalesce($15, is_elite), topic_levels = coalesce($16::jsonb, topic_levels),
      category_ids = coalesce($17::uuid[], category_ids), changed_at = statement_timestamp()
    where user_id = $1 and company_id = $2
    returning is_active and availability = 'AVAILABLE' and load < capacity as "hasRoom"`,
})

/**
 * Changes an expert; one with room is shown the waiting questions. A deactivated one keeps their answers, is offered
 * nothing more, gives back what they hold and cannot sign in; `pauseAccess` ends their tokens. Throws NotFoundError, InvalidValueError `category_unknown`.
 */
export async function changeExpert(
  tx: Tx,
  companyId: string,
  expertId: string,
  changes: ManagedExpertChanges,
): Promise<void> {
  if (changes.isActive === false) await reassignExpertWork(tx, companyId, expertId)
  else if (isLeaving(changes)) {
    await withdrawOffers(tx, companyId, expertId, 'expert is not available')
    await endOffers(tx, companyId, expertId)
  }
  const categoryIds = changes.categories && (await findCategoryIds(tx, companyId, changes.categories))
  const [row] = await tx.query(change, [
    expertId,
    companyId,
    ...changedValues(changes),
    changes.isActive ?? null,
    changes.isOfficial ?? null,
    changes.isCertified ?? null,
    changes.isElite ?? null,
    changes.topicLevels ? JSON.stringify(changes.topicLevels) : null,
    categoryIds ?? null,
    foldedNameOf(changes),
  ])
  if (!row) throw new NotFoundError('expert', expertId)
  if (row.hasRoom) await showWaiting(tx, companyId, expertId)
}
