import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '@askline/contracts'
import { authorizationCodes, newId, statement, type Tx, types } from '@askline/db'
import { hashSecret } from './credentials.ts'
import { endFamily, familyColumns, familyOf, familyTables, sweepFamilies } from './families.ts'
import { isStaffFamilyOpen, type Redeemed, refused, staffRow } from './redeemed.ts'
import { setVisit, type Visit, visitTypes, visitValues } from './visit.ts'

export type NewFamily = {
  companyId: string
  userId: string
  clientId: string
  scopes: readonly Scope[]
  redirectUri: string
  /** SHA-256 of a verifier that only the client knows (RFC 7636 §4.2). */
  codeChallenge: string
  codeSeconds: number
  familySeconds: number
}

/**
 * Creates a family and returns its authorization code, of which only a hash is stored. All functions of this file need a
 * transaction of `inSystem`.
 */
export async function openFamily(tx: Tx, wanted: NewFamily): Promise<{ code: string; familyId: string }> {
  const familyId = newId()
  const code = randomBytes(32).toString('base64url')
  await sweepFamilies(tx)
  await tx.query(insertFamily, [
    familyId,
    wanted.companyId,
    wanted.userId,
    wanted.clientId,
    [...wanted.scopes],
    wanted.familySeconds,
  ])
  await tx.query(insertCode, [
    hashSecret(code),
    wanted.companyId,
    familyId,
    wanted.redirectUri,
    wanted.codeChallenge,
    wanted.codeSeconds,
  ])
  return { code, familyId }
}

const insertFamily = statement({
  name: 'insert-family',
  params: [types.uuid, types.uuid, types.uuid, types.text, types.array(types.text), types.int],
  text: `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6::int * interval '1 second')`,
})
const insertCode = statement({
  name: 'insert-code',
  params: [types.text, types.uuid, types.uuid, types.text, types.text, types.int],
  text: `insert into authorization_codes (code_hash, company_id, family_id, redirect_uri, code_challenge, expires_at)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6::int * interval '1 second')`,
})

/**
 * Redeems an authorization code once. A second use ends the family (RFC 9700 §4.5). A wrong verifier or redirect uses the
 * code up, because a stranger may hold it. Callers commit in either case.
 */
export async function redeemCode(
  tx: Tx,
  given: { code: string; clientId: string; redirectUri: string | undefined; codeVerifier: string },
  visit: Visit,
): Promise<Redeemed> {
  const codeHash = hashSecret(given.code)
  // Locks code and family until commit, so only one concurrent request redeems the code. The next one sees its tokens and
  // ends them.
  const found = await findFamilyOfCode(tx, codeHash)
  if (!found) return refused()
  const own = tx.of(found.companyId)
  const [row] = await own.query(lockCode, [codeHash, found.familyId])
  if (!row || row.clientId !== given.clientId) return refused()
  if (row.isUsed) return { outcome: 'refused', ended: await endFamily(own, row.familyId), of: familyOf(row) }
  const challenge = createHash('sha256').update(given.codeVerifier).digest('base64url')
  const isRight = row.isOpen && challenge === row.codeChallenge && given.redirectUri === row.redirectUri
  await own.query(useCode, [codeHash, isRight ? row.familyId : null, ...visitValues(visit)])
  return isRight ? { outcome: 'redeemed', family: familyOf(row) } : refused()
}

/** Returns the family and the company of an authorization code, or `undefined` if the code is unknown. */
export async function findFamilyOfCode(
  tx: Tx,
  codeHash: string,
): Promise<{ familyId: string; companyId: string } | undefined> {
  const [found] = await tx.query(findFamily, [codeHash])
  return found
}

const findFamily = statement({
  name: 'find-family-of-code',
  params: [types.text],
  row: { familyId: authorizationCodes.familyId, companyId: authorizationCodes.companyId },
  text: 'select family_id as "familyId", company_id as "companyId" from authorization_codes where code_hash = $1',
})
const lockCode = statement({
  name: 'lock-code',
  params: [types.text, types.uuid],
  row: {
    ...staffRow,
    redirectUri: authorizationCodes.redirectUri,
    codeChallenge: authorizationCodes.codeChallenge,
  },
  text: `select ${familyColumns}, ${isStaffFamilyOpen} and c.expires_at > clock_timestamp() as "isOpen", c.used_at is not null as "isUsed",
      c.redirect_uri as "redirectUri", c.code_challenge as "codeChallenge"
    from authorization_codes c join token_families f on f.id = c.family_id and f.company_id = c.company_id ${familyTables}
    where c.code_hash = $1 and f.id = $2 and c.company_id = $company and c.code_challenge is not null
    for update of c, f`,
})
/** Marks an authorization code as used, and the sign-in that it opens. Null if it opens none. */
export const useCode = statement({
  name: 'use-code',
  params: [types.text, types.nullable(types.uuid), ...visitTypes],
  text: `with used as (
      update authorization_codes set used_at = statement_timestamp() where code_hash = $1 and company_id = $company
    )
    update token_families set ${setVisit('$3', '$4')} where id = $2 and company_id = $company`,
})
