import { isIP } from 'node:net'
import { limits, type TokenClaims, type Warning } from '@askline/contracts'
import type { Origin } from '@askline/domain/access/audit'
import type { OpenSpan } from '@askline/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The caller, from the access token. */
export type Principal = {
  kind: TokenClaims['kind']
  /** Id of the integration or person. */
  id: string
  companyId: string
  claims: TokenClaims
}

const principalKey = Symbol('principal')
const bodyHashKey = Symbol('bodyHash')
const warningsKey = Symbol('warnings')
const spanKey = Symbol('span')

/** Adds the fields that the functions below read and write. */
export function decorateRequests(app: FastifyInstance) {
  app.decorateRequest(principalKey, null)
  app.decorateRequest(bodyHashKey, '')
  app.decorateRequest(warningsKey, null)
  app.decorateRequest(spanKey, null)
}

/** Returns the caller, or null before the token was read. */
export const principalIn = (request: FastifyRequest): Principal | null => Reflect.get(request, principalKey) ?? null

/** Returns the caller. Throws if the route requires no token, which is a programming error. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = principalIn(request)
  if (!principal) throw new Error('This route requires no token')
  return principal
}

export const setPrincipal = (request: FastifyRequest, principal: Principal) =>
  request.setDecorator(principalKey, principal)

/** Returns the SHA-256 of the received body in hex, or an empty string if no Idempotency-Key was sent. */
export const bodyHashOf = (request: FastifyRequest): string => request.getDecorator<string>(bodyHashKey)

export const setBodyHash = (request: FastifyRequest, hash: string) => request.setDecorator(bodyHashKey, hash)

/** Returns where an act came from, for the audit log. */
export function originOf({ id, ip, headers }: FastifyRequest): Origin {
  // Without the zone of a link-local address. An IPv4 address mapped into IPv6 is written as IPv4.
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const userAgent = headers['user-agent']?.slice(0, limits.userAgentLength)
  // A proxy may forward anything as an address.
  return { correlationId: id, address: isIP(address) === 0 ? undefined : address, userAgent }
}

/** Returns the request's span, or undefined if requests are not traced. */
export const spanOf = (request: FastifyRequest): OpenSpan | undefined => Reflect.get(request, spanKey) ?? undefined

export const setSpan = (request: FastifyRequest, span: OpenSpan) => request.setDecorator(spanKey, span)

/** Returns what the answer must warn of, or undefined. */
export const warningsOf = (request: FastifyRequest): Warning[] | undefined =>
  Reflect.get(request, warningsKey) ?? undefined

/** Adds a warning to the `meta` of the answer, unless it is there already: work may run again. */
export function warn(request: FastifyRequest, warning: Warning) {
  const others = (warningsOf(request) ?? []).filter(({ message }) => message !== warning.message)
  request.setDecorator(warningsKey, [...others, warning])
}
