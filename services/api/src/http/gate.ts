import type { PrincipalKind } from '@askline/contracts'
import { limits } from '@askline/contracts'
import type { TokenVerifier } from '@askline/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress } from './compression.ts'
import type { Endpoint } from './endpoint.ts'
import type { EnvelopeOfAnswers } from './envelope.ts'
import type { RateLimits } from './rate-limits.ts'
import { forbidden, insufficientScope, RequestFault, unauthenticated } from './request-faults.ts'
import { setPrincipal } from './request-state.ts'

export const base = '/v1'

/**
 * Builds the hooks of an endpoint's route. They check, in this order, token 401, scope 403
 * and body size 413 (decisions/answers-and-limits.md). Path and method were checked before.
 */
export function buildGate(verifier: TokenVerifier, rates: RateLimits, envelope: EnvelopeOfAnswers) {
  return function gate({ method, scope, callers, upload, showsSecret }: Endpoint) {
    const hasScope = new RegExp(`(^| )${scope}( |$)`)
    const mayCall = new Set<PrincipalKind>(callers)
    const hasBody = method !== 'GET'

    async function admit(request: FastifyRequest, reply: FastifyReply) {
      // Awaiting nothing would still cost a turn of the microtask queue for each request.
      const counting = rates.byAddress(request, reply)
      if (counting) await counting
      const claims = await verifier.verify(bearerOf(request))
      setPrincipal(request, { kind: claims.kind, id: claims.sub, companyId: claims.cid, claims })
      const countingCaller = rates.byCaller(request, reply)
      if (countingCaller) await countingCaller
      if (!hasScope.test(claims.scope)) throw insufficientScope(scope)
      if (!mayCall.has(claims.kind)) {
        throw forbidden(
          'principal_not_allowed',
          `Callers of kind ${claims.kind} may not use this endpoint. Allowed kinds: ${callers.join(', ')}.`,
        )
      }
      if (hasBody) refuseOversize(request, upload ? uploadLimit : limits.jsonBodyBytes)
      if (upload) insistOnMultipart(request)
    }
    return {
      onRequest: admit,
      preSerialization: envelope.wrap,
      ...(showsSecret ? {} : { onSend: compress }),
    }
  }
}
export type Gate = ReturnType<typeof buildGate>

/** Returns the token from the Authorization header. Throws RequestFault `token_missing` without one. */
export function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined || !/^bearer(\s|$)/i.test(header)) throw unauthenticated()
  return header.slice(7).trim()
}

/** Refuses a body whose announced length is too large, whatever its type. */
function refuseOversize(request: FastifyRequest, most: number) {
  const length = Number(request.headers['content-length'])
  if (length > most) {
    throw new RequestFault(413, 'payload_too_large', `The body has ${length} bytes. The maximum is ${most}.`, {
      ...(length > drainedBytes ? { headers: { connection: 'close' } } : {}),
    })
  }
}

/** Bytes of a file and of the form around it. */
const uploadLimit = limits.uploadBytes + 64 * 1024

/**
 * Bytes of a refused body that are read and dropped. Many clients read the answer only after they have sent everything, and
 * would otherwise see a broken connection. Longer bodies end the connection.
 */
const drainedBytes = 2 * uploadLimit

function insistOnMultipart(request: FastifyRequest) {
  if (/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) return
  throw new RequestFault(415, 'unsupported_media_type', 'Send the file as multipart/form-data.')
}
