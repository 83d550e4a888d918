import type { TokenClaims } from '@askline/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Who calls, as the token says. */
export type Principal = {
  kind: TokenClaims['kind']
  /** The integration or person. */
  id: string
  companyId: string
  claims: TokenClaims
}

const principalKey = Symbol('principal')
const bodyHashKey = Symbol('bodyHash')

/** Gives every request the places that the functions below read and write. */
export function decorateRequests(app: FastifyInstance) {
  app.decorateRequest(principalKey, null)
  app.decorateRequest(bodyHashKey, '')
}

/** Who calls, where that is known: not before the token was read, and not for a path that could not be. */
export const principalIn = (request: FastifyRequest): Principal | null => Reflect.get(request, principalKey) ?? null

/** Who calls. Throws where no token was asked for: a mistake of ours. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = principalIn(request)
  if (!principal) throw new Error('This route asks for no token')
  return principal
}

export const setPrincipal = (request: FastifyRequest, principal: Principal) =>
  request.setDecorator(principalKey, principal)

/** SHA-256 of the body as it came, as hex; empty where it was not asked for. */
export const bodyHashOf = (request: FastifyRequest): string => request.getDecorator<string>(bodyHashKey)

export const setBodyHash = (request: FastifyRequest, hash: string) => request.setDecorator(bodyHashKey, hash)
