import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A form is taken only from the browser it was shown to: a random cookie, and its SHA-256 in a hidden field. Over HTTPS
 * the name binds the cookie to this very host, so that no neighbouring one can plant it.
 */
export function buildCsrf(issuer: string) {
  const isSecure = issuer.startsWith('https:')
  const name = isSecure ? '__Host-askline-form' : 'askline-form'
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=3600${isSecure ? '; Secure' : ''}`

  return {
    /** The hidden field of a new form. A browser that has a cookie keeps it: it may have the page open twice. */
    fieldFor(request: FastifyRequest, reply: FastifyReply): string {
      const cookie = cookieIn(request, name) ?? randomBytes(32).toString('base64url')
      reply.header('set-cookie', `${name}=${cookie}; ${attributes}`)
      return fieldOf(cookie)
    },
    isOurs(request: FastifyRequest, field: string | undefined): boolean {
      const cookie = cookieIn(request, name)
      if (cookie === undefined || field === undefined) return false
      const expected = Buffer.from(fieldOf(cookie))
      const given = Buffer.from(field)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

const fieldOf = (cookie: string): string => createHash('sha256').update(cookie).digest('base64url')

const wellFormed = /^[\w-]{43}$/

function cookieIn(request: FastifyRequest, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value !== undefined && wellFormed.test(value)) return value
  }
  return undefined
}
