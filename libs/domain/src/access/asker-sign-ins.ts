import { randomBytes } from 'node:crypto'
import { grantable, type Scope } from '@askline/contracts'
import { authorizationCodes, newId, statement, type Tx, types } from '@askline/db'
import { ForbiddenError } from '../errors.ts'
import type { PersonRow } from '../people/find-person.ts'
import { findFamilyOfCode, useCode } from './authorization-codes.ts'
import { assertNotBlocked } from './blocked.ts'
import { hashSecret } from './credentials.ts'
import {
  type EndedFamily,
  endFamily,
  familyColumns,
  familyOf,
  familyRow,
  familyTables,
  isFamilyOpen,
  sweepFamilies,
} from './families.ts'
import type { SessionFamily } from './sessions.ts'
import { type Visit, visitValues } from './visit.ts'

/** Seconds within which the code of an asker's sign-in must be redeemed. */
const codeSeconds = 60

/** A sign-in that waits for its browser. Only a hash of `code` is stored. */
export type AskerSignIn = { familyId: string; code: string; codeExpiresAt: Date }

/**
 * Creates a sign-in of an asker, which the server of their company requested. It ends with `clientId`, the credential of
 * that server. Throws ForbiddenError `blocked`, and `forbidden` for experts, agents and admins, because an integration must not act
 * as staff. All functions of this file need a transaction of `inSystem`.
 */
export async function openAskerSignIn(
  tx: Tx,
  person: PersonRow,
  wanted: { companyId: string; clientId: string; scopes: readonly Scope[]; seconds: number },
): Promise<AskerSignIn> {
  if (person.role !== 'user') {
    const message = 'This address belongs to an expert, agent or admin, who sign in with their password.'
    throw new ForbiddenError('forbidden', message)
  }
  assertNotBlocked(person)
  const { companyId, clientId, seconds } = wanted
  const scopes = grantable.user.filter((scope) => wanted.scopes.includes(scope))
  const familyId = newId()
  const code = randomBytes(32).toString('base64url')
  await sweepFamilies(tx)
  const values = [familyId, companyId, person.userId, clientId, scopes, seconds, hashSecret(code), codeSeconds] as const
  const [row] = await tx.query(insertAskerSignIn, [...values])
  if (!row) throw new Error('The sign-in of an asker was not written')
  return { familyId, code, codeExpiresAt: row.codeExpiresAt }
}

const insertAskerSignIn = statement({
  name: 'insert-asker-sign-in',
  params: [types.uuid, types.uuid, types.uuid, types.text, types.array(types.text), types.int, types.text, types.int],
  row: { codeExpiresAt: authorizationCodes.expiresAt },
  text: `with family as (
      insert into token_families (id, company_id, user_id, client_id, scopes, expires_at)
      values ($1, $2, $3, $4, $5, clock_timestamp() + $6::int * interval '1 second')
    )
    insert into authorization_codes (code_hash, company_id, family_id, expires_at)
    values ($7, $2, $1, clock_timestamp() + $8::int * interval '1 second') returning expires_at as "codeExpiresAt"`,
})

/** `of`: the sign-in whose code was used a second time, and which therefore ended. */
export type RedeemedSignIn =
  | { outcome: 'redeemed'; family: SessionFamily }
  | { outcome: 'refused'; ended: EndedFamily[]; of?: SessionFamily }

/**
 * Redeems the code of an asker's sign-in once. A second use ends the sign-in, because two parties hold the code. Callers
 * commit in either case.
 */
export async function redeemAskerSignIn(tx: Tx, code: string, visit: Visit): Promise<RedeemedSignIn> {
  const codeHash = hashSecret(code)
  const found = await findFamilyOfCode(tx, codeHash)
  if (!found) return { outcome: 'refused', ended: [] }
  const own = tx.of(found.companyId)
  const [row] = await own.query(lockAskerCode, [codeHash, found.familyId])
  if (!row) return { outcome: 'refused', ended: [] }
  const { isOpen, isUsed, ...family } = row
  if (isUsed) return { outcome: 'refused', ended: await endFamily(own, family.familyId), of: family }
  await own.query(useCode, [codeHash, isOpen ? family.familyId : null, ...visitValues(visit)])
  return isOpen ? { outcome: 'redeemed', family } : { outcome: 'refused', ended: [] }
}

/** Returns the sign-in that a code would open, or `undefined` if the code is unknown, used or over. The code stays valid. */
export async function findAskerSignIn(tx: Tx, code: string): Promise<SessionFamily | undefined> {
  const codeHash = hashSecret(code)
  const found = await findFamilyOfCode(tx, codeHash)
  if (!found) return undefined
  const [row] = await tx.of(found.companyId).query(lockAskerCode, [codeHash, found.familyId])
  return row?.isOpen && !row.isUsed ? familyOf(row) : undefined
}

const lockAskerCode = statement({
  name: 'lock-asker-code',
  params: [types.text, types.uuid],
  row: {
    ...familyRow,
    isOpen: types.boolean,
    isUsed: types.boolean,
  },
  // The role is compared again, because the asker may have become an expert since.
  text: `select ${familyColumns}, c.used_at is not null as "isUsed",
      u.role = 'user' and ${isFamilyOpen} and c.expires_at > clock_timestamp() as "isOpen"
    from authorization_codes c join token_families f on f.id = c.family_id and f.company_id = c.company_id ${familyTables}
    where c.code_hash = $1 and f.id = $2 and c.company_id = $company and c.code_challenge is null
    for update of c, f`,
})
