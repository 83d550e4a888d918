import { randomBytes } from 'node:crypto'
import type { Role } from '@askline/contracts'
import { refreshTokens, statement, type Tx, types } from '@askline/db'
import { hashSecret } from './credentials.ts'
import { endFamily, type Family, familyColumns, familyOf, familyRow, familyTables } from './families.ts'
import { isStaffFamilyOpen, type Redeemed, refused, staffRow } from './redeemed.ts'
import { setVisit, type Visit, visitTypes, visitValues } from './visit.ts'

/** Adds a refresh token of a family and returns it. Only its hash is stored. */
export async function addRefreshToken(
  tx: Tx,
  { companyId, familyId }: Pick<Family, 'companyId' | 'familyId'>,
): Promise<string> {
  const token = `${refreshPrefix}${randomBytes(32).toString('base64url')}`
  await tx.query(insertRefreshToken, [hashSecret(token), companyId, familyId])
  return token
}

/** Prefix by which people and secret scanners recognize a refresh token. */
export const refreshPrefix = 'askr_'

const insertRefreshToken = statement({
  name: 'insert-refresh-token',
  params: [types.text, types.uuid, types.uuid],
  text: 'insert into refresh_tokens (token_hash, company_id, family_id) values ($1, $2, $3)',
})

/**
 * Redeems a refresh token once; the caller issues the next one. A second use ends the family at once, without a grace
 * period, because it shows that two parties hold the token.
 */
export async function redeemRefreshToken(
  tx: Tx,
  given: { token: string; clientId: string },
  visit: Visit,
): Promise<Redeemed> {
  const tokenHash = hashSecret(given.token)
  const [found] = await tx.query(findFamily, [tokenHash])
  if (!found) return refused()
  const own = tx.of(found.companyId)
  const [row] = await own.query(lockRefreshToken, [tokenHash, found.familyId])
  if (!row || row.clientId !== given.clientId) return refused()
  if (row.isUsed) return { outcome: 'refused', ended: await endFamily(own, row.familyId), of: familyOf(row) }
  if (!row.isOpen) return refused()
  await own.query(useRefreshToken, [tokenHash, row.familyId, ...visitValues(visit)])
  return { outcome: 'redeemed', family: familyOf(row) }
}

const findFamily = statement({
  name: 'find-family-of-refresh-token',
  params: [types.text],
  row: { familyId: refreshTokens.familyId, companyId: refreshTokens.companyId },
  text: 'select family_id as "familyId", company_id as "companyId" from refresh_tokens where token_hash = $1',
})
const lockRefreshToken = statement({
  name: 'lock-refresh-token',
  params: [types.text, types.uuid],
  row: staffRow,
  text: `select ${familyColumns}, ${isStaffFamilyOpen} as "isOpen", r.used_at is not null as "isUsed"
    from refresh_tokens r join token_families f on f.id = r.family_id and f.company_id = r.company_id ${familyTables}
    where r.token_hash = $1 and f.id = $2 and r.company_id = $company
    for update of r, f`,
})
const useRefreshToken = statement({
  name: 'use-refresh-token',
  params: [types.text, types.uuid, ...visitTypes],
  text: `with used as (
      update refresh_tokens set used_at = statement_timestamp() where token_hash = $1 and company_id = $company
    )
    update token_families set ${setVisit('$3', '$4')} where id = $2 and company_id = $company`,
})

/** Returns the family of a refresh token, or `undefined` if the token is unknown. */
export async function findFamilyOfRefreshToken(tx: Tx, token: string): Promise<Family<Role> | undefined> {
  const [row] = await tx.query(selectFamilyOfRefreshToken, [hashSecret(token)])
  return row
}

const selectFamilyOfRefreshToken = statement({
  name: 'select-family-of-refresh-token',
  params: [types.text],
  row: familyRow,
  text: `select ${familyColumns}
    from refresh_tokens r join token_families f on f.id = r.family_id and f.company_id = r.company_id ${familyTables}
    where r.token_hash = $1`,
})
