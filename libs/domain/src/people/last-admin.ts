import { statement, type Tx, types, users } from '@askline/db'
import { MoveRefusedError } from '../errors.ts'

// Locked in one order: if two admins go at the same moment, the later one sees that the other is gone. An admin can sign in if
// `findSignInPeople` finds their password or `findCredential` a credential of theirs.
const admins = statement({
  name: 'lock-admins-who-sign-in',
  params: [types.uuid, types.uuid],
  row: { id: users.id },
  text: `select u.id from users u
    where u.company_id = $1 and u.role = 'admin' and not u.is_blocked and u.forgotten_at is null
      and not exists (select 1 from experts e where e.user_id = u.id and e.company_id = $1 and not e.is_active)
      and (u.password_hash is not null
        or exists (select 1 from credentials c where c.user_id = u.id and c.company_id = $1 and c.revoked_at is null and 'admin' = any(c.scopes)))
      and exists (select 1 from users t where t.company_id = $1 and t.id = $2 and t.role = 'admin')
    order by u.id for no key update of u`,
})

/**
 * Throws MoveRefusedError `last_admin` if this person is the only admin who can sign in, by a password or a credential for scripts.
 * Only an operator could create another. The result holds until the transaction ends, unless a credential is revoked meanwhile.
 * Needs a transaction of `inSystem`.
 */
export async function mustLeaveAnAdmin(tx: Tx, companyId: string, userId: string): Promise<void> {
  const [one, other] = await tx.query(admins, [companyId, userId])
  if (one?.id !== userId || other) return
  throw new MoveRefusedError(
    'last_admin',
    'This is the only admin of the company who can sign in. Add another admin first.',
  )
}
