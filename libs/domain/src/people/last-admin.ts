import type { Statement, Tx } from '@askline/db'
import { MoveRefusedError } from '../errors.ts'

// Locked, in one order: of two who go at the same moment the later one sees that the other is gone.
const activeAdmins: Statement = {
  name: 'lock-active-admins',
  text: `select u.id from users u
    where u.company_id = $1 and u.role = 'admin' and not u.is_blocked and u.forgotten_at is null
      and exists (select 1 from users t where t.company_id = $1 and t.id = $2 and t.role = 'admin')
    order by u.id for no key update of u`,
}

/**
 * Throws MoveRefusedError `last_admin` where nobody could administer the company without this person: its one admin who is
 * neither blocked nor forgotten. Only an operator could make another. The answer holds until the transaction ends.
 */
export async function mustLeaveAnAdmin(tx: Tx, companyId: string, userId: string): Promise<void> {
  const [one, other] = await tx.query<{ id: string }>(activeAdmins, [companyId, userId])
  if (one?.id !== userId || other) return
  throw new MoveRefusedError(
    'last_admin',
    'This is the only active admin of the company: somebody must be left to administer it',
  )
}
