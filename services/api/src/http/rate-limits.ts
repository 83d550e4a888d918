import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { RequestFault } from './faults.ts'
import { buildWindowCounter, type Count } from './window-counter.ts'

/** Requests a minute. */
export type RateLimitSettings = {
  perToken: number
  perAddress: number
  oauthPerAddress: number
  signInPerAddress: number
  signInPerAccount: number
}

/** Counts a request, sets RateLimit-* and throws 429 beyond the limit. A promise only where Redis counts. */
type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined
export type RateLimits = { byAddress: Check; byToken: Check; oauthByAddress: Check }

export const minute = 60_000

/**
 * Counts in this process: a hot path must not wait for Redis, so each instance grants the whole limit. With `redis` all
 * instances share one count, and while it is away everything is let through; oauth is counted here all the same.
 */
export async function openRateLimits(
  app: FastifyInstance,
  settings: RateLimitSettings,
  keyOfToken: (request: FastifyRequest) => string,
  redis?: Redis,
): Promise<RateLimits> {
  if (redis) await app.register(rateLimit, { global: false, redis, nameSpace: 'askline-rate-', skipOnError: true })
  const check = (max: number, keyOf: (request: FastifyRequest) => string): Check =>
    redis ? checkShared(app, max, keyOf) : checkHere(max, keyOf)
  return {
    byAddress: check(settings.perAddress, addressOf),
    byToken: check(settings.perToken, keyOfToken),
    oauthByAddress: checkHere(settings.oauthPerAddress, addressOf),
  }
}

export const addressOf = (request: FastifyRequest): string => request.ip

/** Counts in this process, whatever becomes of Redis. */
export function checkHere(max: number, keyOf: (request: FastifyRequest) => string): Check {
  const count = buildWindowCounter(max, minute)
  return (request, reply) => {
    tell(reply, max, count(keyOf(request)))
    return undefined
  }
}

function checkShared(app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string): Check {
  const count = app.createRateLimit({ max, timeWindow: minute, keyGenerator })
  return async (request, reply) => {
    const found = await count(request)
    if (!found.isAllowed) tell(reply, max, { ...found, seconds: found.ttlInSeconds })
  }
}

/** Sets RateLimit-*, and throws 429 where the limit is exceeded. */
export function tell(reply: FastifyReply, max: number, { remaining, seconds, isExceeded }: Count) {
  reply.header('ratelimit-limit', max)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', seconds)
  if (!isExceeded) return
  throw new RequestFault(429, 'rate_limited', `Too many requests. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
