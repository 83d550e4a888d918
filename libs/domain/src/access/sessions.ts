import { randomBytes } from 'node:crypto'
import { grantable, type Role } from '@askline/contracts'
import { newId, statement, type Tx, tokenFamilies, types } from '@askline/db'
import { hashSecret } from './credentials.ts'
import {
  type EndedFamily,
  endFamily,
  type Family,
  familyColumns,
  familyOf,
  familyRow,
  familyTables,
  isFamilyOpen,
} from './families.ts'
import { networkOf, setVisit, type Visit, visitTypes, visitValues } from './visit.ts'

/** A sign-in that a browser's cookie opens. Unlike other families it may belong to an asker. */
export type SessionFamily = Family<Role>

/** Lifetime in seconds of a session's access token. */
export const sessionTokenSeconds = 600
/** Days without a visit after which a session ends. */
const idleDays = 7
/** SQL: whether the session `f` was used in the last days. */
export const isSessionFresh = `f.used_at > clock_timestamp() - interval '${idleDays} days'`

/**
 * Binds a sign-in to a browser: returns the secret for the cookie, of which only the SHA-256 is stored. Needs a transaction
 * of `inSystem`, as everything in this file.
 */
export async function openSession(
  tx: Tx,
  { companyId, familyId }: Pick<SessionFamily, 'companyId' | 'familyId'>,
): Promise<string> {
  const secret = newSecret()
  await tx.of(companyId).query(bindFamily, [familyId, hashSecret(secret)])
  return secret
}

const newSecret = () => randomBytes(32).toString('base64url')

const bindFamily = statement({
  name: 'bind-family-to-session',
  params: [types.uuid, types.text],
  text: `update token_families set session_hash = $2, used_at = statement_timestamp() where id = $1 and company_id = $company`,
})

/** Opens a session of a person without a sign-in page, for example of an asker that their company's server named. */
export async function openSessionOf(
  tx: Tx,
  wanted: { companyId: string; userId: string; clientId: string; role: Role; seconds: number },
  visit: Visit = {},
): Promise<string> {
  const secret = newSecret()
  const { companyId, userId, clientId, role, seconds } = wanted
  await tx.query(insertSession, [
    newId(),
    companyId,
    userId,
    clientId,
    [...grantable[role]],
    seconds,
    hashSecret(secret),
    ...visitValues(visit),
  ])
  return secret
}

const insertSession = statement({
  name: 'insert-session',
  params: [
    types.uuid,
    types.uuid,
    types.uuid,
    types.text,
    types.array(types.text),
    types.int,
    types.text,
    ...visitTypes,
  ],
  text: `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at, session_hash, used_at, user_agent, network)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6::int * interval '1 second', $7, clock_timestamp(), $8,
      ${networkOf('$9::text')})`,
})

/**
 * Returns the sign-in that a cookie opens, or `undefined` if it is unknown, over or unused for seven days. Locks it until
 * commit, so tabs that ask at the same time are served one after the other.
 */
export async function findSession(tx: Tx, secret: string, visit: Visit): Promise<SessionFamily | undefined> {
  const sessionHash = hashSecret(secret)
  const [found] = await tx.query(findCompany, [sessionHash])
  if (!found) return undefined
  const own = tx.of(found.companyId)
  const [row] = await own.query(lockSession, [sessionHash])
  if (!row?.isOpen) return undefined
  await own.query(touchSession, [row.familyId, ...visitValues(visit)])
  return familyOf(row)
}

const findCompany = statement({
  name: 'find-company-of-session',
  params: [types.text],
  row: { companyId: tokenFamilies.companyId },
  text: 'select company_id as "companyId" from token_families where session_hash = $1',
})
const lockSession = statement({
  name: 'lock-session',
  params: [types.text],
  row: {
    ...familyRow,
    isOpen: types.boolean,
  },
  text: `select ${familyColumns},
      ${isFamilyOpen} and ${isSessionFresh} as "isOpen"
    from token_families f ${familyTables} where f.session_hash = $1 and f.company_id = $company
    for update of f`,
})
const touchSession = statement({
  name: 'touch-session',
  params: [types.uuid, ...visitTypes],
  text: `update token_families set ${setVisit('$2', '$3')} where id = $1 and company_id = $company`,
})

/** Ends the session of a cookie. Returns its sign-in, and what ended, or `undefined` if it was over before. */
export async function endSession(
  tx: Tx,
  secret: string,
  visit: Visit,
): Promise<{ family: SessionFamily; ended: EndedFamily[] } | undefined> {
  const family = await findSession(tx, secret, visit)
  return family && { family, ended: await endFamily(tx.of(family.companyId), family.familyId) }
}
