import { createPrivateKey, sign } from 'node:crypto'
import { grantable, type TokenClaims, tokenAlgorithm, tokenType } from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import { claimsOf } from '@askline/domain'
import {
  buildLogger,
  ensureSigningKey,
  noteLongLivedToken,
  openTokenVerifier,
  type SigningKey,
  wallClock,
} from '@askline/runtime'

export type IntegrationTokenWish = {
  companyId: string
  integrationId: string
  clientId: string
  issuer: string
  /** The token that an earlier start wrote. */
  previous: string | undefined
}

const tenYears = 10 * 365 * 24 * 3_600

/** The integration's long-lived token: the previous one while the services would accept it for this client, else a new one. */
export async function integrationToken(db: Database, wish: IntegrationTokenWish): Promise<string> {
  const { companyId, integrationId, clientId, issuer, previous } = wish
  const key = await ensureSigningKey(db)
  if (previous !== undefined && (await isAccepted(db, previous, wish))) return previous
  const scopes = [...grantable.integration]
  const claims = claimsOf({
    credential: { clientId, companyId, kind: 'integration', subjectId: integrationId, scopes },
    issuer,
    scopes,
    issuedAt: Math.floor(wallClock() / 1000),
    lifetimeSeconds: tenYears,
  })
  // A rotated key goes on verifying as long as this token lasts.
  await inSystem(db, (tx) => noteLongLivedToken(tx, key.kid, new Date(claims.exp * 1000)))
  return signed(claims, key)
}

async function isAccepted(db: Database, token: string, { issuer, clientId }: IntegrationTokenWish): Promise<boolean> {
  const verifier = await openTokenVerifier({ db, issuer, logger: buildLogger('demo', 'silent') })
  try {
    return (await verifier.verify(token)).client_id === clientId
  } catch {
    // Whatever is wrong with it, a new token is the cure; a database that is away refuses that one too.
    return false
  } finally {
    verifier.close()
  }
}

/** A JWS in compact form (RFC 7515), signed with Ed25519 (RFC 8037). */
function signed(claims: TokenClaims, key: SigningKey): string {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const input = `${encoded({ alg: tokenAlgorithm, typ: tokenType, kid: key.kid })}.${encoded(claims)}`
  return `${input}.${sign(null, Buffer.from(input), createPrivateKey(key.privatePem)).toString('base64url')}`
}
