import { statement, type Tx, types, users } from '@askline/db'
import { ForbiddenError } from '../errors.ts'

/**
 * Throws ForbiddenError `blocked` if a person named by an integration is blocked. The one thing that a blocked asker may do is
 * ask: the gates reject the question, except in an emergency.
 */
export function assertNotBlocked(person: { isBlocked: boolean } | undefined) {
  if (!person?.isBlocked) return
  throw new ForbiddenError('blocked', 'This person is blocked. An admin of the company can unblock them.')
}

const holdPerson = statement({
  name: 'hold-person',
  params: [types.uuid],
  row: { isBlocked: users.isBlocked },
  text: 'select is_blocked as "isBlocked" from users where id = $1 and company_id = $company for share',
})

/**
 * Locks a person until the transaction ends, so that a concurrent block waits and ends what the transaction issues. Throws
 * ForbiddenError `blocked`.
 */
export async function holdUnblocked(tx: Tx, companyId: string, userId: string) {
  const [person] = await tx.of(companyId).query(holdPerson, [userId])
  assertNotBlocked(person)
}
