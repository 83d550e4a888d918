import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What helmet would set on an answer that is data: nothing in it may load, run, or be framed. */
export const protectiveHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Fastify's onRequest hook of routes whose answers have no envelope. */
export function protect(_request: FastifyRequest, reply: FastifyReply, done: () => void) {
  reply.headers(protectiveHeaders)
  done()
}

/** Every answer names its request; browsers of `origins` may read it. */
export async function setHeaders(app: FastifyInstance, origins: readonly string[]) {
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
