import type { TokenClaims } from '@askline/contracts'
import { inSystem, type Tx } from '@askline/db'
import {
  endFamily,
  endFamilyOfToken,
  findFamilyOfRefreshToken,
  recordAct,
  refreshPrefix,
  revoke,
} from '@askline/domain'
import { InvalidTokenError } from '@askline/runtime'
import type { Context } from '../context.ts'
import { authenticateClient } from './clients.ts'
import { OauthFault } from './oauth-fault.ts'
import type { ClientAuthentication } from './parameters.ts'
import { noteEnded } from './redeem.ts'

/**
 * From the moment this returns the token is refused, and all that came of the same sign-in: here at once, and within a
 * second in every other process.
 */
export async function endToken(context: Context, claims: TokenClaims, correlationId: string): Promise<void> {
  // Committed before it is noted, and noted before it is answered.
  const ended = await inSystem(context.db, async (tx) => {
    const at = await revoke(tx, { kind: 'token', subject: claims.jti, expiresAt: new Date(claims.exp * 1000) })
    if (claims.kind !== 'integration' && claims.kind !== 'user') {
      await recordSignOut(
        tx,
        { ...claims, companyId: claims.cid, userId: claims.sub, role: claims.kind },
        correlationId,
      )
    }
    return [{ jti: claims.jti, at }, ...(await endFamilyOfToken(tx, claims.jti))]
  })
  noteEnded(context, ended)
}

type SignedIn = { companyId: string; userId: string; role: TokenClaims['kind'] }

async function recordSignOut(tx: Tx, { companyId, userId, role }: SignedIn, correlationId: string) {
  await recordAct(tx, { companyId, actor: { kind: role, id: userId }, action: 'sign_out', correlationId })
}

/**
 * RFC 7009: a token that is unknown, expired or already revoked is as good as revoked. Who holds a token may end it; a
 * client that authenticates as well must do so rightly, and may end only its own.
 */
export async function endPostedToken(
  context: Context,
  token: string,
  given: ClientAuthentication | undefined,
  correlationId: string,
): Promise<void> {
  const client = given && (await authenticateClient(context, given))
  const mustOwn = (clientId: string) => {
    if (client && client.clientId !== clientId) {
      throw new OauthFault(400, 'unauthorized_client', 'The token was issued to another client')
    }
  }
  if (token.startsWith(refreshPrefix)) return endRefreshToken(context, token, mustOwn, correlationId)
  const claims = await context.verifier.verify(token).catch((error) => {
    if (error instanceof InvalidTokenError) return undefined
    throw error
  })
  if (!claims) return
  mustOwn(claims.client_id)
  await endToken(context, claims, correlationId)
}

async function endRefreshToken(
  context: Context,
  token: string,
  mustOwn: (clientId: string) => void,
  correlationId: string,
): Promise<void> {
  const ended = await inSystem(context.db, async (tx) => {
    const family = await findFamilyOfRefreshToken(tx, token)
    if (!family) return []
    mustOwn(family.clientId)
    await recordSignOut(tx, family, correlationId)
    return endFamily(tx, family.familyId)
  })
  noteEnded(context, ended)
}
