import type { TokenClaims } from '@askline/contracts'
import { inSystem, type Tx } from '@askline/db'
import { type Origin, recordAct } from '@askline/domain/access/audit'
import { endFamily } from '@askline/domain/access/families'
import { findFamilyOfRefreshToken, refreshPrefix } from '@askline/domain/access/refresh-tokens'
import { revoke } from '@askline/domain/access/revoke'
import { InvalidTokenError } from '@askline/runtime'
import type { Context } from '../context.ts'
import { OauthFault } from './oauth-fault.ts'
import { applyEnded } from './redeem.ts'

/**
 * Revokes a token and all tokens of the same sign-in: in this process when it returns, in the others within a second.
 */
export async function endToken(context: Context, claims: TokenClaims, origin: Origin): Promise<void> {
  // Order: commit, then apply in this process, then answer.
  const ended = await inSystem(context.db, async (tx) => {
    const at = await revoke(tx, { kind: 'token', subject: claims.jti, expiresAt: new Date(claims.exp * 1000) })
    if (claims.kind !== 'integration' && claims.kind !== 'user') {
      await recordSignOut(tx, { ...claims, companyId: claims.cid, userId: claims.sub, role: claims.kind }, origin)
    }
    return { at, families: claims.sid === undefined ? [] : await endFamily(tx.of(claims.cid), claims.sid) }
  })
  context.verifier.noteRevoked('token', claims.jti, ended.at)
  applyEnded(context, ended.families)
}

type SignedIn = { companyId: string; userId: string; role: TokenClaims['kind'] }

async function recordSignOut(tx: Tx, { companyId, userId, role }: SignedIn, origin: Origin) {
  await recordAct(tx, { companyId, actor: { kind: role, id: userId }, action: 'sign_out', ...origin })
}

/**
 * Revokes a posted token (RFC 7009). An unknown, expired or revoked token counts as revoked. The holder of a token may revoke
 * it. A client that authenticated may revoke only its own tokens. Throws OauthFault.
 */
export async function endPostedToken(
  context: Context,
  token: string,
  client: { clientId: string } | undefined,
  origin: Origin,
): Promise<void> {
  const mustOwn = (clientId: string) => {
    if (client && client.clientId !== clientId) {
      throw new OauthFault(400, 'unauthorized_client', 'The token was issued to another client.')
    }
  }
  if (token.startsWith(refreshPrefix)) return endRefreshToken(context, token, mustOwn, origin)
  const claims = await context.verifier.verify(token).catch((error) => {
    if (error instanceof InvalidTokenError) return undefined
    throw error
  })
  if (!claims) return
  mustOwn(claims.client_id)
  await endToken(context, claims, origin)
}

async function endRefreshToken(
  context: Context,
  token: string,
  mustOwn: (clientId: string) => void,
  origin: Origin,
): Promise<void> {
  const ended = await inSystem(context.db, async (tx) => {
    const family = await findFamilyOfRefreshToken(tx, token)
    if (!family) return []
    mustOwn(family.clientId)
    await recordSignOut(tx, family, origin)
    return endFamily(tx.of(family.companyId), family.familyId)
  })
  applyEnded(context, ended)
}
