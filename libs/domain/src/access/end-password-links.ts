import { statement, type Tx, types } from '@askline/db'

/**
 * Ends the open link of a person and their request for one. The caller has locked the person. All functions of this file need a
 * transaction of `inSystem`.
 */
export function endPasswordLinks(tx: Tx, companyId: string, userId: string): void {
  const own = tx.of(companyId)
  own.send(endLinks, [userId])
  own.send(endRequest, [userId])
}

const endLinks = statement({
  name: 'end-password-links-of-person',
  params: [types.uuid],
  text: `update password_links set ended_at = statement_timestamp()
    where company_id = $company and user_id = $1 and ended_at is null`,
})
const endRequest = statement({
  name: 'end-password-request',
  params: [types.uuid],
  text: `update users set password_requested_at = null
    where id = $1 and company_id = $company and password_requested_at is not null`,
})

/**
 * Ends the open links of a company, because a restored backup has links that were used since. Returns the number of those that
 * still worked.
 */
export async function endPasswordLinksOfCompany(tx: Tx, companyId: string): Promise<number> {
  const ended = await tx.of(companyId).query(endLinksOfCompany, [])
  return ended.filter(({ isOver }) => !isOver).length
}

const endLinksOfCompany = statement({
  name: 'end-password-links-of-company',
  row: { isOver: types.boolean },
  text: `update password_links set ended_at = statement_timestamp() where company_id = $company and ended_at is null
    returning expires_at <= clock_timestamp() as "isOver"`,
})
