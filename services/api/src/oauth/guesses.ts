import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf, checkHere, minute, type RateLimitSettings, tell } from '../http/rate-limits.ts'
import { buildWindowCounter } from '../http/window-counter.ts'

/**
 * Slows down who guesses passwords or secrets. Counted in this process: it must hold while Redis is away, and each
 * instance more multiplies the guesses by one.
 */
export function limitGuesses({ signInPerAddress, signInPerAccount }: RateLimitSettings) {
  const secretsOfAddress = buildWindowCounter(signInPerAddress, minute)
  const passwordsOfAccount = buildWindowCounter(signInPerAccount, 15 * minute)

  /** Throws 429 once as many as allowed were wrong; answers how to say that this one was. */
  const among =
    (count: ReturnType<typeof buildWindowCounter>, max: number) =>
    (key: string, reply: FastifyReply): (() => void) => {
      const found = count(key, performance.now(), 0)
      if (found.remaining === 0) tell(reply, max, { ...found, isExceeded: true })
      return () => void count(key)
    }
  const wrongSecrets = among(secretsOfAddress, signInPerAddress)
  const wrongPasswords = among(passwordsOfAccount, signInPerAccount)

  return {
    /** Tries of an address to sign in, right or wrong. */
    signIn: checkHere(signInPerAddress, addressOf),
    wrongSecret: (request: FastifyRequest, reply: FastifyReply) => wrongSecrets(addressOf(request), reply),
    /** `account` names the person by what was typed: whether there is such a person makes no difference. */
    wrongPassword: (account: string, reply: FastifyReply) => wrongPasswords(account, reply),
  }
}
export type GuessLimits = ReturnType<typeof limitGuesses>
