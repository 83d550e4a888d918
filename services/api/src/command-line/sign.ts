import { type TokenClaims, tokenAlgorithm, tokenType } from '@askline/contracts'
import type { SigningKey } from '@askline/runtime'
import { createSigner } from 'fast-jwt'

/** Returns a signed JWT, as the API issues it. */
export function sign(claims: TokenClaims, { kid, privatePem }: SigningKey): string {
  const header = { alg: tokenAlgorithm, typ: tokenType }
  return createSigner({ algorithm: tokenAlgorithm, key: privatePem, kid, header })(claims)
}
