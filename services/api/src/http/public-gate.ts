import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EnvelopeOfAnswers } from './envelope.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * Builds the hooks of every public endpoint. They count the request by address, as requests for tokens are. Answers are never
 * compressed, because some hold names.
 */
export const buildPublicGate = (rates: RateLimits, envelope: EnvelopeOfAnswers) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => rates.oauthByAddress(request, reply),
  preSerialization: envelope.wrap,
})
export type PublicGate = ReturnType<typeof buildPublicGate>
