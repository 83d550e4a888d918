import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { limits } from '@askline/contracts'
import type { FastifyInstance } from 'fastify'
import { faultOfEncoding } from './encodings.ts'
import { invalidField, invalidRequest, RequestFault } from './request-faults.ts'
import { setBodyHash } from './request-state.ts'
import { findValueFault } from './value-rules.ts'

/** Parses bodies, which must be JSON in UTF-8. No media type is guessed. */
export function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const options = { parseAs: 'buffer', bodyLimit: limits.jsonBodyBytes } as const
  app.addContentTypeParser<Buffer>('application/json', options, (request, bytes, done) => {
    if (request.headers['idempotency-key'] !== undefined) {
      setBodyHash(request, createHash('sha256').update(bytes).digest('hex'))
    }
    const encoding = faultOfEncoding(request)
    if (encoding) return done(encoding)
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes)) return done(notJson('The body is not UTF-8.'))
    const text = bytes.toString('utf8')
    void parseJson(request, text, (error, body) => {
      if (error) return done(isJson(text) ? namesPrototype() : notJson('The body is not valid JSON.', error))
      // Fastify would take null for a missing body.
      if (body === null) return done(invalidField('body', 'type', 'The body must be an object.'))
      // NUL and lone surrogates can only arrive as escapes. Numbers too large to parse have a three-digit exponent or 200 digits.
      const fault = text.includes('\\u') || hugeNumber.test(text) ? findValueFault(body) : undefined
      done(fault ? invalidRequest([fault]) : null, body)
    })
  })
}

const hugeNumber = /\d[eE]\+?\d{3}|\d{200}/

/** Tells broken JSON from JSON whose member names the parser refuses. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const namesPrototype = () =>
  invalidField(
    'body',
    'name',
    'The body has a member named `__proto__`, or `constructor` with a `prototype`. Use another name.',
  )

const notJson = (message: string, cause?: unknown) => new RequestFault(400, 'invalid_json', message, { cause })
