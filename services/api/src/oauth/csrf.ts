import cookie from '@fastify/cookie'
import csrfProtection from '@fastify/csrf-protection'
import type { FastifyInstance } from 'fastify'

/** Seconds for which a form may stay open. */
const openSeconds = 3_600

/**
 * Registers the check that a form comes from the browser to which it was shown: a random cookie, and a field derived from
 * it. Over HTTPS the cookie's name binds it to this host, so that a neighboring host cannot set it.
 */
export async function protectForms(app: FastifyInstance, issuer: string): Promise<void> {
  const isSecure = issuer.startsWith('https:')
  await app.register(cookie)
  await app.register(csrfProtection, {
    sessionPlugin: '@fastify/cookie',
    cookieKey: isSecure ? '__Host-askline-form' : 'askline-form',
    cookieOpts: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: openSeconds },
    getToken: ({ body }) => (isForm(body) && typeof body.csrf === 'string' ? body.csrf : undefined),
    logLevel: 'debug',
  })
}

const isForm = (body: unknown): body is { csrf?: unknown } => typeof body === 'object' && body !== null

/** Returns whether `error` says that a form has no cookie, or one that does not match its field. */
export const isForgedForm = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).match(/^FST_CSRF_/) !== null
