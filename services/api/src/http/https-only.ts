import type { FastifyInstance } from 'fastify'
import { RequestFault } from './request-faults.ts'

/**
 * Answers requests that reached the proxy over plain HTTP: 308 to the issuer's host, which no header can change, or 403.
 * Health is exempt, because it is requested behind the proxy.
 */
export function insistOnHttps(app: FastifyInstance, mode: 'off' | 'redirect' | 'refuse', issuer: string) {
  if (mode === 'off') return
  const { host } = new URL(issuer)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https' || request.url.startsWith('/health/')) return done()
    if (mode === 'refuse') return done(new RequestFault(403, 'https_required', 'HTTPS is required.'))
    const path = request.originalUrl.startsWith('/') ? request.originalUrl : '/'
    return reply.redirect(`https://${host}${path}`, 308)
  })
}
