import type { ManagedUserView, Role } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { NotFoundError } from '../errors.ts'
import { mustLeaveAnAdmin } from '../people/last-admin.ts'
import { dateTime } from '../views/dates.ts'
import { idAfter, type PageWish, pageOf } from '../views/page.ts'

type UserRow = {
  uuid: string
  name: string
  email: string | null
  role: Role
  isBlocked: boolean
  createdAt: Date
}

const columns = 'id as uuid, name, email, role, is_blocked as "isBlocked", created_at as "createdAt"'

const userOf = ({ uuid, name, email, role, isBlocked, createdAt }: UserRow): ManagedUserView => ({
  uuid,
  name,
  email,
  role,
  isBlocked,
  dateCreated: dateTime(createdAt),
})

const list: Statement = {
  name: 'admin-list-users',
  text: `select ${columns} from users where company_id = $1 and ($2::uuid is null or id < $2)
      and ($3::text is null or role = $3) and ($4::text is null or email = lower($4))
      and ($5::boolean is null or is_blocked = $5)
    order by id desc limit $6`,
}

export type UserFilter = PageWish & {
  role?: Role | undefined
  email?: string | undefined
  isBlocked?: boolean | undefined
}

/** The people of a company, newest first. Throws InvalidValueError for an invalid cursor. */
export async function listUsers(
  tx: Tx,
  companyId: string,
  filter: UserFilter,
): Promise<{ users: ManagedUserView[]; nextCursor: string | null }> {
  const { limit, role = null, email = null, isBlocked = null } = filter
  const rows = await tx.query<UserRow>(list, [companyId, idAfter(filter), role, email, isBlocked, limit + 1])
  const { page, nextCursor } = pageOf(rows, limit, ({ uuid }) => uuid)
  return { users: page.map(userOf), nextCursor }
}

const block: Statement = {
  name: 'admin-block-user',
  text: `update users set is_blocked = $3 where company_id = $1 and id = $2 and forgotten_at is null returning ${columns}`,
}

/**
 * Blocks a person or lets them in again. Of a blocked asker new questions are refused; blocked experts and staff cannot
 * sign in, and `pauseAccess` ends their tokens. To block needs a transaction of `inSystem`. Throws NotFoundError,
 * MoveRefusedError `last_admin`.
 */
export async function blockUser(
  tx: Tx,
  companyId: string,
  userId: string,
  isBlocked: boolean,
): Promise<ManagedUserView> {
  if (isBlocked) await mustLeaveAnAdmin(tx, companyId, userId)
  const [row] = await tx.query<UserRow>(block, [companyId, userId, isBlocked])
  if (!row) throw new NotFoundError('person', userId)
  return userOf(row)
}
