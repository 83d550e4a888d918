import type { Redis } from '@askline/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { buildCounter, type Counted } from './counter.ts'
import type { LimitsOfCredential } from './credential-limits.ts'
import { networkOf } from './network.ts'
import { RequestFault } from './request-faults.ts'
import { principalOf } from './request-state.ts'

/** Requests per minute of one person or credential: a read is a GET, a write is everything else. */
export type CallerLimits = { reads: number; writes: number }

export type RateLimitSettings = {
  /** Askers. */
  user: CallerLimits
  /** Experts, agents and admins. */
  staff: CallerLimits
  integration: CallerLimits
  /** Requests per minute from one address, or from one /64 of IPv6. */
  perAddress: number
  oauthPerAddress: number
  /** Failed attempts to sign in per minute from one address. */
  signInPerAddress: number
  /** Access tokens per minute that one session of a browser obtains. */
  tokensPerSession: number
  /** Wrong client secrets per minute for one client id from one address. */
  wrongSecretsPerClient: number
  /** Wrong passwords for one account from one address before delays begin. */
  signInPerAccount: number
}

/** Counts a request, sets RateLimit-* and throws 429 beyond the limit. Returns a promise only if Redis counts. */
type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined
export type RateLimits = {
  byAddress: Check
  byCaller: Check
  oauthByAddress: Check
  /** Counts an access token that the session of a cookie obtains. Throws 429. */
  bySession(reply: FastifyReply, secret: string): void
}

export const minute = 60

/**
 * Builds the limits. Counts are kept in this process, because a hot path must not wait for Redis: each instance grants the
 * whole limit. With `redis` all instances share one count, and while Redis is away every request passes. Requests for tokens
 * are always counted in this process.
 */
export function buildRateLimits(
  settings: RateLimitSettings,
  limitsOfCredential: LimitsOfCredential,
  redis?: Redis,
): RateLimits {
  const check = redis ? checkShared(redis) : checkHere()
  const checkOauth = checkHere()
  const sessionTokens = buildCounter(minute)
  return {
    byAddress: (request, reply) => check(reply, settings.perAddress, `address:${networkOf(request.ip)}`),
    byCaller: (request, reply) => {
      const { claims } = principalOf(request)
      const isRead = request.method === 'GET'
      const defaults =
        claims.kind === 'user' ? settings.user : claims.kind === 'integration' ? settings.integration : settings.staff
      // A token bound to a user has the limits of that user, whichever client obtained it.
      const own = claims.kind === 'user' ? undefined : limitsOfCredential(claims.client_id)
      const max = isRead ? (own?.reads ?? defaults.reads) : (own?.writes ?? defaults.writes)
      // By person or credential, because either can have any number of tokens.
      const caller = claims.kind === 'integration' || own ? `credential:${claims.client_id}` : `person:${claims.sub}`
      return check(reply, max, `${isRead ? 'reads' : 'writes'}:${caller}`)
    },
    oauthByAddress: (request, reply) => checkOauth(reply, settings.oauthPerAddress, networkOf(request.ip)),
    bySession: (reply, secret) => tell(reply, settings.tokensPerSession, sessionTokens.add(secret)),
  }
}

type CheckOfKey = (reply: FastifyReply, max: number, key: string) => Promise<void> | undefined

function checkHere(): CheckOfKey {
  const counter = buildCounter(minute)
  return (reply, max, key) => {
    tell(reply, max, counter.add(key))
    return undefined
  }
}

/** Counts in Redis. Every request passes while Redis does not answer. */
function checkShared(storeClient: Redis): CheckOfKey {
  const points = Number.MAX_SAFE_INTEGER
  const keyPrefix = 'askline-rate'
  const limiter = new RateLimiterRedis({
    storeClient,
    points,
    duration: minute,
    keyPrefix,
    rejectIfRedisNotReady: true,
  })
  return async (reply, max, key) => {
    const counted = await limiter.consume(key).catch(() => undefined)
    if (counted) tell(reply, max, { points: counted.consumedPoints, msLeft: counted.msBeforeNext })
  }
}

/** Sets RateLimit-* and throws 429 if `counted` exceeds `max`. */
export function tell(reply: FastifyReply, max: number, counted: Counted): void {
  const seconds = Math.ceil(counted.msLeft / 1000)
  reply.header('ratelimit-limit', max)
  reply.header('ratelimit-remaining', Math.max(0, max - counted.points))
  reply.header('ratelimit-reset', seconds)
  if (counted.points > max) throw tooManyRequests(seconds)
}

/** The refusal of a request that comes too early. `seconds`: time until a retry may succeed. */
export const tooManyRequests = (seconds: number): RequestFault =>
  new RequestFault(429, 'rate_limited', `Too many requests. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
