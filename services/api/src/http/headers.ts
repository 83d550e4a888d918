import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** An answer of the API is data: nothing in it may load, run, or be framed. Browsers of `origins` may read it. */
export async function setHeaders(app: FastifyInstance, origins: readonly string[]) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-correlation-id', request.id)
    done()
  })
  if (origins.length === 0) return
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'PUT'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'x-correlation-id'],
    exposedHeaders: ['etag', 'idempotency-replayed', 'ratelimit-remaining', 'retry-after', 'x-correlation-id'],
    maxAge: 600,
  })
}
