import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The headers that helmet would set on a data answer: nothing in it may load, run or be framed. */
export const protectiveHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Sets the protective headers: Fastify's onRequest hook of routes without an envelope. */
export function protect(_request: FastifyRequest, reply: FastifyReply, done: () => void) {
  reply.headers(protectiveHeaders)
  done()
}

/** Adds the correlation id to every answer and lets browsers of `origins` read answers. */
export async function setHeaders(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-correlation-id', request.id)
    done()
  })
  if (origins.length === 0) return
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'PUT'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'x-correlation-id',
    ],
    exposedHeaders: ['etag', 'idempotency-replayed', 'ratelimit-remaining', 'retry-after', 'x-correlation-id'],
    maxAge: 600,
  })
}
