import type { PrincipalKind } from '@askline/contracts'
import { limits } from '@askline/contracts'
import type { TokenVerifier } from '@askline/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, type EndpointName, endpoints } from '../endpoints.ts'
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
    const { upload }: Endpoint = endpoints[name]
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
      if (hasBody) refuseOversize(request, upload ? uploadLimit : limits.jsonBodyBytes)
      if (upload) insistOnMultipart(request)
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
function refuseOversize(request: FastifyRequest, most: number) {
  const length = Number(request.headers['content-length'])
  if (length > most) {
    throw new RequestFault(413, 'payload_too_large', `A body may have ${most} bytes at most`, {
      ...(length > drainedBytes ? { headers: { connection: 'close' } } : {}),
    })
  }
}

/** A file and what stands around it in a form. */
const uploadLimit = limits.uploadBytes + 64 * 1024

/**
 * So much of a refused body is read and thrown away: many clients listen only when they have sent all, and would hear of a
 * broken connection instead of the reason. More than that is not waited for.
 */
const drainedBytes = 2 * uploadLimit

function insistOnMultipart(request: FastifyRequest) {
  if (/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) return
  throw new RequestFault(415, 'unsupported_media_type', 'Send the file as multipart/form-data')
}
