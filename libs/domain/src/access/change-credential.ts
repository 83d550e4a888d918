import { grantable, type PrincipalKind, type Scope } from '@askline/contracts'
import { credentials, statement, type Tx, types } from '@askline/db'
import { ForbiddenError, InvalidValueError, NotFoundError } from '../errors.ts'
import { grantableBy, limitCredential } from './credentials.ts'
import { revokeTokens } from './revoke.ts'

/** Changes of a credential. Omitted fields keep their values; a limit of null is the default of its kind. */
export type CredentialChanges = {
  clientId: string
  scopes?: readonly Scope[] | undefined
  readsPerMinute?: number | null | undefined
  writesPerMinute?: number | null | undefined
}

export type CredentialChanger = {
  /** The scopes of the admin's token. */
  creatorScopes: readonly Scope[]
  /** Requests per minute that an admin may allow; an operator may allow more. */
  most: { readsPerMinute: number; writesPerMinute: number }
}

/**
 * Changes scopes and limits of a credential of an integration or a person. If a scope is removed, the tokens that the credential
 * has obtained end; returns from when. Needs a transaction of `inSystem`. Throws NotFoundError, InvalidValueError (`scope_unfit`,
 * `limit_too_high`), and ForbiddenError if the admin's token lacks an added scope.
 */
export async function changeCredential(
  tx: Tx,
  companyId: string,
  holderId: string,
  { clientId, scopes, ...limits }: CredentialChanges,
  { creatorScopes, most }: CredentialChanger,
): Promise<Date | undefined> {
  const [present] = await tx.query(lockCredential, [companyId, holderId, clientId])
  if (!present) throw new NotFoundError('credential', clientId)
  const { kind, readsPerMinute: reads, writesPerMinute: writes } = present
  await limitCredential(tx, clientId, {
    reads: allowedLimit('readsPerMinute', limits.readsPerMinute, reads, most.readsPerMinute),
    writes: allowedLimit('writesPerMinute', limits.writesPerMinute, writes, most.writesPerMinute),
  })
  if (!scopes) return undefined
  assertGrantable(kind, present.scopes, scopes, creatorScopes)
  await tx.query(setScopes, [clientId, grantable[kind].filter((scope) => scopes.includes(scope))])
  const isNarrower = present.scopes.some((scope) => !scopes.includes(scope))
  return isNarrower ? revokeTokens(tx, 'credential', clientId) : undefined
}

function assertGrantable(
  kind: PrincipalKind,
  before: readonly Scope[],
  after: readonly Scope[],
  creatorScopes: readonly Scope[],
): void {
  const unfit = after.filter((scope) => !grantable[kind].includes(scope))
  if (unfit.length > 0) {
    const message = `A credential of this kind cannot have: ${unfit.join(' ')}. It can have: ${grantable[kind].join(' ')}.`
    throw new InvalidValueError('scope_unfit', 'scopes', 'scope', message)
  }
  const allowed = grantableBy(creatorScopes)
  const missing = after.filter((scope) => !before.includes(scope) && !allowed.includes(scope))
  if (missing.length === 0) return
  const message = `You cannot add scopes that your token lacks: ${missing.join(' ')}. Use a token that has them.`
  throw new ForbiddenError('insufficient_scope', message)
}

/** Returns the limit to store. One that an operator set above `most` may stay. */
function allowedLimit(
  name: 'readsPerMinute' | 'writesPerMinute',
  wanted: number | null | undefined,
  present: number | null,
  most: number,
): number | null {
  if (wanted === undefined || wanted === null) return wanted === undefined ? present : null
  if (wanted <= Math.max(most, present ?? 0)) return wanted
  const message = `${name} must be at most ${most}, the usual limit. An operator can allow more with \`askline credential limit\`.`
  throw new InvalidValueError('limit_too_high', name, 'maximum', message)
}

const lockCredential = statement({
  name: 'lock-credential-to-change',
  params: [types.uuid, types.uuid, types.text],
  row: {
    kind: types.textOf<PrincipalKind>(),
    scopes: credentials.scopes,
    readsPerMinute: credentials.readsPerMinute,
    writesPerMinute: credentials.writesPerMinute,
  },
  text: `select coalesce(u.role, 'integration') as kind, c.scopes, c.reads_per_minute as "readsPerMinute",
      c.writes_per_minute as "writesPerMinute"
    from credentials c left join users u on u.id = c.user_id and u.company_id = c.company_id left join integrations i on i.id = c.integration_id and i.company_id = c.company_id
    where c.company_id = $1 and coalesce(c.user_id, c.integration_id) = $2 and c.client_id = $3
      and (c.revoked_at is null or c.revoked_at > clock_timestamp()) and i.removed_at is null and u.forgotten_at is null
    for update of c`,
})
const setScopes = statement({
  name: 'set-scopes-of-credential',
  params: [types.text, types.array(types.text)],
  text: 'update credentials set scopes = $2 where client_id = $1',
})
