import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { RequestFault } from './faults.ts'

/** Requests a minute. */
export type RateLimitSettings = { perToken: number; perAddress: number; oauthPerAddress: number }

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
export type RateLimits = { byAddress: Check; byToken: Check; oauthByAddress: Check }

const minute = 60_000

/**
 * Counts in this process: a hot path must not wait for Redis, so each instance grants the whole limit. With `redis` all
 * instances share one count, and while it is away everything is let through, except at oauth, which always counts here.
 */
export async function openRateLimits(
  app: FastifyInstance,
  settings: RateLimitSettings,
  keyOfToken: (request: FastifyRequest) => string,
  redis?: Redis,
): Promise<RateLimits> {
  const local = { global: false, cache: 20_000 }
  await app.register(rateLimit, redis ? { global: false, redis, nameSpace: 'askline-rate-', skipOnError: true } : local)
  const limiter = (max: number, keyGenerator?: (request: FastifyRequest) => string): Check => {
    const count = app.createRateLimit({ max, timeWindow: minute, ...(keyGenerator ? { keyGenerator } : {}) })
    return async (request, reply) => {
      const found = await count(request)
      if (found.isAllowed) return
      reply.header('ratelimit-limit', found.max)
      reply.header('ratelimit-remaining', found.remaining)
      reply.header('ratelimit-reset', found.ttlInSeconds)
      if (found.isExceeded) throw tooMany(found.ttlInSeconds)
    }
  }
  return {
    byAddress: limiter(settings.perAddress, (request) => request.ip),
    byToken: limiter(settings.perToken, keyOfToken),
    oauthByAddress: limiter(settings.oauthPerAddress, (request) => `oauth ${request.ip}`),
  }
}

const tooMany = (seconds: number) =>
  new RequestFault(429, 'rate_limited', `Too many requests. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
