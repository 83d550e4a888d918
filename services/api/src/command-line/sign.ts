import { type TokenClaims, tokenAlgorithm, tokenType } from '@askline/contracts'
import type { SigningKey } from '@askline/runtime'
import { createSigner } from 'fast-jwt'

/** A JWT of these claims, as the API issues them. */
export function sign(claims: TokenClaims, { kid, privatePem }: SigningKey): string {
  const header = { alg: tokenAlgorithm, typ: tokenType }
  return createSigner({ algorithm: tokenAlgorithm, key: privatePem, kid, header })(claims)
}
