import { TokenClaims, tokenType } from '@askline/contracts'
import { Compile } from 'typebox/compile'
import { InvalidTokenError } from './errors.ts'

const schema = Compile(TokenClaims)

/** The last second of the year 9999: beyond it, a number is an attack and no date. */
const lastSecond = 253_402_300_799

/** s a signer's clock may run ahead of ours. */
const leeway = 60

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The `kid` of a header that is exactly of our kind. Throws InvalidTokenError otherwise. */
export function kidOf(header: unknown): string {
  if (!isObject(header)) throw new InvalidTokenError('malformed', 'The token has no header')
  const { alg, typ, kid } = header
  if (alg !== 'EdDSA') throw new InvalidTokenError('signature', 'The token is not signed the way we sign')
  if (typeof typ !== 'string' || typ.toLowerCase().replace(/^application\//, '') !== tokenType)
    throw new InvalidTokenError('malformed', `The token is not of type ${tokenType}`)
  if ('crit' in header || 'b64' in header)
    throw new InvalidTokenError('malformed', 'The token asks for an extension we do not know')
  if (typeof kid !== 'string' || kid.length > 100)
    throw new InvalidTokenError('unknown_key', 'The token names no key of ours')
  return kid
}

/** The claims of a payload whose signature holds, checked to the letter. `now` is ms. Throws InvalidTokenError. */
export function claimsOf(payload: unknown, issuer: string, now: number): TokenClaims {
  if (!isObject(payload) || !schema.Check(payload))
    throw new InvalidTokenError('claims', 'The token lacks a claim or holds one of the wrong kind')
  const times = [payload.iat, payload.exp, payload.nbf ?? 0]
  if (times.some((time) => time < 0 || time > lastSecond))
    throw new InvalidTokenError('claims', 'The token holds a time that is none')
  if (payload.iss !== issuer) throw new InvalidTokenError('claims', 'The token was issued by somebody else')
  const second = now / 1000
  if (payload.exp <= second) throw new InvalidTokenError('expired', 'The token has expired')
  if (payload.iat > second + leeway || (payload.nbf ?? 0) > second + leeway)
    throw new InvalidTokenError('not_yet_valid', 'The token is not valid yet')
  return payload
}
