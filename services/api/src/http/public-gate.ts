import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PublicEndpointName, publicEndpoints } from '../public-endpoints.ts'
import type { EnvelopeOfAnswers } from './envelope.ts'
import { base } from './gate.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * Builds the options that every public endpoint spreads into its route. They count the request by address, as requests for tokens
 * are. `prefix` is the base, or empty for the route at the root. Answers are never compressed, because some hold names.
 */
export function buildPublicGate(rates: RateLimits, envelope: EnvelopeOfAnswers) {
  return function publicGate<N extends PublicEndpointName>(name: N, prefix: typeof base | '' = base) {
    const { method, path } = publicEndpoints[name]
    return {
      method,
      url: `${prefix}${path}`,
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => rates.oauthByAddress(request, reply),
      preSerialization: envelope.wrap,
    }
  }
}
export type PublicGate = ReturnType<typeof buildPublicGate>
