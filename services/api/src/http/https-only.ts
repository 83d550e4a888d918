import type { FastifyInstance } from 'fastify'
import { RequestFault } from './faults.ts'

/**
 * Answers what reached the proxy over plain HTTP: 308 to `publicUrl`'s host, which no header can change, or 403. Health is
 * asked for inside, without the proxy.
 */
export function insistOnHttps(app: FastifyInstance, mode: 'off' | 'redirect' | 'refuse', issuer: string) {
  if (mode === 'off') return
  const { host } = new URL(issuer)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https' || request.url.startsWith('/health/')) return done()
    if (mode === 'refuse')
      return done(new RequestFault(403, 'https_required', 'Use HTTPS: this request came unencrypted'))
    const path = request.originalUrl.startsWith('/') ? request.originalUrl : '/'
    return reply.redirect(`https://${host}${path}`, 308)
  })
}
