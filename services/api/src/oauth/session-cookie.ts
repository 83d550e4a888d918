import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The cookie of a browser session. No script can read it, no other site can cause it to be sent, and over HTTPS its name
 * binds it to this very host.
 */
export function openSessionCookie(issuer: string, seconds: number) {
  const isSecure = issuer.startsWith('https:')
  const name = isSecure ? '__Host-askline-session' : 'askline-session'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    /** Returns the secret that the browser sent, or `undefined`. */
    read(request: FastifyRequest): string | undefined {
      for (const pair of request.headers.cookie?.split(';') ?? []) {
        const [key, value] = pair.trim().split('=')
        if (key === name && value !== undefined && wellFormed.test(value)) return value
      }
      return undefined
    },
    set(reply: FastifyReply, secret: string) {
      reply.header('set-cookie', `${name}=${secret}; ${attributes}; Max-Age=${seconds}`)
    },
    clear(reply: FastifyReply) {
      reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`)
    },
  }
}

const wellFormed = /^[\w-]{43}$/
