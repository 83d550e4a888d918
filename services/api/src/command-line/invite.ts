import type { Tx } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { makePasswordLink } from '@askline/domain/access/password-links'
import { linkUrl } from '../oauth/link-url.ts'

/**
 * Makes and records an invitation in the name of the operator. Returns its address, which nothing else can show again. Needs a
 * transaction of `inSystem`. Throws what `makePasswordLink` throws.
 */
export async function inviteByOperator(
  tx: Tx,
  issuer: string,
  person: { companyId: string; userId: string },
): Promise<string> {
  const { companyId, userId } = person
  await recordAct(tx, { companyId, action: 'person_invited', actor: { kind: 'operator' }, targetId: userId })
  const { token } = await makePasswordLink(tx, { ...person, purpose: 'INVITATION', madeBy: undefined })
  return linkUrl(issuer, 'INVITATION', token)
}
