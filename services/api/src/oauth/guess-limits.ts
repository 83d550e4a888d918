import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildCounter } from '../http/counter.ts'
import { networkOf } from '../http/network.ts'
import { minute, type RateLimitSettings, tell, tooManyRequests } from '../http/rate-limits.ts'

const hour = 3_600

/** Longest delay in seconds for one account from one address, or from one browser in which it signed in before. */
const longestPerPlace = 900
/**
 * Longest delay in seconds for one account from all addresses together. It is short, because a stranger who guesses must
 * not keep the owner out. Passwords that are easy to guess are refused, so a few more guesses do not help.
 */
const longestPerAccount = 4

/** Requests for a new password per minute from one network. */
const requestsPerNetwork = 10

/** `account` is a key of `accountOf`. */
type Attempt = { account: string; address: string; device?: string | undefined }

/** One attempt, counted before the password is hashed or the token is looked up. */
export type CountedAttempt = {
  /** Takes the attempt back: the password or token was right. */
  succeed(): Promise<void>
}

/**
 * Builds the limits for guessing passwords, client secrets and tokens of links. They count in this process, so they hold while Redis is away;
 * each further instance allows the same number of guesses.
 */
export function buildGuessLimits({ signInPerAddress, signInPerAccount, wrongSecretsPerClient }: RateLimitSettings) {
  const failures = buildCounter(minute)
  const wrongSecrets = buildCounter(minute)
  const perPlace = buildGrowingDelay(signInPerAccount, longestPerPlace)
  const perAccount = buildGrowingDelay(4 * signInPerAccount, longestPerAccount)
  const requests = buildCounter(minute)
  const tokensPerPlace = buildGrowingDelay(signInPerAccount, longestPerPlace)

  return {
    /** Counts a wrong client secret by address and client id. Throws 429; a right secret never comes here. */
    async wrongSecret(request: FastifyRequest, reply: FastifyReply, clientId: string): Promise<void> {
      tell(reply, wrongSecretsPerClient, wrongSecrets.add(`${networkOf(request.ip)} ${clientId}`))
    },

    /** Counts a request for a new password by address, whether the person exists or not. Throws 429. */
    async passwordRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      tell(reply, requestsPerNetwork, requests.add(networkOf(request.ip)))
    },

    /**
     * Counts a token of a link by address until it succeeds: setup, invitations and new passwords share the count. Throws 429
     * while a delay lasts.
     */
    async token({ ip }: FastifyRequest): Promise<CountedAttempt> {
      const network = networkOf(ip)
      await tokensPerPlace.begin(network)
      return { succeed: async () => tokensPerPlace.giveBack(network) }
    },

    /**
     * Counts an attempt at `account` until it succeeds. Throws 429 while a delay lasts. `device` is the secret of a browser in
     * which the account signed in before. It has a delay of its own, which no other browser can cause.
     */
    async password({ account, address, device }: Attempt): Promise<CountedAttempt> {
      if (device !== undefined) {
        const own = `${device} ${account}`
        await perPlace.begin(own)
        return { succeed: async () => perPlace.forget(own) }
      }
      const network = networkOf(address)
      const { points, msLeft } = failures.add(network)
      if (points > signInPerAddress) throw tooManyRequests(Math.ceil(msLeft / 1000))
      const own = `${network} ${account}`
      await perPlace.begin(own).catch((refused) => {
        failures.giveBack(network)
        throw refused
      })
      await perAccount.begin(account).catch((refused) => {
        failures.giveBack(network)
        perPlace.giveBack(own)
        throw refused
      })
      return {
        async succeed() {
          failures.giveBack(network)
          perPlace.forget(own)
          perAccount.giveBack(account)
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
