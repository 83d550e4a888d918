import type { TokenClaims } from '@askline/contracts'
import { type Database, isConnectionLoss } from '@askline/db'
import { createDecoder } from 'fast-jwt'
import { wallClock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import { claimsOf, isObject, kidOf } from './claims.ts'
import { DependencyDownError, InvalidTokenError } from './errors.ts'
import { openPublicKeys } from './public-keys.ts'
import { openRevocations, type Revocation, type RevocationKind } from './revocations.ts'
import { buildTokenCache } from './token-cache.ts'

export type TokenVerifier = {
  /** The claims of an access token that holds. Throws InvalidTokenError (401) or DependencyDownError (503). */
  verify(token: string): Promise<TokenClaims>
  /** Whether these claims, as `verify` gave them, have been revoked, as far as this process has heard. */
  isRevoked(claims: TokenClaims): boolean
  /** Makes a revocation that this process has just committed hold in it at once. */
  noteRevoked(kind: RevocationKind, subject: string, at: Date): void
  /** Calls `listener` for each revocation when this process learns of it; answers how to stop. */
  onRevoked(listener: (revocation: Revocation) => void): () => void
  close(): void
}

export type TokenVerifierOptions = { db: Database; issuer: string; logger: Logger; now?: () => number }

/** Longer than any token of ours: what is longer is not looked at. */
const longestToken = 8_192
const shape = /^[\w-]+\.[\w-]+\.[\w-]+$/
const decode = createDecoder({ complete: true })

/**
 * Verifies access tokens with the keys and the revocations of the database at hand. Waits until the revocations have been
 * read once; rejects with DependencyDownError when they cannot be.
 */
export async function openTokenVerifier({
  db,
  issuer,
  logger,
  now = wallClock,
}: TokenVerifierOptions): Promise<TokenVerifier> {
  const keys = openPublicKeys(db, issuer)
  const revocations = openRevocations(db, logger)
  const cache = buildTokenCache()
  const signedBy = new WeakMap<TokenClaims, string>()
  const isRevoked = (claims: TokenClaims) =>
    revocations.isRevoked(claims) || revocations.isDropped(signedBy.get(claims) ?? '')
  try {
    await revocations.ensureFresh()
  } catch (error) {
    revocations.close()
    throw error
  }

  async function check(token: string): Promise<TokenClaims> {
    if (typeof token !== 'string' || token.length > longestToken || !shape.test(token))
      throw new InvalidTokenError('malformed', 'This is not a token')
    mustReadOneWay(token)
    const kid = kidOf(headerOf(token))
    const verifyWithKey = await keys.find(kid).catch((error) => {
      throw isConnectionLoss(error) ? new DependencyDownError('Postgres', error) : error
    })
    if (!verifyWithKey) throw new InvalidTokenError('unknown_key', 'The token names no key of ours')
    const claims = claimsOf(payloadOf(verifyWithKey, token), issuer, now())
    signedBy.set(claims, kid)
    return claims
  }

  return {
    async verify(token) {
      let claims = cache.find(token)
      if (!claims) {
        claims = await check(token)
        cache.keep(token, claims)
      } else if (claims.exp <= now() / 1000) {
        cache.drop(token)
        throw new InvalidTokenError('expired', 'The token has expired')
      }
      if (!revocations.isFresh()) await revocations.ensureFresh()
      if (isRevoked(claims)) throw new InvalidTokenError('revoked', 'The token has been revoked')
      return claims
    },
    isRevoked,
    noteRevoked: revocations.note,
    onRevoked: revocations.onRevoked,
    close: revocations.close,
  }
}

/**
 * A token of ours is spelt as we spell it. Other letters for the same bytes, a member that stands twice or blanks between
 * them are read one way here and another way elsewhere, so they are refused.
 */
function mustReadOneWay(token: string): void {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const isOurs = [header, payload].every((part) => {
    const text = bytesOf(part).toString()
    try {
      return JSON.stringify(JSON.parse(text)) === text
    } catch {
      return false
    }
  })
  const isSpelt = [header, payload, signature].every((part) => bytesOf(part).toString('base64url') === part)
  if (!isOurs || !isSpelt) throw new InvalidTokenError('malformed', 'This is not a token')
}

const bytesOf = (part: string) => Buffer.from(part, 'base64url')

function headerOf(token: string): unknown {
  try {
    return decode(token).header
  } catch {
    throw new InvalidTokenError('malformed', 'This is not a token')
  }
}

function payloadOf(verifyWithKey: (token: string) => unknown, token: string): unknown {
  try {
    return verifyWithKey(token)
  } catch (error) {
    const code = isObject(error) || error instanceof Error ? String(Reflect.get(error, 'code')) : ''
    if (code === 'FAST_JWT_EXPIRED') throw new InvalidTokenError('expired', 'The token has expired')
    if (code === 'FAST_JWT_INACTIVE') throw new InvalidTokenError('not_yet_valid', 'The token is not valid yet')
    if (/SIGNATURE|ALGORITHM|KEY/.test(code)) throw new InvalidTokenError('signature', 'The signature does not hold')
    throw new InvalidTokenError('claims', 'The token lacks a claim or holds one of the wrong kind')
  }
}
