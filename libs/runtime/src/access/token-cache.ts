import type { TokenClaims } from '@askline/contracts'

/** Tokens whose signature was checked, by the whole token string; the least recently used goes first. */
export function buildTokenCache(capacity = 10_000) {
  const claims = new Map<string, TokenClaims>()
  return {
    find(token: string): TokenClaims | undefined {
      const found = claims.get(token)
      if (!found) return undefined
      claims.delete(token)
      claims.set(token, found)
      return found
    },
    keep(token: string, found: TokenClaims) {
      claims.set(token, found)
      if (claims.size > capacity) for (const oldest of claims.keys()) return void claims.delete(oldest)
    },
    drop: (token: string) => claims.delete(token),
  }
}
