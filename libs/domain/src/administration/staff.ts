import type { StaffMemberView, StaffRole } from '@askline/contracts'
import { isDuplicate, type RowOf, statement, type Tx, types, users } from '@askline/db'
import { passwordLinkColumns, passwordLinkRow, passwordLinkView } from '../access/password-link-view.ts'
import { emailTaken } from '../companies/create-person.ts'
import { nameOf } from '../companies/names.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { addressOf, emailOf } from '../people/address.ts'
import { mustLeaveAnAdmin } from '../people/last-admin.ts'
import { fold } from '../text/fold.ts'

const staffRow = {
  uuid: users.id,
  name: users.name,
  email: types.present(users.email),
  role: types.textOf<StaffRole>(),
  isBlocked: users.isBlocked,
  ...passwordLinkRow,
  createdAt: users.createdAt,
}

const columns = `id as uuid, ${shownNameOf('users')} as name, email, role, is_blocked as "isBlocked", ${passwordLinkColumns('users')},
  created_at as "createdAt"`
const isStaff = `role in ('agent', 'admin') and forgotten_at is null`

const memberOf = (row: RowOf<typeof staffRow>): StaffMemberView => ({
  uuid: row.uuid,
  name: row.name,
  email: row.email,
  role: row.role,
  isBlocked: row.isBlocked,
  ...passwordLinkView(row),
  dateCreated: dateTime(row.createdAt),
})

const list = statement({
  name: 'admin-list-staff',
  params: [types.uuid, types.nullable(types.uuid), types.int],
  row: staffRow,
  text: `select ${columns} from users
    where company_id = $1 and ${isStaff} and ($2::uuid is null or id < $2) order by id desc limit $3`,
})

/**
 * Returns the agents and admins of a company, newest first, blocked ones included. All functions of this file need a transaction
 * of `inSystem`. Throws InvalidValueError for an invalid cursor.
 */
export async function listStaff(
  tx: Tx,
  companyId: string,
  wish: PageWish,
): Promise<{ staff: StaffMemberView[]; nextCursor: string | null }> {
  const rows = await tx.query(list, [companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { staff: page.map(memberOf), nextCursor }
}

const one = statement({
  name: 'admin-staff-member',
  params: [types.uuid, types.uuid],
  row: staffRow,
  text: `select ${columns} from users where company_id = $1 and id = $2 and ${isStaff}`,
})

/** Returns an agent or admin of the company. Throws NotFoundError, also for experts and askers. */
export async function findStaffMember(tx: Tx, companyId: string, userId: string): Promise<StaffMemberView> {
  const [row] = await tx.query(one, [companyId, userId])
  if (!row) throw new NotFoundError('person', userId)
  return memberOf(row)
}

/** Changes of an agent or admin. Omitted fields keep their values. */
export type StaffChanges = {
  name?: string | undefined
  email?: string | undefined
  role?: StaffRole | undefined
}

const change = statement({
  name: 'admin-change-staff-member',
  params: [
    types.uuid,
    types.uuid,
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.text),
  ],
  row: staffRow,
  text: `update users set name = coalesce($3, name), folded = coalesce($7, folded), email = coalesce($4, email),
      address = coalesce($5, address), role = coalesce($6, role)
    where company_id = $1 and id = $2 and ${isStaff} returning ${columns}`,
})

/**
 * Changes an agent or admin. The caller ends the tokens of a person whose role changed, because tokens name the role. Throws NotFoundError, InvalidValueError (`email_taken`, or an invalid name or address) and
 * MoveRefusedError `last_admin`.
 */
export async function changeStaffMember(
  tx: Tx,
  companyId: string,
  userId: string,
  { name, email, role }: StaffChanges,
): Promise<StaffMemberView> {
  if (role !== undefined && role !== 'admin') await mustLeaveAnAdmin(tx, companyId, userId)
  const called = name === undefined ? null : nameOf(name, 'name')
  const values = [
    called,
    email === undefined ? null : emailOf(email),
    email === undefined ? null : addressOf(email),
    role ?? null,
    called === null ? null : fold(called),
  ] as const
  const [row] = await tx
    .savepoint(() => tx.query(change, [companyId, userId, ...values]))
    .catch((error) => {
      throw isDuplicate(error, 'users_company_address') ? emailTaken() : error
    })
  if (!row) throw new NotFoundError('person', userId)
  return memberOf(row)
}
