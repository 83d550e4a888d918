import type { PrincipalKind } from '@askline/contracts'
import { limits } from '@askline/contracts'
import type { TokenVerifier } from '@askline/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type EndpointName, endpoints } from '../endpoints.ts'
import type { EnvelopeOfAnswers } from './envelope.ts'
import { forbidden, insufficientScope, RequestFault, unauthenticated } from './faults.ts'
import type { RateLimits } from './rate-limits.ts'
import { setPrincipal } from './request-state.ts'

export const base = '/v1'

/**
 * What every endpoint of the table does before its handler sees the request, in the order of decisions §2 (path and
 * method are settled by then): token 401, scope 403, body size 413. Spread into the route.
 */
export function buildGate(verifier: TokenVerifier, rates: RateLimits, envelope: EnvelopeOfAnswers) {
  return function gate<N extends EndpointName>(name: N) {
    const { method, path, scope, kinds } = endpoints[name]
    const hasScope = new RegExp(`(^| )${scope}( |$)`)
    const mayCall = new Set<PrincipalKind>(kinds)
    const hasBody = method !== 'GET'

    async function admit(request: FastifyRequest, reply: FastifyReply) {
      const counting = rates.byAddress(request, reply)
      if (counting) await counting
      const claims = await verifier.verify(bearerOf(request))
      setPrincipal(request, { kind: claims.kind, id: claims.sub, companyId: claims.cid, claims })
      const countingToken = rates.byToken(request, reply)
      if (countingToken) await countingToken
      if (!hasScope.test(claims.scope)) throw insufficientScope(scope)
      if (!mayCall.has(claims.kind)) {
        throw forbidden('principal_not_allowed', `This is for ${kinds.join(', ')}; the token is of kind ${claims.kind}`)
      }
      if (hasBody) refuseOversize(request)
    }
    return {
      method,
      url: `${base}${path}` as const,
      onRequest: admit,
      preSerialization: envelope.wrap,
    }
  }
}
export type Gate = ReturnType<typeof buildGate>

/** The token of a request, from the header and nowhere else. */
export function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined || !/^bearer(\s|$)/i.test(header)) throw unauthenticated()
  return header.slice(7).trim()
}

/** A body announced as too large is refused as that, whatever its type. */
function refuseOversize(request: FastifyRequest) {
  if (Number(request.headers['content-length']) > limits.jsonBodyBytes) {
    throw new RequestFault(413, 'payload_too_large', `A body may have ${limits.jsonBodyBytes} bytes at most`)
  }
}
