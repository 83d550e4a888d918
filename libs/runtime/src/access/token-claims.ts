import { TokenClaims, tokenType } from '@askline/contracts'
import { Compile } from 'typebox/compile'
import { InvalidTokenError } from './token-errors.ts'

const schema = Compile(TokenClaims)

/** The last second of the year 9999. A larger number is not a date. */
const lastSecond = 253_402_300_799

/** Seconds by which the clock of a signer may be ahead. */
const leeway = 60

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the `kid` of a header. Throws InvalidTokenError if the header differs from those that we write. */
export function kidOf(header: unknown): string {
  if (!isObject(header)) throw new InvalidTokenError('malformed', 'The token has no header')
  const { alg, typ, kid } = header
  if (alg !== 'EdDSA') throw new InvalidTokenError('signature', 'The token is not signed with EdDSA')
  if (typeof typ !== 'string' || typ.toLowerCase().replace(/^application\//, '') !== tokenType)
    throw new InvalidTokenError('malformed', `The token is not of type ${tokenType}`)
  if ('crit' in header || 'b64' in header)
    throw new InvalidTokenError('malformed', 'The token requires an unknown extension')
  if (typeof kid !== 'string' || kid.length > 100)
    throw new InvalidTokenError('unknown_key', 'The token names no key of this service')
  return kid
}

/** Returns the claims of a payload whose signature is valid. `now` is in ms. Throws InvalidTokenError if a claim is invalid. */
export function claimsOf(payload: unknown, issuer: string, now: number): TokenClaims {
  if (!isObject(payload) || !schema.Check(payload))
    throw new InvalidTokenError('claims', 'A claim of the token is missing or has the wrong type')
  const times = [payload.iat, payload.exp, payload.nbf ?? 0]
  if (times.some((time) => time < 0 || time > lastSecond))
    throw new InvalidTokenError('claims', 'A time in the token is out of range')
  if (payload.iss !== issuer) throw new InvalidTokenError('claims', 'The token was issued by another server')
  const second = now / 1000
  if (payload.exp <= second) throw new InvalidTokenError('expired', 'The token has expired')
  if (payload.iat > second + leeway || (payload.nbf ?? 0) > second + leeway)
    throw new InvalidTokenError('not_yet_valid', 'The token is not valid yet')
  return payload
}
