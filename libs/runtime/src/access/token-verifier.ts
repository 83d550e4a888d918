import type { TokenClaims } from '@askline/contracts'
import { type Database, isConnectionLoss } from '@askline/db'
import { createDecoder } from 'fast-jwt'
import { LRUCache } from 'lru-cache'
import type { Logger } from '../logger.ts'
import { wallClock } from '../wall-clock.ts'
import { openPublicKeys } from './public-keys.ts'
import { openRevocations, type Revocation, type RevocationKind } from './revocations.ts'
import { claimsOf, isObject, kidOf } from './token-claims.ts'
import { DependencyDownError, InvalidTokenError } from './token-errors.ts'

export type TokenVerifier = {
  /** Returns the claims of a valid access token. Throws InvalidTokenError (401) or DependencyDownError (503). */
  verify(token: string): Promise<TokenClaims>
  /** Returns whether claims from `verify` have been revoked since, as far as this process knows. */
  isRevoked(claims: TokenClaims): boolean
  /** Applies a revocation that this process has just committed, without waiting for the next reading. */
  noteRevoked(kind: RevocationKind, subject: string, at: Date): void
  /** Calls `listener` for each revocation that this process learns of. Returns a function that stops it. */
  onRevoked(listener: (revocation: Revocation) => void): () => void
  close(): void
}

export type TokenVerifierOptions = { db: Database; issuer: string; logger: Logger; now?: () => number }

/** Maximum length of a token. Longer ones are refused without parsing. */
const longestToken = 8_192
const shape = /^[\w-]+\.[\w-]+\.[\w-]+$/
const decode = createDecoder({ complete: true })

/**
 * Opens a verifier that reads keys and revocations from the database. Waits for the first reading of the revocations. Rejects
 * with DependencyDownError if they cannot be read.
 */
export async function openTokenVerifier({
  db,
  issuer,
  logger,
  now = wallClock,
}: TokenVerifierOptions): Promise<TokenVerifier> {
  const keys = openPublicKeys(db, issuer)
  const revocations = openRevocations(db, logger)
  /** Claims of tokens whose signature was checked, by the whole token. */
  const cache = new LRUCache<string, TokenClaims>({ max: 10_000 })
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
      throw new InvalidTokenError('malformed', 'The value is not a token')
    assertCanonical(token)
    const kid = kidOf(headerOf(token))
    const verifyWithKey = await keys.find(kid).catch((error) => {
      throw isConnectionLoss(error) ? new DependencyDownError('Postgres', error) : error
    })
    if (!verifyWithKey) throw new InvalidTokenError('unknown_key', 'The token names no key of this service')
    const claims = claimsOf(payloadOf(verifyWithKey, token), issuer, now())
    signedBy.set(claims, kid)
    return claims
  }

  return {
    async verify(token) {
      let claims = cache.get(token)
      if (!claims) {
        claims = await check(token)
        cache.set(token, claims)
      } else if (claims.exp <= now() / 1000) {
        cache.delete(token)
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
 * Throws InvalidTokenError unless the token is in the exact form that we write. Duplicate members, whitespace or another
 * base64 spelling may be read differently by other parsers.
 */
function assertCanonical(token: string): void {
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
  if (!isOurs || !isSpelt) throw new InvalidTokenError('malformed', 'The value is not a token')
}

const bytesOf = (part: string) => Buffer.from(part, 'base64url')

function headerOf(token: string): unknown {
  try {
    return decode(token).header
  } catch {
    throw new InvalidTokenError('malformed', 'The value is not a token')
  }
}

function payloadOf(verifyWithKey: (token: string) => unknown, token: string): unknown {
  try {
    return verifyWithKey(token)
  } catch (error) {
    const code = isObject(error) || error instanceof Error ? String(Reflect.get(error, 'code')) : ''
    if (code === 'FAST_JWT_EXPIRED') throw new InvalidTokenError('expired', 'The token has expired')
    if (code === 'FAST_JWT_INACTIVE') throw new InvalidTokenError('not_yet_valid', 'The token is not valid yet')
    if (/SIGNATURE|ALGORITHM|KEY/.test(code)) throw new InvalidTokenError('signature', 'The signature is invalid')
    throw new InvalidTokenError('claims', 'A claim of the token is missing or has the wrong type')
  }
}
