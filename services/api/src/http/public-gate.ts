import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EnvelopeOfAnswers } from './envelope.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * Builds the options that routes with an envelope and without a token spread: they count the request by address, as requests for
 * tokens are. Their answers are never compressed, because some carry cookies.
 */
export const buildPublicGate = (rates: RateLimits, envelope: EnvelopeOfAnswers) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => rates.oauthByAddress(request, reply),
  preSerialization: envelope.wrap,
})
export type PublicGate = ReturnType<typeof buildPublicGate>
