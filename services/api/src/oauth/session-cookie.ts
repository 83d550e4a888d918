import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Registers the cookie of a browser session. No script can read it, no other site can cause it to be sent, and over HTTPS its
 * name binds it to this very host.
 */
export async function registerSessionCookie(app: FastifyInstance, issuer: string, seconds: number) {
  await app.register(cookie)
  const secure = issuer.startsWith('https:')
  const name = secure ? '__Host-askline-session' : 'askline-session'
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    /** Returns the secret that the browser sent, or `undefined`. */
    read({ cookies }: FastifyRequest): string | undefined {
      const value = cookies[name]
      return value !== undefined && wellFormed.test(value) ? value : undefined
    },
    set(reply: FastifyReply, secret: string) {
      reply.setCookie(name, secret, { ...attributes, maxAge: seconds })
    },
    clear(reply: FastifyReply) {
      reply.setCookie(name, '', { ...attributes, maxAge: 0 })
    },
  }
}

const wellFormed = /^[\w-]{43}$/
