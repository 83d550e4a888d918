import { type TokenClaims, tokenAlgorithm, tokenType } from '@askline/contracts'
import type { SigningKey } from '@askline/runtime'
import type { FastifyInstance } from 'fastify'

/** Returns a JWT signed with `key`. */
export const signToken = (app: FastifyInstance, claims: TokenClaims, { kid, privatePem }: SigningKey): string =>
  app.jwt.sign(claims, {
    algorithm: tokenAlgorithm,
    key: privatePem,
    kid,
    header: { alg: tokenAlgorithm, typ: tokenType },
  })
