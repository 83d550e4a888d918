import type { Tx } from '@askline/db'
import { type Origin, recordAct } from '@askline/domain/access/audit'
import type { EndedFamily } from '@askline/domain/access/families'
import { endSession } from '@askline/domain/access/sessions'

/**
 * Ends the session of a browser's cookie and records it, in a transaction of `inSystem`. Returns what ended: nothing without a
 * cookie, or if the session was over.
 */
export async function signOut(tx: Tx, secret: string | undefined, origin: Origin): Promise<EndedFamily[]> {
  const session = secret === undefined ? undefined : await endSession(tx, secret, origin)
  if (!session) return []
  const { companyId, role: kind, userId: id } = session.family
  await recordAct(tx, { companyId, actor: { kind, id }, action: 'sign_out', ...origin })
  return session.ended
}
