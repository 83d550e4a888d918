import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { buildCounter } from '../http/counter.ts'
import { networkOf } from '../http/network.ts'
import { minute, type RateLimitSettings, tell, tooManyRequests } from '../http/rate-limits.ts'

const hour = 3_600
const monthMs = 30 * 24 * hour * 1000

/** Longest delay in seconds for one account from one address. */
const longestPerAddress = 900
/**
 * Longest delay in seconds for one account from all addresses together. It is short, because a stranger who guesses must
 * not keep the owner out. Passwords are random, so a few more guesses do not help.
 */
const longestPerAccount = 4

/** One attempt to sign in, counted before the password is hashed. */
export type CountedAttempt = {
  /** Takes the attempt back: the password was right. */
  succeed(): Promise<void>
}

/**
 * Builds the limits for guessing passwords and client secrets. They count in this process, so they hold while Redis is away;
 * each further instance allows the same number of guesses.
 */
export function buildGuessLimits({ signInPerAddress, signInPerAccount, wrongSecretsPerClient }: RateLimitSettings) {
  const attempts = buildCounter(minute)
  const wrongSecrets = buildCounter(minute)
  const perAddress = buildGrowingDelay(signInPerAccount, longestPerAddress)
  const perAccount = buildGrowingDelay(4 * signInPerAccount, longestPerAccount)
  const signedIn = new LRUCache<string, true>({ max: 50_000, ttl: monthMs })

  return {
    /** Counts an attempt to sign in, whether right or wrong, by address. Throws 429. */
    async signIn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      tell(reply, signInPerAddress, attempts.add(networkOf(request.ip)))
    },

    /** Counts a wrong client secret by address and client id. Throws 429; a right secret never comes here. */
    async wrongSecret(request: FastifyRequest, reply: FastifyReply, clientId: string): Promise<void> {
      tell(reply, wrongSecretsPerClient, wrongSecrets.add(`${networkOf(request.ip)} ${clientId}`))
    },

    /**
     * Counts an attempt at `account` and throws 429 while its delay lasts. An address from which the account signed in within 30 days
     * is exempt from the delay that attempts from other addresses cause.
     */
    async password(account: string, address: string): Promise<CountedAttempt> {
      const own = `${networkOf(address)} ${account}`
      await perAddress.begin(own)
      const isKnown = signedIn.has(own)
      if (!isKnown) {
        await perAccount.begin(account).catch(async (refused) => {
          perAddress.giveBack(own)
          throw refused
        })
      }
      return {
        async succeed() {
          perAddress.forget(own)
          if (!isKnown) perAccount.giveBack(account)
          signedIn.set(own, true)
        },
      }
    },
  }
}
export type GuessLimits = ReturnType<typeof buildGuessLimits>

/**
 * Lets `free` attempts per key pass within an hour. Each further one must wait: 1 s after the first, then twice as long each
 * time, up to `longestSeconds`. An attempt during the delay is refused and does not prolong it.
 */
function buildGrowingDelay(free: number, longestSeconds: number) {
  const attempts = buildCounter(hour)
  const delays = buildCounter(longestSeconds)

  return {
    /** Counts an attempt before its first await. Throws 429 with the seconds that remain. */
    async begin(key: string): Promise<void> {
      const { points } = attempts.add(key)
      if (points <= free) return
      const seconds = Math.min(longestSeconds, 2 ** Math.min(20, points - free - 1))
      const { points: inDelay, msLeft } = delays.add(key, seconds)
      if (inDelay === 1) return
      attempts.giveBack(key)
      throw tooManyRequests(Math.ceil(msLeft / 1000))
    },
    giveBack: (key: string) => attempts.giveBack(key),
    forget(key: string): void {
      attempts.forget(key)
      delays.forget(key)
    },
  }
}
