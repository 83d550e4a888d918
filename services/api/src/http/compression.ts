import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { qualityIn } from './accept.ts'

/** Shorter answers, in characters, gain nothing. */
const leastLength = 1_024
/** Up to this many characters compressing on the event loop costs less than a trip to the thread pool. */
const mostInline = 64 * 1024

const gzipLater = promisify(gzip)
const fast = { level: constants.Z_BEST_SPEED }

/** Returns whether the client accepts gzip: by name, or by `*` (RFC 9110 §12.5.3). */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding']
  if (typeof accepted !== 'string') return false
  return (qualityIn(accepted, 'gzip') ?? qualityIn(accepted, '*') ?? 0) > 0
}

/**
 * Fastify's onSend hook of JSON answers: compresses those above 1 kB if the client accepts it. Routes whose answers hold a
 * secret must not use it: the length of a compressed answer tells what it holds (BREACH).
 */
export const compress: onSendHookHandler = (request, reply, payload, done) => {
  if (typeof payload !== 'string' || payload.length <= leastLength) return done(null, payload)
  varyByEncoding(reply)
  if (!acceptsGzip(request)) return done(null, payload)
  const send = (bytes: Buffer) => {
    reply.header('content-encoding', 'gzip').header('content-length', bytes.length)
    done(null, bytes)
  }
  if (payload.length <= mostInline) send(gzipSync(payload, fast))
  else gzipLater(payload, fast).then(send, done)
}

/** Tells caches that the answer depends on Accept-Encoding, beside what it depends on already. */
export function varyByEncoding(reply: FastifyReply) {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}
