import { type Static, Type } from 'typebox'
import { Uuid } from './resources/basics.ts'
import { roles } from './words.ts'

export const principalKinds = ['integration', ...roles] as const
export type PrincipalKind = (typeof principalKinds)[number]

/** Pinned: tokens with any other algorithm are refused, whatever their header says. */
export const tokenAlgorithm = 'EdDSA'
export const tokenAudience = 'askline'
export const tokenType = 'at+jwt'

/** The claims of an access token (RFC 7519). Times are seconds since 1970. */
export const TokenClaims = Type.Object({
  iss: Type.String(),
  aud: Type.Literal(tokenAudience),
  /** The integration or person who acts. */
  sub: Uuid,
  jti: Type.String({ minLength: 1 }),
  /** The sign-in that the token belongs to. Missing if a credential obtained the token. */
  sid: Type.Optional(Uuid),
  iat: Type.Integer(),
  nbf: Type.Optional(Type.Integer()),
  exp: Type.Integer(),
  /** Space-separated scopes. */
  scope: Type.String(),
  /** The credential that obtained the token. */
  client_id: Type.String(),
  cid: Uuid,
  kind: Type.Enum(principalKinds),
})
export type TokenClaims = Static<typeof TokenClaims>
