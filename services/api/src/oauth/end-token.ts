import type { TokenClaims } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { findCredential, revoke } from '@askline/domain'
import { InvalidTokenError } from '@askline/runtime'
import type { Context } from '../context.ts'
import { invalidClient, OauthFault } from './oauth-fault.ts'
import type { ClientSecret } from './parameters.ts'

/** From the moment this returns the token is refused: here at once, and within a second in every other process. */
export async function endToken({ db, verifier }: Context, claims: TokenClaims): Promise<void> {
  // Committed before it is noted, and noted before it is answered.
  const at = await inSystem(db, (tx) =>
    revoke(tx, { kind: 'token', subject: claims.jti, expiresAt: new Date(claims.exp * 1000) }),
  )
  verifier.noteRevoked('token', claims.jti, at)
}

/**
 * RFC 7009: a token that is unknown, expired or already revoked is as good as revoked. Who holds a token may end it; a
 * client that authenticates as well must do so rightly, and may end only its own.
 */
export async function endPostedToken(context: Context, token: string, client: ClientSecret | undefined): Promise<void> {
  const credential =
    client && (await inSystem(context.db, (tx) => findCredential(tx, client.clientId, client.clientSecret)))
  if (client && !credential) throw invalidClient()
  const claims = await context.verifier.verify(token).catch((error) => {
    if (error instanceof InvalidTokenError) return undefined
    throw error
  })
  if (!claims) return
  if (credential && credential.clientId !== claims.client_id) {
    throw new OauthFault(400, 'unauthorized_client', 'The token was issued to another client')
  }
  await endToken(context, claims)
}
