import { randomUUID } from 'node:crypto'
import { grantable, type Scope, scopes, type TokenClaims, tokenAudience } from '@askline/contracts'
import type { Credential } from './credentials.ts'

/** The contents of a new token. Times are seconds since 1970. */
export type TokenWish = {
  credential: Credential
  issuer: string
  scopes: readonly Scope[]
  issuedAt: number
  lifetimeSeconds: number
  /** The user that an integration binds the token to. */
  boundToUserId?: string
  /** The sign-in that the token belongs to. */
  familyId?: string
}

/** Returns the claims of a new access token for a credential, or for the user it is bound to. */
export function claimsOf(wish: TokenWish): TokenClaims {
  const { credential, boundToUserId } = wish
  return {
    iss: wish.issuer,
    aud: tokenAudience,
    sub: boundToUserId ?? credential.subjectId,
    jti: randomUUID(),
    ...(wish.familyId === undefined ? {} : { sid: wish.familyId }),
    iat: wish.issuedAt,
    exp: wish.issuedAt + wish.lifetimeSeconds,
    scope: wish.scopes.join(' '),
    client_id: credential.clientId,
    cid: credential.companyId,
    kind: boundToUserId ? 'user' : credential.kind,
  }
}

/**
 * Returns the scopes of a token: the requested ones of `credential`, or all. A token that is bound to a user has at most a user's. Returns `undefined` if `requested` names none, or one that cannot be granted.
 */
export function grantedScopes(
  credential: Credential,
  isUserBound: boolean,
  requested: string | undefined,
): readonly Scope[] | undefined {
  const most = isUserBound
    ? credential.scopes.filter((scope) => (grantable.user as readonly Scope[]).includes(scope))
    : credential.scopes
  if (requested === undefined) return most
  const names = new Set(requested.split(' ').filter((name) => name !== ''))
  const named = scopes.filter((scope) => names.has(scope))
  if (named.length === 0 || named.length < names.size || named.some((scope) => !most.includes(scope))) return undefined
  return named
}
