import { auditLog, statement, type Tx, types } from '@askline/db'
import { addressOf } from '../people/address.ts'
import type { Origin } from './audit.ts'

/**
 * Records that the person with an e-mail address asked for a new password: admins see it until a link is made. It concerns
 * active experts, agents and admins of all companies, or of the one with the tag `company`. Unknown addresses cost the same
 * statement. Needs a transaction of `inSystem`.
 */
export async function requestPassword(
  tx: Tx,
  { email, company, origin }: { email: string; company: string | undefined; origin: Origin },
): Promise<void> {
  const { correlationId, address, userAgent } = origin
  await tx.query(insertRequests, [addressOf(email), company ?? null, correlationId, address ?? null, userAgent ?? null])
}

// A repeated request changes nothing, so that strangers cannot fill the audit log.
const insertRequests = statement({
  name: 'insert-password-requests',
  params: [types.text, types.nullable(types.text), types.text, types.nullable(types.text), types.nullable(types.text)],
  row: { id: auditLog.id },
  text: `with asked as (
      update users u set password_requested_at = statement_timestamp() from companies c
      where c.id = u.company_id and u.address = $1 and ($2::text is null or c.tag = $2) and u.role <> 'user'
        and u.password_requested_at is null and not u.is_blocked and u.forgotten_at is null
        and not exists (select 1 from experts e where e.user_id = u.id and e.company_id = u.company_id and not e.is_active)
      returning u.id, u.company_id
    )
    insert into audit_log (company_id, action, outcome, actor_kind, target_id, correlation_id, address, user_agent)
    select company_id, 'password_requested', 'success', 'nobody', id::text, $3, $4, $5 from asked returning id`,
})
