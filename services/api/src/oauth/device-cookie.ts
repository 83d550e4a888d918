import { knownDays } from '@askline/domain/access/known-devices'
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'askline_device'
const wellFormed = /^[\w-]{43}$/

/**
 * Returns how to read and set the cookie of a browser in which a person signed in. The cookie alone signs no person in. Needs
 * the plugin for cookies.
 */
export function deviceCookie(issuer: string) {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: issuer.startsWith('https:') } as const
  return {
    /** Returns the secret that the browser sent, or `undefined`. */
    read({ cookies }: FastifyRequest): string | undefined {
      const value = cookies[name]
      return value !== undefined && wellFormed.test(value) ? value : undefined
    },
    set(reply: FastifyReply, secret: string) {
      reply.setCookie(name, secret, { ...attributes, maxAge: knownDays * 86_400 })
    },
  }
}
