import type { ManagedUserView, Role } from '@askline/contracts'
import { type RowOf, statement, type Tx, types, users } from '@askline/db'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { shownNameOf } from '../companies/shown-name.ts'
import { NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOfSearch, searchWindow } from '../format/page.ts'
import { awaySince } from '../people/activity.ts'
import { addressOf, isEmail } from '../people/address.ts'
import { findPerson } from '../people/find-person.ts'
import { mustLeaveAnAdmin } from '../people/last-admin.ts'
import { releaseTakenQuestions } from '../questions/agents.ts'
import { reassignExpertWork } from '../questions/reassign-expert-work.ts'
import { matchesSearch, searchPatterns } from '../views/search-words.ts'

const row = {
  uuid: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  isBlocked: users.isBlocked,
  createdAt: users.createdAt,
}
const columns = { ...row, name: sql<string>`${sql.raw(shownNameOf('users'))}` }

const userOf = ({ uuid, name, email, role, isBlocked, createdAt }: RowOf<typeof row>): ManagedUserView => ({
  uuid,
  name,
  email,
  role,
  isBlocked,
  dateCreated: dateTime(createdAt),
})

export type UserFilter = PageWish & {
  role?: Role | undefined
  email?: string | undefined
  /** The address of a person. Otherwise words and phrases that all occur in the name. */
  text?: string | undefined
  isBlocked?: boolean | undefined
}

/** SQL: people after the position $1 with the role $2, the address $3 and the id $4, the newest first. Indexes find them. */
const inOrder = `from users u where u.company_id = $company and ($1::uuid is null or u.id < $1)
  and ($2::text is null or u.role = $2) and ($3::text is null or u.address = $3) and ($4::uuid is null or u.id = $4)
  order by u.id desc`
const position = [
  types.nullable(types.uuid),
  types.nullable(types.textOf<Role>()),
  types.nullable(types.text),
  types.nullable(types.uuid),
] as const

const people = statement({
  name: 'list-people',
  plannedFor: 'values',
  params: [...position, types.nullable(types.boolean), types.nullable(types.array(types.text)), types.int],
  row,
  text: `select u.id as uuid, ${shownNameOf('u')} as name, u.email, u.role, u.is_blocked as "isBlocked", u.created_at as "createdAt"
    from (select u.* ${inOrder} limit ${searchWindow}) u
    where ($5::boolean is null or u.is_blocked = $5) and ${matchesSearch('u.folded', '$6')}
    order by u.id desc limit $7`,
})

const windowEnd = statement({
  name: 'end-of-people-window',
  plannedFor: 'values',
  params: position,
  row: { uuid: users.id },
  text: `select u.id as uuid ${inOrder} offset ${searchWindow - 1} limit 1`,
})

/**
 * Returns the people of the company that pass the filter, newest first. A page may be short or empty although `nextCursor`
 * continues, because each looks at a limited number of people. Throws InvalidValueError for an invalid cursor.
 */
export async function listUsers(
  tx: Tx,
  companyId: string,
  { limit, role, email, isBlocked, text, ...wish }: UserFilter,
): Promise<{ users: ManagedUserView[]; nextCursor: string | null }> {
  const named = text !== undefined && isEmail(text) ? await findPerson(tx, companyId, text) : undefined
  const address = email === undefined ? null : addressOf(email)
  const begin = [idAfter({ limit, ...wish }), role ?? null, address, named?.userId ?? null] as const
  const rows = await tx.query(people, [...begin, isBlocked ?? null, named ? null : searchPatterns(text), limit + 1])
  const findEnd = () => tx.query(windowEnd, begin)
  const { page, nextCursor } = await pageOfSearch(rows, limit, ({ uuid }) => uuid, findEnd)
  return { users: page.map(userOf), nextCursor }
}

// Before the person changes, because an expert's row is locked before that of the person. Routing workers read the change.
const setOffline = statement({
  name: 'set-offline-for-block',
  params: [types.uuid, types.boolean],
  text: `update experts e set availability = 'OFFLINE', away_reason = null, away_since = ${awaySince("'OFFLINE'")}, changed_at = statement_timestamp()
    from users u where e.user_id = $1 and e.company_id = $company and u.id = $1 and u.company_id = $company and u.is_blocked <> $2`,
})

/**
 * Blocks a person or lets them in again. Of a blocked asker new questions are refused; blocked experts and staff cannot sign
 * in, and `pauseAccess` ends their tokens. Questions that a blocked agent has taken go back to the agents' queue. A blocked
 * expert gives back what they hold and gets no offers, as if deactivated. After the block ends they are OFFLINE until they or
 * an admin change that. To block needs a transaction of `inSystem`. Throws NotFoundError, MoveRefusedError `last_admin`.
 */
export async function blockUser(
  tx: Tx,
  companyId: string,
  userId: string,
  isBlocked: boolean,
): Promise<ManagedUserView> {
  if (isBlocked) {
    await mustLeaveAnAdmin(tx, companyId, userId)
    await releaseTakenQuestions(tx, companyId, userId)
    await reassignExpertWork(tx, companyId, userId)
  }
  await tx.of(companyId).query(setOffline, [userId, isBlocked])
  const [row] = await tx.orm
    .update(users)
    .set({ isBlocked })
    .where(and(eq(users.companyId, companyId), eq(users.id, userId), isNull(users.forgottenAt)))
    .returning(columns)
  if (!row) throw new NotFoundError('person', userId)
  return userOf(row)
}
