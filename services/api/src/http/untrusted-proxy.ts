import type { FastifyInstance } from 'fastify'

/**
 * Logs one warning when a request carries X-Forwarded-For while TRUST_PROXY is off. All clients behind the proxy then share
 * one address, and with it the limits per address.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, trustProxy: boolean | string[]): void {
  let isWatching = trustProxy === false
  app.addHook('onRequest', (request, _reply, done) => {
    if (isWatching && request.headers['x-forwarded-for'] !== undefined) {
      isWatching = false
      request.log.warn(
        'A request carries X-Forwarded-For, but TRUST_PROXY is off: limits per address count the proxy as one client. Set TRUST_PROXY to the addresses of your proxies.',
      )
    }
    done()
  })
}
