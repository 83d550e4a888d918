import type { ManagedUserView, Role } from '@askline/contracts'
import { type RowOf, statement, type Tx, types, users } from '@askline/db'
import { and, desc, eq, isNull, like, lt, or, sql } from 'drizzle-orm'
import { shownNameOf } from '../companies/shown-name.ts'
import { NotFoundError } from '../errors.ts'
import { awaySince } from '../people/activity.ts'
import { addressOf } from '../people/address.ts'
import { mustLeaveAnAdmin } from '../people/last-admin.ts'
import { releaseTakenQuestions } from '../questions/agents.ts'
import { reassignExpertWork } from '../questions/reassign-expert-work.ts'
import { dateTime } from '../views/dates.ts'
import { idAfter, type PageWish, pageOf } from '../views/page.ts'
import { searchPatterns } from '../views/search-words.ts'

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
  /** Words and phrases that all occur in the name, or an address. */
  text?: string | undefined
  isBlocked?: boolean | undefined
}

/** The people of a company, newest first. Throws InvalidValueError for an invalid cursor. */
export async function listUsers(
  tx: Tx,
  companyId: string,
  filter: UserFilter,
): Promise<{ users: ManagedUserView[]; nextCursor: string | null }> {
  const { limit, role, email, isBlocked, text } = filter
  const after = idAfter(filter)
  const patterns = searchPatterns(text)
  const isWanted = and(
    eq(users.companyId, companyId),
    after === null ? undefined : lt(users.id, after),
    role === undefined ? undefined : eq(users.role, role),
    email === undefined ? undefined : eq(users.address, addressOf(email)),
    patterns
      ? or(and(...patterns.map((pattern) => like(users.folded, pattern))), eq(users.address, addressOf(text ?? '')))
      : undefined,
    isBlocked === undefined ? undefined : eq(users.isBlocked, isBlocked),
  )
  const rows = await tx.orm
    .select(columns)
    .from(users)
    .where(isWanted)
    .orderBy(desc(users.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ uuid }) => uuid)
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
