import { createPrivateKey, sign } from 'node:crypto'
import { grantable, type TokenClaims, tokenAlgorithm, tokenType } from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import { claimsOf } from '@askline/domain/access/tokens'
import {
  buildLogger,
  ensureSigningKey,
  openTokenVerifier,
  type SecretBox,
  type SigningKey,
  signingKeyUntil,
  wallClock,
} from '@askline/runtime'

export type IntegrationTokenWish = {
  companyId: string
  integrationId: string
  clientId: string
  issuer: string
  /** The token from an earlier start. */
  previous: string | undefined
  secrets: SecretBox
}

const tenYears = 10 * 365 * 24 * 3_600

/** Returns the integration's long-lived token: the previous one if the services accept it for this client, else a new one. */
export async function integrationToken(db: Database, wish: IntegrationTokenWish): Promise<string> {
  const { companyId, integrationId, clientId, issuer, previous, secrets } = wish
  await ensureSigningKey(db, secrets)
  if (previous !== undefined && (await isAccepted(db, previous, wish))) return previous
  const scopes = [...grantable.integration]
  const claims = claimsOf({
    credential: { clientId, companyId, kind: 'integration', subjectId: integrationId, scopes },
    issuer,
    scopes,
    issuedAt: Math.floor(wallClock() / 1000),
    lifetimeSeconds: tenYears,
  })
  // After a rotation the key keeps verifying until this token expires.
  const key = await inSystem(db, (tx) => signingKeyUntil(tx, secrets, new Date(claims.exp * 1000)))
  return signed(claims, key)
}

async function isAccepted(db: Database, token: string, { issuer, clientId }: IntegrationTokenWish): Promise<boolean> {
  const verifier = await openTokenVerifier({ db, issuer, logger: buildLogger('demo', 'silent') })
  try {
    return (await verifier.verify(token)).client_id === clientId
  } catch {
    // A new token replaces an invalid one for any reason. If the database is unavailable, that fails too.
    return false
  } finally {
    verifier.close()
  }
}

/** Returns a JWS in compact form (RFC 7515), signed with Ed25519 (RFC 8037). */
function signed(claims: TokenClaims, key: SigningKey): string {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const input = `${encoded({ alg: tokenAlgorithm, typ: tokenType, kid: key.kid })}.${encoded(claims)}`
  return `${input}.${sign(null, Buffer.from(input), createPrivateKey(key.privatePem)).toString('base64url')}`
}
